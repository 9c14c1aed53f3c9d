import { describe, expect, test } from 'vitest';
import plugin from '../../plugins/messages.ts';
import { plainBody } from '../../core/plugin-check/build-case.ts';
import { block, file, sampleModel, turn } from '../../core/plugin-check/sample-entry.ts';
import { endedReply, sampleCall } from './sample-call.ts';

const built = (changes: Parameters<typeof sampleCall>[0]) =>
  plainBody(plugin.buildRequest(sampleCall(changes)).body);
const text = (value: string) => ({ type: 'text', text: value });
const cached = (value: string) => ({ ...text(value), cache_control: { type: 'ephemeral' } });
const forcedTool = sampleModel({ schemaEnforcement: 'forcedTool' });

describe('request', () => {
  test('always has a cap, and no other settings than the call', () => {
    const request = plugin.buildRequest(sampleCall());
    expect(request.path).toBe('/messages');
    expect(JSON.stringify(request.body)).toBe(
      '{"model":"sample-one-2026","max_tokens":256,"messages":[{"role":"user","content":[{"type":"text","text":"How far is the moon?"}]}]}',
    );
  });

  test('keeps breakpoints on the blocks they were set on', () => {
    const body = built({
      system: [block('Be brief.'), block('The handbook.', true)],
      turns: [turn('user', 'Hi', true), turn('assistant', 'Hello'), turn('user', 'Bye')],
    });
    expect(body['system']).toEqual([text('Be brief.'), cached('The handbook.')]);
    expect(body['messages']).toEqual([
      { role: 'user', content: [cached('Hi')] },
      { role: 'assistant', content: [text('Hello')] },
      { role: 'user', content: [text('Bye')] },
    ]);
  });

  test('moves a breakpoint off a blank block, which the provider refuses', () => {
    expect(built({ system: [block('The handbook.'), block('  ', true)] })['system']).toEqual([
      cached('The handbook.'),
    ]);
    expect(built({ system: [block('', true)] })).not.toHaveProperty('system');
  });

  test('merges turns of one speaker and drops blank ones', () => {
    const turns = [turn('user', 'a'), turn('user', 'b', true), turn('assistant', ' '), turn('user', 'c')];
    expect(built({ turns })['messages']).toEqual([
      { role: 'user', content: [text('a'), cached('b'), text('c')] },
    ]);
  });

  test('puts files before the question and after earlier texts of the same turn', () => {
    const body = built({
      turns: [turn('user', 'Context.'), turn('user', 'What is this?')],
      attachments: [file('a.pdf', 'application/pdf', 'JVBE'), file('b.gif', 'image/gif', 'R0lG')],
    });
    expect(body['messages']).toEqual([
      {
        role: 'user',
        content: [
          text('Context.'),
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
            title: 'a.pdf',
          },
          { type: 'image', source: { type: 'base64', media_type: 'image/gif', data: 'R0lG' } },
          text('What is this?'),
        ],
      },
    ]);
  });

  test('sends a schema natively beside an effort, or as a tool that must be called', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const native = built({ outputSchema: schema, fields: new Map([['/output_config/effort', 'low']]) });
    expect(native['output_config']).toEqual({ format: { type: 'json_schema', schema }, effort: 'low' });
    const forced = built({ outputSchema: schema, model: forcedTool });
    expect(forced).toMatchObject({
      tools: [{ name: 'structured_output', input_schema: schema }],
      tool_choice: { type: 'tool', name: 'structured_output' },
    });
    expect(forced).not.toHaveProperty('output_config');
  });
});

const read = (reply: unknown) => plugin.readReply(reply, sampleCall());
const reply = (stop_reason: unknown, ...content: readonly unknown[]) => ({
  type: 'message',
  content,
  stop_reason,
});

describe('reply', () => {
  test.each([
    [
      'text blocks',
      reply('end_turn', text('a'), { type: 'thinking', thinking: 'hm' }, text('b')),
      endedReply('ab', 'stop', true),
    ],
    [
      'redacted thinking',
      reply('end_turn', { type: 'redacted_thinking', data: 'x' }, text('a')),
      endedReply('a', 'stop', true),
    ],
    ['stop_sequence', reply('stop_sequence', text('a')), endedReply('a', 'stop', false)],
    ['max_tokens', reply('max_tokens', text('a')), endedReply('a', 'length', false)],
    ['a full context', reply('model_context_window_exceeded', text('a')), endedReply('a', 'length', false)],
    ['a refusal in words', reply('refusal', text('No.')), endedReply('No.', 'refused', false)],
    ['an empty answer', reply('end_turn'), endedReply('', 'stop', false)],
    ['no reason', reply(undefined, text('a')), endedReply('a', 'stop', false)],
    [
      'blocks of unknown types',
      reply('end_turn', 1, null, { type: 'text', text: 4 }, text('a')),
      endedReply('a', 'stop', false),
    ],
    [
      'a tool nobody asked for',
      reply('tool_use', { type: 'tool_use', name: 'structured_output', input: {} }),
      endedReply('', 'stop', false),
    ],
  ] as const)('reads %s', (_name, body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  test.each([
    ['a wordless refusal', reply('refusal'), 'refused'],
    ['a refusal without content', { stop_reason: 'refusal' }, 'refused'],
    ['pause_turn', reply('pause_turn', text('a')), 'unavailable'],
    [
      'an error with HTTP 200',
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      'overloaded',
    ],
    ['an error that says nothing', { type: 'error' }, 'unavailable'],
    ['no content', { stop_reason: 'end_turn' }, 'malformed_reply'],
    ['nothing in the content', { content: [] }, 'malformed_reply'],
    ['content of another type', { content: 'a', stop_reason: 'end_turn' }, 'malformed_reply'],
    ['null', null, 'malformed_reply'],
  ] as const)('is a fault for %s', (_name, body, code) => {
    expect(read(body)).toEqual({ fault: { code } });
  });

  test.each([
    [{ type: 'object' }, { a: 1 }, '{"a":1}'],
    [{ type: 'object' }, { value: [1] }, '{"value":[1]}'],
  ] as const)('takes the answer to %j out of the forced tool’s input %j', (outputSchema, input, answer) => {
    const call = sampleCall({ model: forcedTool, outputSchema });
    const tool = { type: 'tool_use', name: 'structured_output', input };
    expect(plugin.readReply(reply('tool_use', tool), call)).toEqual({
      text: answer,
      finishReason: 'stop',
      thought: false,
    });
  });

  test('is a fault if the tool’s input is not an object', () => {
    const tool = { type: 'tool_use', name: 'structured_output', input: 'x' };
    const call = sampleCall({ model: forcedTool, outputSchema: { type: 'object' } });
    expect(plugin.readReply(reply('tool_use', tool), call)).toEqual({ fault: { code: 'malformed_reply' } });
  });

  test('is the text if the model did not call the tool', () => {
    const call = sampleCall({ model: forcedTool, outputSchema: { type: 'object' } });
    expect(plugin.readReply(reply('end_turn', text('{}')), call)).toMatchObject({ text: '{}' });
  });
});

const fault = (status: number, type: string, message = '') => {
  return plugin.readFault({ status, headers: {}, body: { type: 'error', error: { type, message } } });
};

describe('error', () => {
  test.each([
    [529, 'overloaded_error', '', 'overloaded'],
    [500, 'overloaded_error', '', 'overloaded'],
    [429, 'rate_limit_error', '', 'rate_limited'],
    [500, 'api_error', '', 'unavailable'],
    [504, 'timeout_error', '', 'timeout'],
    [402, 'billing_error', '', 'provider_auth'],
    [403, 'permission_error', '', 'provider_auth'],
    [400, 'invalid_request_error', 'prompt is too long: 208732 tokens > 200000 maximum', 'context_too_long'],
    [
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 1 + 2 > 2',
      'context_too_long',
    ],
    [400, 'invalid_request_error', 'Your credit balance is too low to access the API.', 'provider_auth'],
    [400, 'invalid_request_error', 'Output blocked by content filtering policy', 'refused'],
  ] as const)('%i %s %s', (status, type, message, code) => {
    expect(fault(status, type, message)).toEqual({ code });
  });

  test('adds nothing if the status is enough', () => {
    expect(fault(400, 'invalid_request_error', 'temperature: 2 is too high')).toBeUndefined();
    expect(plugin.readFault({ status: 413, headers: {}, body: undefined })).toBeUndefined();
    expect(
      plugin.readFault({ status: 400, headers: {}, body: { error: 'prompt is too long' } }),
    ).toBeUndefined();
  });
});
