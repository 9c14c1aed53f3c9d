import * as fc from 'fast-check';
import type { Model } from '../../core/generated/manifest.ts';

export const SAMPLE_MODEL: Model = {
  id: 'sample-one',
  upstream: 'sample-1-2026',
  group: 'fast',
  price: { input: '1.00', output: '2.00', checked: '2026-11-20' },
  limits: { contextTokens: 32_768, outputTokens: 8_192, defaultOutputTokens: 4_096 },
  accepts: { images: [], pdf: false },
  sampling: { temperature: [0, 2], topP: [0, 1] },
  schemaEnforcement: 'instruction',
  caching: { mode: 'none' },
};

/** Plain objects, as the parser makes them. */
const PLAIN = { noNullPrototype: true } as const;

const price = fc
  .bigInt(0n, 99_999n)
  .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`);
const range = fc.constantFrom<Model['sampling']['topP']>(false, [0, 1], [0, 2], [0.01, 1.5]);
const tokens = fc.integer({ min: 1_024, max: 2_000_000 });
/** Names that YAML reads as other values, if they have no quotes. */
const name = fc.oneof(
  fc.constantFrom(
    'yes',
    'null',
    '0x1F',
    '1e3',
    '2026-11-20',
    '*a',
    '&a',
    '- a',
    'a: b',
    'a #b',
    "it's",
    '"a"',
    '{a}',
    '~',
  ),
  fc
    .string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
    .filter((text) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)),
);

/** Entries of the right shape, whose facts may contradict each other. */
export const anyModel: fc.Arbitrary<Model> = fc.record(
  {
    id: fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,30}$/),
    upstream: name,
    group: fc.constantFrom('reasoning', 'fast', 'legacy'),
    judge: fc.constantFrom('primary', 'alternative', 'reasoning'),
    price: fc.record(
      {
        input: price,
        cachedInput: price,
        cacheWrite: price,
        output: price,
        searchPerThousand: price,
        checked: fc.constant('2026-11-20'),
      },
      { requiredKeys: ['input', 'output', 'checked'], ...PLAIN },
    ),
    limits: fc.record(
      {
        contextTokens: tokens,
        outputTokens: tokens,
        defaultOutputTokens: tokens,
        imageTokens: tokens,
        pdfPageTokens: tokens,
      },
      { requiredKeys: ['contextTokens', 'outputTokens', 'defaultOutputTokens'], ...PLAIN },
    ),
    accepts: fc.record(
      { images: fc.subarray(['image/png', 'image/gif'] as const), pdf: fc.boolean() },
      PLAIN,
    ),
    sampling: fc.record({ temperature: range, topP: range }, PLAIN),
    schemaEnforcement: fc.constantFrom('native', 'forcedTool', 'instruction'),
    caching: fc.record(
      {
        mode: fc.constantFrom('automatic', 'explicit', 'resource', 'none'),
        minTokens: tokens,
        discount: fc.constantFrom('0.5', '0.9'),
      },
      { requiredKeys: ['mode'], ...PLAIN },
    ),
    tuning: name,
    send: fc.dictionary(fc.stringMatching(/^\/[a-z_]{1,10}$/), fc.oneof(name, fc.boolean(), fc.integer()), {
      minKeys: 1,
      maxKeys: 3,
      noNullPrototype: true,
    }),
    shutdown: fc.constant('2027-04-01'),
    successor: name,
  },
  {
    requiredKeys: [
      'id',
      'upstream',
      'group',
      'price',
      'limits',
      'accepts',
      'sampling',
      'schemaEnforcement',
      'caching',
    ],
    ...PLAIN,
  },
);
