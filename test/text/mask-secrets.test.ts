import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskSecrets } from '../../core/text/mask-secrets.ts';

const OWN = 'own-secret-of-the-gateway';
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const ALPHANUMERIC = [...LETTERS, ...'0123456789'];

describe('of a provider’s message is masked', () => {
  it.each([
    ['the gateway’s own key', `Key ${OWN} is wrong`, 'Key [masked] is wrong'],
    ['its key inside a word', `x-${OWN}-y`, 'x-[masked]-y'],
    ['the beginning of its key', 'Key own-secret-... is wrong', 'Key [masked] is wrong'],
    ['the end of its key', 'Key ***-gateway is wrong', 'Key [masked] is wrong'],
    ['its key with invisible characters', 'Key own-sec\u200bret-of-the-gateway', 'Key [masked]'],
    ['its key in capitals', `Key ${OWN.toUpperCase()} is wrong`, 'Key [masked] is wrong'],
    ['its key letter by letter', `Key ${[...OWN].join(' ')} is wrong`, 'Key [masked] is wrong'],
    ['its key on two lines', 'Key own-secret\n-of-the-gateway is wrong', 'Key [masked] is wrong'],
    ['the end of its key in capitals', 'Key ***-GATEWAY is wrong', 'Key [masked] is wrong'],
    ['a bearer string', 'got Authorization: Bearer abc', 'got Authorization: [masked] [masked]'],
    ['a bearer string in capitals', 'BEARER abc.def', 'BEARER [masked]'],
    ['a basic credential', 'basic dXNlcjpwYXNz', 'basic [masked]'],
    ['a labelled key', 'api_key=hunter2&x=1', 'api_key=[masked]&x=1'],
    ['a labelled key in JSON', '{"secret": "hunter"}', '{"secret": "[masked]"}'],
    [
      'a key that another wrote',
      'Incorrect API key provided: sk-proj-Ab3dEf6hIj9kLmNo',
      'Incorrect API key provided: [masked]',
    ],
    [
      'a short key that is announced',
      'Incorrect API key provided: hunter2',
      'Incorrect API key provided: [masked]',
    ],
    ['a short key by its prefix', 'found sk-short-1', 'found [masked]'],
    ['a key shown in part', 'provided: sk-ab*******wxyz.', 'provided: [masked]'],
    ['a token of three parts', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.sIg-n4tu_re', '[masked]'],
    [
      'an address with a key',
      'https://x.example/v1?key=AIzaSyA1b2C3d4E5f6',
      'https://x.example/v1?key=[masked]',
    ],
    ['forty hexadecimal digits', 'da39a3ee5e6b4b0d3255bfef95601890afd80709', '[masked]'],
    ['a long number', 'card 4111111111111111', 'card [masked]'],
    ['letters without sense', 'qWeRtYuIoPaSdFgHjKlZxC', '[masked]'],
  ])('%s', (_name, text, masked) => {
    expect(maskSecrets(text, [OWN])).toBe(masked);
  });

  it.each([
    'max_tokens: 4096 > 2048, which is the maximum for claude-sonnet-4-5-20250929',
    'The model `us.anthropic.claude-3-5-sonnet-20241022-v2:0` does not exist or you do not have access to it.',
    'MissingAuthenticationTokenException at /v1/chat/completions',
    'Rate limit reached for gpt-4o-mini-2024-07-18 on tokens per min (TPM): Limit 200000, Used 198345',
    'Your credit balance is too low. See https://console.example.com/settings/billing',
    'RESOURCE_EXHAUSTED: retry in 32.5s (generate_content_free_tier_requests)',
  ])('nothing of: %s', (text) => {
    expect(maskSecrets(text, [OWN])).toBe(text);
  });
});

describe('a masked message', () => {
  it('is one line without control characters, at most 300 characters long', () => {
    expect(maskSecrets('a\r\n{"level":60}\u001b[31m\u2028b\u202ec', [])).toBe('a {"level":60} [31m bc');
    const long = maskSecrets('word '.repeat(1_000), []);
    expect([long.length, long.at(-1)]).toEqual([300, '…']);
  });

  it('has no part of a secret that the cut runs through', () => {
    for (let before = 1_970; before <= 2_000; before += 1) {
      // The text before is masked, so the cut moves forward.
      const text = `${'x1'.repeat((before - 1) / 2)} Key ${OWN}`;
      expect(maskSecrets(text, [OWN])).not.toMatch(/own|secret|gateway/);
    }
  });

  it('never contains a key of ours at any place', () => {
    const key = fc.string({
      unit: fc.constantFrom(...ALPHANUMERIC, '-', '_', '.', '+', '/', '='),
      minLength: 4,
      maxLength: 200,
    });
    fc.assert(
      fc.property(
        key,
        fc.string({ unit: 'binary', maxLength: 2_500 }),
        fc.string(),
        (secret, before, after) => {
          const masked = maskSecrets(`${before}${secret}${after}`, [secret]);
          expect(masked.replaceAll('[masked]', '')).not.toContain(secret);
          expect(masked.length).toBeLessThanOrEqual(300);
        },
      ),
    );
  });

  it('never holds 24 random letters and digits, whatever surrounds them', () => {
    const random = fc
      .array(fc.constantFrom(...ALPHANUMERIC), { minLength: 22, maxLength: 60 })
      .map((letters) => `a1${letters.join('')}`);
    const separator = fc.constantFrom(' ', '"', "'", '(', ':', '=', '/', ', ', '\n', '-');
    fc.assert(
      fc.property(random, separator, separator, fc.lorem(), (key, left, right, words) => {
        expect(maskSecrets(`${words}${left}${key}${right}${words}`, [])).not.toContain(key.slice(0, 12));
      }),
    );
  });

  it('never contains the word after Bearer', () => {
    const token = fc.string({
      unit: fc.constantFrom(...ALPHANUMERIC, '-', '.'),
      minLength: 1,
      maxLength: 80,
    });
    fc.assert(
      fc.property(token, fc.constantFrom('Bearer ', 'bearer  ', 'BEARER: ', 'Bearer\n'), (value, scheme) => {
        expect(maskSecrets(`sent ${scheme}${value} here`, [])).toMatch(/^sent bearer \[masked\] here$/i);
      }),
    );
  });
});
