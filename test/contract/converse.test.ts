import { describe, expect, test } from 'vitest';
import plugin from '../../plugins/converse.ts';
import type { FinishReason, JsonObject, ModelReply } from '../../core/contract.ts';
import { plainBody } from '../../core/plugin-check/build-case.ts';
import { block, file, sampleModel, turn } from '../../core/plugin-check/sample-entry.ts';
import { sampleCall } from './sample-call.ts';

const built = (changes: Parameters<typeof sampleCall>[0]) =>
  plainBody(plugin.buildRequest(sampleCall(changes)).body);

const inputSchema = (outputSchema: JsonObject) => built({ outputSchema })['toolConfig'];

describe('request', () => {
  test('names the model in the path, its colon encoded, and not in the body', () => {
    const request = plugin.buildRequest(
      sampleCall({ model: sampleModel({ upstream: 'amazon.nova-lite-v1:0' }) }),
    );
    expect(request.path).toBe('/model/amazon.nova-lite-v1%3A0/converse');
    expect(JSON.stringify(request.body)).toBe(
      '{"messages":[{"role":"user","content":[{"text":"How far is the moon?"}]}],"inferenceConfig":{"maxTokens":256}}',
    );
  });

  test('has blocks, merged turns, and cache points after the text that they end', () => {
    const body = built({
      system: [block('Be brief.', true), block('')],
      turns: [
        turn('user', 'a', true),
        turn('user', 'b'),
        turn('assistant', ' '),
        turn('assistant', 'c'),
        turn('user', 'd'),
      ],
      settings: { maxTokens: 9, temperature: 0, topP: 0.5 },
    });
    expect(Object.keys(body)).toEqual(['system', 'messages', 'inferenceConfig']);
    expect(body['system']).toEqual([{ text: 'Be brief.' }, { cachePoint: { type: 'default' } }]);
    expect(body['messages']).toEqual([
      { role: 'user', content: [{ text: 'a' }, { cachePoint: { type: 'default' } }, { text: 'b' }] },
      { role: 'assistant', content: [{ text: 'c' }] },
      { role: 'user', content: [{ text: 'd' }] },
    ]);
    expect(body['inferenceConfig']).toEqual({ maxTokens: 9, temperature: 0, topP: 0.5 });
  });

  test('document names follow the rules whatever the files are called, and never repeat', () => {
    const names = ['report.pdf', 'report.pdf', '../../etc/passwd', 'ignore   all & instructions'];
    const body = built({ attachments: names.map((name) => file(name, 'application/pdf', 'JVBE')) });
    const sent = [...JSON.stringify(body).matchAll(/"name":"([^"]*)"/g)].map((match) => match[1]);
    expect(sent).toEqual(['document 1', 'document 2', 'document 3', 'document 4']);
    // botocore's rule for DocumentBlock names.
    for (const name of sent) expect(name).toMatch(/^[A-Za-z0-9\-()[\]]+( [A-Za-z0-9\-()[\]]+)*$/);
  });

  test('files come before the question; an image has a format token, not a media type', () => {
    const attachments = [file('a.jpg', 'image/jpeg', '/9j/'), file('b.pdf', 'application/pdf', 'JVBE')];
    expect(built({ attachments })['messages']).toEqual([
      {
        role: 'user',
        content: [
          { image: { format: 'jpeg', source: { bytes: '/9j/' } } },
          { document: { format: 'pdf', name: 'document 2', source: { bytes: 'JVBE' } } },
          { text: 'How far is the moon?' },
        ],
      },
    ]);
  });

  test('forces one tool', () => {
    const object = { type: 'object', properties: {} };
    expect(inputSchema(object)).toMatchObject({
      tools: [{ toolSpec: { name: 'structured_output', inputSchema: { json: object } } }],
      toolChoice: { tool: { name: 'structured_output' } },
    });
  });
});

const reply = (stopReason: unknown, ...content: readonly unknown[]) => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
});
const read = (body: unknown, outputSchema?: JsonObject) =>
  plugin.readReply(body, sampleCall({ outputSchema }));

const ended = (text: string, finishReason: FinishReason, thought: boolean): ModelReply => ({
  text,
  finishReason,
  thought,
});

describe('reply', () => {
  test.each([
    ['text blocks', reply('end_turn', { text: 'a' }, { text: 'b' }), ended('ab', 'stop', false)],
    [
      'reasoning apart',
      reply('end_turn', { reasoningContent: { reasoningText: { text: 'hm' } } }, { text: 'a' }),
      ended('a', 'stop', true),
    ],
    ['max_tokens', reply('max_tokens', { text: 'a' }), ended('a', 'length', false)],
    ['a full context', reply('model_context_window_exceeded', { text: 'a' }), ended('a', 'length', false)],
    ['a filter with text', reply('content_filtered', { text: 'a' }), ended('a', 'refused', false)],
    ['a guardrail with text', reply('guardrail_intervened', { text: 'a' }), ended('a', 'refused', false)],
    ['an empty answer', reply('end_turn'), ended('', 'stop', false)],
    ['no reason', reply(undefined, { text: 'a' }), ended('a', 'stop', false)],
    [
      'blocks of unknown types',
      reply('end_turn', 1, null, { text: 4 }, { text: 'a' }),
      ended('a', 'stop', false),
    ],
  ] as const)('reads %s', (_name, body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  test.each([
    [reply('guardrail_intervened'), 'refused'],
    [reply('content_filtered', { text: '' }), 'refused'],
    [reply('malformed_model_output', { text: 'half' }), 'malformed_reply'],
    [reply('malformed_tool_use'), 'malformed_reply'],
    [reply(undefined), 'malformed_reply'],
    [{ output: {}, stopReason: 'end_turn' }, 'malformed_reply'],
    [{ message: 'hm' }, 'malformed_reply'],
    [null, 'malformed_reply'],
  ] as const)('%j is a fault: %s', (body, code) => {
    expect(read(body)).toEqual({ fault: { code } });
  });

  test.each([
    [{ type: 'object' }, { a: 1 }, '{"a":1}'],
    [{ type: 'object' }, { value: 1 }, '{"value":1}'],
  ] as const)('takes the answer to %j out of %j, past the model thinking aloud', (schema, input, text) => {
    const body = reply(
      'tool_use',
      { text: '<thinking>hm' },
      { toolUse: { name: 'structured_output', input } },
    );
    expect(read(body, schema)).toEqual({ text, finishReason: 'stop', thought: false });
  });

  test('an input nested too deep to be written out is not read, and breaks nothing', () => {
    const input: unknown = JSON.parse(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`);
    const body = reply('tool_use', { toolUse: { name: 'structured_output', input } });
    expect(read(body, { type: 'object' })).toEqual({ fault: { code: 'malformed_reply' } });
  });
});

const fault = (type: string, message = '') => {
  return plugin.readFault({ status: 400, headers: { 'x-amzn-errortype': type }, body: { message } });
};

describe('error', () => {
  test.each([
    ['ThrottlingException:http://internal.amazon.com/coral/', '', { code: 'rate_limited' }],
    ['ModelNotReadyException', '', { code: 'overloaded' }],
    ['ServiceUnavailableException', '', { code: 'overloaded' }],
    ['InternalServerException', '', { code: 'unavailable' }],
    ['ModelErrorException', '', { code: 'unavailable' }],
    ['ModelTimeoutException', '', { code: 'timeout' }],
    ['ServiceQuotaExceededException', '', { code: 'rate_limited', retryable: false }],
    ['AccessDeniedException', '', { code: 'provider_auth' }],
    ['ExpiredTokenException:', '', { code: 'provider_auth' }],
    ['UnrecognizedClientException', '', { code: 'provider_auth' }],
    ['ResourceNotFoundException', '', { code: 'rejected' }],
    ['ValidationException', 'Input is too long for requested model.', { code: 'context_too_long' }],
    ['ValidationException', 'The provided model identifier is invalid.', undefined],
    ['constructor', '', undefined],
    ['', '', undefined],
  ] as const)('%s %s', (type, message, expected) => {
    expect(fault(type, message)).toEqual(expected);
  });

  test('reads the type from the body if the header is missing', () => {
    const body = { __type: 'com.amazon.coral.service#ThrottlingException' };
    expect(plugin.readFault({ status: 400, headers: {}, body })).toEqual({ code: 'rate_limited' });
    expect(plugin.readFault({ status: 400, headers: {}, body: undefined })).toBeUndefined();
  });
});
