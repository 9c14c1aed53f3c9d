import { describe, expect, test } from 'vitest';
import plugin from '../../plugins/generate-content.ts';
import { plainBody } from '../../core/plugin-check/build-case.ts';
import { block, file, sampleModel, turn } from '../../core/plugin-check/sample-entry.ts';
import { endedReply, sampleCall } from './sample-call.ts';

const built = (changes: Parameters<typeof sampleCall>[0]) =>
  plainBody(plugin.buildRequest(sampleCall(changes)).body);

describe('request', () => {
  test('names the model in the path, and never by a character that could leave it', () => {
    const request = plugin.buildRequest(sampleCall({ model: sampleModel({ upstream: 'a/../b:c' }) }));
    expect(request.path).toBe('/models/a%2F..%2Fb%3Ac:generateContent');
    expect(JSON.stringify(request.body)).toBe(
      '{"contents":[{"role":"user","parts":[{"text":"How far is the moon?"}]}],"generationConfig":{"maxOutputTokens":256}}',
    );
  });

  test('one part a system block, assistant as model, neighbours merged, blanks dropped', () => {
    const body = built({
      system: [block('Be brief.', true), block(''), block('Be kind.')],
      turns: [
        turn('user', 'a'),
        turn('assistant', 'b'),
        turn('assistant', 'c'),
        turn('user', ''),
        turn('user', 'd'),
      ],
    });
    expect(Object.keys(body)).toEqual(['systemInstruction', 'contents', 'generationConfig']);
    expect(body['systemInstruction']).toEqual({ parts: [{ text: 'Be brief.' }, { text: 'Be kind.' }] });
    expect(body['contents']).toEqual([
      { role: 'user', parts: [{ text: 'a' }] },
      { role: 'model', parts: [{ text: 'b' }, { text: 'c' }] },
      { role: 'user', parts: [{ text: 'd' }] },
    ]);
  });

  test('files come before the question, with their exact media types', () => {
    const attachments = [file('a.pdf', 'application/pdf', 'JVBE'), file('b.webp', 'image/webp', 'UklG')];
    expect(built({ attachments })['contents']).toEqual([
      {
        role: 'user',
        parts: [
          { inlineData: { mimeType: 'application/pdf', data: 'JVBE' } },
          { inlineData: { mimeType: 'image/webp', data: 'UklG' } },
          { text: 'How far is the moon?' },
        ],
      },
    ]);
  });

  test('settings, schema and tuning share one generationConfig', () => {
    const body = built({
      settings: { maxTokens: 9, temperature: 0, topP: 1 },
      outputSchema: { type: 'object', properties: { const: { const: 'x' }, b: { enum: ['const'] } } },
      fields: new Map([['/generationConfig/thinkingConfig/thinkingLevel', 'LOW']]),
    });
    expect(body['generationConfig']).toEqual({
      maxOutputTokens: 9,
      temperature: 0,
      topP: 1,
      responseMimeType: 'application/json',
      responseJsonSchema: { type: 'object', properties: { const: { const: 'x' }, b: { enum: ['const'] } } },
      thinkingConfig: { thinkingLevel: 'LOW' },
    });
  });

  test('beside a cache resource the system text moves into the first user turn', () => {
    const fields = new Map([['/cachedContent', 'cachedContents/one']]);
    const turns = [
      turn('assistant', 'Hello'),
      turn('user', 'Hi'),
      turn('assistant', 'So?'),
      turn('user', 'Bye'),
    ];
    const body = built({ system: [block('Be brief.'), block('Be kind.')], turns, fields });
    expect(body).not.toHaveProperty('systemInstruction');
    expect(body['cachedContent']).toBe('cachedContents/one');
    expect(body['contents']).toMatchObject([
      { role: 'model', parts: [{ text: 'Hello' }] },
      { role: 'user', parts: [{ text: 'Be brief.\n\nBe kind.\n\nHi' }] },
      { role: 'model' },
      { role: 'user', parts: [{ text: 'Bye' }] },
    ]);
    expect(built({ fields })['contents']).toEqual([
      { role: 'user', parts: [{ text: 'How far is the moon?' }] },
    ]);
  });
});

const reply = (finishReason: unknown, ...parts: readonly unknown[]) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason }],
});
const wordless = (reason: string) => ({ candidates: [{ finishReason: reason }] });
const thought = { text: 'Hm.', thought: true };

describe('reply', () => {
  test.each([
    [
      'parts',
      reply('STOP', { text: 'a' }, { text: 'b', thoughtSignature: 'x' }),
      endedReply('ab', 'stop', false),
    ],
    ['thoughts apart', reply('STOP', thought, { text: 'a' }), endedReply('a', 'stop', true)],
    ['MAX_TOKENS', reply('MAX_TOKENS', { text: 'a' }), endedReply('a', 'length', false)],
    [
      'MAX_TOKENS spent on thoughts',
      { candidates: [{ finishReason: 'MAX_TOKENS' }] },
      endedReply('', 'length', false),
    ],
    ['SAFETY with text', reply('SAFETY', { text: 'a' }), endedReply('a', 'refused', false)],
    [
      'a blocked prompt with text',
      { promptFeedback: { blockReason: 'OTHER' }, ...reply('STOP', { text: 'a' }) },
      endedReply('a', 'refused', false),
    ],
    [
      'a finish reason nobody has listed, without text',
      wordless('MODEL_ARMOR'),
      { fault: { code: 'refused' } },
    ],
    [
      'a finish reason nobody has listed, with text',
      reply('MODEL_ARMOR', { text: 'Far.' }),
      endedReply('Far.', 'stop', false),
    ],
    ['an empty answer', { candidates: [{ finishReason: 'STOP' }] }, endedReply('', 'stop', false)],
    ['no reason', reply(undefined, { text: 'a' }), endedReply('a', 'stop', false)],
    ['a reason not known yet', reply('NEW_REASON', { text: 'a' }), endedReply('a', 'stop', false)],
    [
      'parts of unknown types',
      reply('STOP', 3, null, { text: 4 }, { inlineData: {} }, { text: 'a' }),
      endedReply('a', 'stop', false),
    ],
    [
      'feedback without a reason',
      { promptFeedback: {}, ...reply('STOP', { text: 'a' }) },
      endedReply('a', 'stop', false),
    ],
  ] as const)('reads %s', (_name, body, expected) => {
    expect(plugin.readReply(body, sampleCall())).toEqual(expected);
  });

  test.each([
    ...['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY'].map(
      (reason) => [wordless(reason), 'refused'] as const,
    ),
    ...['MALFORMED_FUNCTION_CALL', 'MALFORMED_RESPONSE', 'UNEXPECTED_TOOL_CALL'].map(
      (reason) => [wordless(reason), 'malformed_reply'] as const,
    ),
    [wordless('OTHER'), 'unavailable'],
    [reply('MALFORMED_RESPONSE', { text: 'half' }), 'malformed_reply'],
    [{ promptFeedback: { blockReason: 'SAFETY' } }, 'refused'],
    [{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, candidates: [] }, 'refused'],
    [reply('SAFETY', thought), 'refused'],
    [{ candidates: [] }, 'malformed_reply'],
    [{ candidates: [{}] }, 'malformed_reply'],
    [{ candidates: 'x' }, 'malformed_reply'],
    [{ error: { status: 'UNAVAILABLE' } }, 'overloaded'],
    [{ error: {} }, 'unavailable'],
    [{}, 'malformed_reply'],
    [null, 'malformed_reply'],
  ] as const)('%j is a fault: %s', (body, code) => {
    expect(plugin.readReply(body, sampleCall())).toEqual({ fault: { code } });
  });
});

const fault = (status: number, error: unknown) => plugin.readFault({ status, headers: {}, body: { error } });
const retryIn = (retryDelay: unknown) => ({
  '@type': 'type.googleapis.com/google.rpc.RetryInfo',
  retryDelay,
});
const quota = (quotaId: string) => ({ violations: [{ quotaId }] });

describe('error', () => {
  test.each([
    [
      400,
      { status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] },
      { code: 'provider_auth' },
    ],
    [
      429,
      { status: 'RESOURCE_EXHAUSTED', details: [quota('RequestsPerMinute'), retryIn('34.4s')] },
      { code: 'rate_limited', retryAfterMs: 34_400 },
    ],
    [
      429,
      { status: 'RESOURCE_EXHAUSTED', details: [retryIn('7s')] },
      { code: 'rate_limited', retryAfterMs: 7_000 },
    ],
    [
      429,
      { status: 'RESOURCE_EXHAUSTED', details: [retryIn('0.020s')] },
      { code: 'rate_limited', retryAfterMs: 20 },
    ],
    [429, { status: 'RESOURCE_EXHAUSTED', details: [retryIn('-5s')] }, { code: 'rate_limited' }],
    [429, { status: 'RESOURCE_EXHAUSTED', details: [retryIn('1e9s'), retryIn(5)] }, { code: 'rate_limited' }],
    [429, { status: 'RESOURCE_EXHAUSTED', details: 'none' }, { code: 'rate_limited' }],
    [
      429,
      { status: 'RESOURCE_EXHAUSTED', details: [retryIn('3s'), quota('GenerateRequestsPerDayPerProject')] },
      { code: 'rate_limited', retryable: false },
    ],
    [503, { status: 'UNAVAILABLE' }, { code: 'overloaded' }],
    [504, { status: 'DEADLINE_EXCEEDED' }, { code: 'timeout' }],
    [
      400,
      {
        status: 'INVALID_ARGUMENT',
        message: 'The input token count (2845475) exceeds the maximum number of tokens allowed.',
      },
      { code: 'context_too_long' },
    ],
    [
      400,
      { status: 'INVALID_ARGUMENT', message: 'The input token count exceeds the maximum number of tokens' },
      { code: 'context_too_long' },
    ],
    [
      403,
      { status: 'PERMISSION_DENIED', message: 'CachedContent not found (or permission denied)' },
      { code: 'rejected' },
    ],
    [403, { status: 'PERMISSION_DENIED', message: 'no' }, undefined],
    [400, { status: 'INVALID_ARGUMENT' }, undefined],
    [500, 'text', undefined],
  ] as const)('%i %j', (status, error, expected) => {
    expect(fault(status, error)).toEqual(expected);
  });

  test('adds nothing if the body is not JSON', () => {
    expect(plugin.readFault({ status: 502, headers: {}, body: undefined })).toBeUndefined();
  });
});
