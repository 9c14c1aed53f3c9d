import { describe, expect, test } from 'vitest';
import plugin from '../../plugins/chat-completions.ts';
import type { WireNames } from '../../core/contract.ts';
import { plainBody } from '../../core/plugin-check/build-case.ts';
import { block, file, sampleProvider, turn } from '../../core/plugin-check/sample-entry.ts';
import { endedReply, sampleCall } from './sample-call.ts';

const built = (changes: Parameters<typeof sampleCall>[0]) =>
  plainBody(plugin.buildRequest(sampleCall(changes)).body);
const OLLAMA_TOO_LONG = 'prompt too long; exceeded max context length by 812 tokens';
const spoken = (wire: WireNames) => sampleProvider({ wire });

describe('request', () => {
  test('system, history and prompt in this order, under the default names', () => {
    const request = plugin.buildRequest(
      sampleCall({
        system: [block('Be brief.', true), block('Be kind.')],
        turns: [turn('user', 'Hi', true), turn('assistant', 'Hello'), turn('user', 'Bye')],
        settings: { maxTokens: 9, temperature: 0, topP: 0.5 },
      }),
    );
    expect(request.path).toBe('/chat/completions');
    expect(JSON.stringify(request.body)).toBe(
      '{"model":"sample-one-2026","messages":[{"role":"system","content":"Be brief.\\n\\nBe kind."},{"role":"user","content":"Hi"},' +
        '{"role":"assistant","content":"Hello"},{"role":"user","content":"Bye"}],"max_completion_tokens":9,"temperature":0,"top_p":0.5}',
    );
  });

  test.each([
    { wire: { maxTokens: 'max_tokens' } },
    { wire: { maxTokens: 'max_completion_tokens' } },
  ] as const)('names the cap $wire.maxTokens', ({ wire }) => {
    const body = built({ provider: spoken(wire) });
    expect(body[wire.maxTokens]).toBe(256);
    expect(Object.keys(body)).toHaveLength(3);
  });

  test('names the system role as the provider does, and leaves out an empty system text', () => {
    const system = [block('Be brief.')];
    expect(built({ system, provider: spoken({ systemRole: 'developer' }) })['messages']).toMatchObject([
      { role: 'developer' },
      {},
    ]);
    expect(built({ system: [block('')] })['messages']).toHaveLength(1);
  });

  test.each([
    [{}, 'image/png', { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } }],
    [
      { image: 'object' },
      'image/webp',
      { type: 'image_url', image_url: { url: 'data:image/webp;base64,iVBO' } },
    ],
    [{ image: 'string' }, 'image/jpeg', { type: 'image_url', image_url: 'data:image/jpeg;base64,iVBO' }],
    [
      { pdf: 'file' },
      'application/pdf',
      { type: 'file', file: { filename: 'f', file_data: 'data:application/pdf;base64,iVBO' } },
    ],
    [
      { pdf: 'documentUrl' },
      'application/pdf',
      { type: 'document_url', document_url: 'data:application/pdf;base64,iVBO', document_name: 'f' },
    ],
  ] as const)('carries a file in the form %j asks for', (wire, mediaType, part) => {
    const body = built({ provider: spoken(wire), attachments: [file('f', mediaType, 'iVBO')] });
    expect(body['messages']).toEqual([
      { role: 'user', content: [part, { type: 'text', text: 'How far is the moon?' }] },
    ]);
  });

  test('nests the schema', () => {
    const schema = { type: 'object' };
    expect(built({ outputSchema: schema })['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { name: 'structured_output', schema, strict: true },
    });
  });
});

const reply = (finish_reason: unknown, message: unknown) => ({
  choices: [{ index: 0, finish_reason, message }],
});
const assistantMessage = (content: unknown) => ({ role: 'assistant', content });

describe('reply', () => {
  test.each([
    ['stop', reply('stop', assistantMessage('a')), endedReply('a', 'stop', false)],
    ['xAI end_turn', reply('end_turn', assistantMessage('a')), endedReply('a', 'stop', false)],
    [
      'tool_calls with the answer in the text',
      reply('tool_calls', assistantMessage('a')),
      endedReply('a', 'stop', false),
    ],
    ['no reason', reply(undefined, assistantMessage('a')), endedReply('a', 'stop', false)],
    ['a reason of another type', reply(7, assistantMessage('a')), endedReply('a', 'stop', false)],
    ['length', reply('length', assistantMessage('a')), endedReply('a', 'length', false)],
    [
      'length spent on reasoning',
      reply('length', { content: '', reasoning_content: 'hm' }),
      endedReply('', 'length', true),
    ],
    ['Mistral model_length', reply('model_length', assistantMessage('a')), endedReply('a', 'length', false)],
    [
      'content_filter with text',
      reply('content_filter', assistantMessage('a')),
      endedReply('a', 'refused', false),
    ],
    [
      'a refusal in words',
      reply('stop', { content: null, refusal: 'No.' }),
      endedReply('No.', 'refused', false),
    ],
    ['refusal null', reply('stop', { content: 'a', refusal: null }), endedReply('a', 'stop', false)],
    ['an empty answer', reply('stop', assistantMessage('')), endedReply('', 'stop', false)],
    ['null content and an end', reply('stop', assistantMessage(null)), endedReply('', 'stop', false)],
    ['reasoning apart', reply('stop', { content: 'a', reasoning: 'hm' }), endedReply('a', 'stop', true)],
    [
      'empty reasoning',
      reply('stop', { content: 'a', reasoning_content: '' }),
      endedReply('a', 'stop', false),
    ],
    [
      'parts',
      reply(
        'stop',
        assistantMessage([
          { type: 'thinking', thinking: [] },
          { type: 'text', text: 'a' },
          { type: 'reference' },
          3,
          { type: 'text', text: 'b' },
        ]),
      ),
      endedReply('ab', 'stop', true),
    ],
    ['error null', { error: null, ...reply('stop', assistantMessage('a')) }, endedReply('a', 'stop', false)],
  ] as const)('reads %s', (_name, body, expected) => {
    expect(plugin.readReply(body, sampleCall())).toEqual(expected);
  });

  test.each([
    [
      'DeepSeek out of capacity',
      reply('insufficient_system_resource', assistantMessage('half')),
      { code: 'overloaded' },
    ],
    ['Mistral error', reply('error', assistantMessage('half')), { code: 'unavailable' }],
    ['content_filter without text', reply('content_filter', assistantMessage(null)), { code: 'refused' }],
    ['content_filter without a message', reply('content_filter', undefined), { code: 'refused' }],
    [
      'xAI unavailable',
      { code: 'The service is currently unavailable', error: 'Try later.' },
      { code: 'unavailable' },
    ],
    [
      'xAI exhausted',
      { code: 'Some resource has been exhausted', error: 'Slow down.' },
      { code: 'rate_limited' },
    ],
    ['xAI invalid', { code: 'Client specified an invalid argument', error: 'No.' }, { code: 'rejected' }],
    ['an error object', { error: { code: 'context_length_exceeded' } }, { code: 'context_too_long' }],
    ['a status of a limit', { error: { message: 'Slow down', status_code: 429 } }, { code: 'rate_limited' }],
    [
      'a status and a long prompt',
      { error: { message: 'over the maximum context length' }, status_code: 400 },
      { code: 'context_too_long' },
    ],
    ['a status of the provider', { error: { message: 'No', status_code: 500 } }, { code: 'unavailable' }],
    ['Ollama’s long prompt', { error: { message: OLLAMA_TOO_LONG } }, { code: 'context_too_long' }],
    ['no choices', { choices: [] }, { code: 'malformed_reply' }],
    ['no message', reply('stop', undefined), { code: 'malformed_reply' }],
    ['an empty message', reply(undefined, {}), { code: 'malformed_reply' }],
    ['content of another type', reply('stop', assistantMessage(5)), { code: 'malformed_reply' }],
    ['null', null, { code: 'malformed_reply' }],
    ['a list', [], { code: 'malformed_reply' }],
  ] as const)('is a fault for %s', (_name, body, fault) => {
    expect(plugin.readReply(body, sampleCall())).toEqual({ fault });
  });
});

const fault = (status: number, body: unknown) => plugin.readFault({ status, headers: {}, body });

describe('error', () => {
  test.each([
    [
      429,
      { error: { code: 'insufficient_quota', type: 'insufficient_quota' } },
      { code: 'rate_limited', retryable: false },
    ],
    [429, { error: { type: 'insufficient_quota', code: null } }, { code: 'rate_limited', retryable: false }],
    [400, { error: { code: 'context_length_exceeded' } }, { code: 'context_too_long' }],
    [400, { error: { message: OLLAMA_TOO_LONG, type: 'api_error' } }, { code: 'context_too_long' }],
    [400, { error: OLLAMA_TOO_LONG }, { code: 'context_too_long' }],
    [
      400,
      { error: { message: 'm', type: 'too_many_prompt_tokens', code: 400 } },
      { code: 'context_too_long' },
    ],
    [
      400,
      {
        error: {
          code: 'invalid_request_error',
          message: "This model's maximum context length is 131072 tokens.",
        },
      },
      { code: 'context_too_long' },
    ],
    [
      400,
      { code: 'Client specified an invalid argument', error: "This model's maximum prompt length is 131072" },
      { code: 'context_too_long' },
    ],
    [
      400,
      { error: 'Failed to start sampling: [input_too_large] Current message exceeds budget' },
      { code: 'context_too_long' },
    ],
    [
      400,
      { object: 'error', type: 'invalid_request_prompt', code: '3051', message: 'Prompt contains too much' },
      { code: 'context_too_long' },
    ],
    [400, { object: 'error', code: 3051 }, { code: 'context_too_long' }],
    [
      400,
      { message: 'too long', type: 'invalid_request_error', code: 'context_length_exceeded' },
      { code: 'context_too_long' },
    ],
    [400, { error: 'Incorrect API key provided: sk***12' }, { code: 'provider_auth' }],
    [
      403,
      { code: 'The caller does not have permission', error: 'Content violates usage guidelines.' },
      { code: 'refused' },
    ],
    [
      400,
      { error: { code: 'json_validate_failed', failed_generation: '{' } },
      { code: 'malformed_reply', retryable: true },
    ],
    [400, { error: { code: 'content_policy_violation' } }, { code: 'refused' }],
    [
      429,
      { message: 'busy', type: 'too_many_requests_error', code: 'queue_exceeded' },
      { code: 'overloaded' },
    ],
    [498, undefined, { code: 'overloaded' }],
  ] as const)('%i %j', (status, body, expected) => {
    expect(fault(status, body)).toEqual(expected);
  });

  test.each([
    [400, { error: { code: 'unsupported_value', message: 'temperature' } }],
    [402, { error: { message: 'Insufficient Balance', code: 'invalid_request_error' } }],
    [413, { error: { type: 'tokens', code: 'rate_limit_exceeded' } }],
    [429, { error: { code: 'rate_limit_exceeded', message: 'maximum context length' } }],
    [422, { detail: [{ loc: ['body'], msg: 'extra', type: 'extra_forbidden' }] }],
    [401, { detail: 'Unauthorized' }],
    [500, { error: { message: 'maximum context length' } }],
    [502, undefined],
    [400, { error: { code: 'constructor', type: '__proto__' } }],
  ] as const)('%i %j adds nothing to the status', (status, body) => {
    expect(fault(status, body)).toBeUndefined();
  });
});
