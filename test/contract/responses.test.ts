import { describe, expect, test } from 'vitest';
import plugin from '../../plugins/responses.ts';
import { plainBody } from '../../core/plugin-check/build-case.ts';
import { block, file, turn } from '../../core/plugin-check/sample-entry.ts';
import { endedReply, sampleCall } from './sample-call.ts';

const built = (changes: Parameters<typeof sampleCall>[0]) =>
  plainBody(plugin.buildRequest(sampleCall(changes)).body);

describe('request', () => {
  test('puts the static text first, and has no other settings than the call', () => {
    const request = plugin.buildRequest(sampleCall());
    expect(request.path).toBe('/responses');
    expect(JSON.stringify(request.body)).toBe(
      '{"model":"sample-one-2026","input":[{"role":"user","content":"How far is the moon?"}],"max_output_tokens":256}',
    );
  });

  test('joins system blocks with a blank line and drops their breakpoints', () => {
    const body = built({ system: [block('Be brief.', true), block(' \n'), block('Be kind.')] });
    expect(body['instructions']).toBe('Be brief.\n\nBe kind.');
    expect(Object.keys(body)).toEqual(['model', 'instructions', 'input', 'max_output_tokens']);
  });

  test('keeps history as plain turns and gives files to the last turn only', () => {
    const body = built({
      turns: [turn('user', 'Hi'), turn('assistant', 'Hello'), turn('user', 'What is this?')],
      attachments: [file('a.pdf', 'application/pdf', 'JVBE'), file('b.png', 'image/png', 'iVBO')],
    });
    expect(body['input']).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      {
        role: 'user',
        content: [
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' },
          { type: 'input_image', image_url: 'data:image/png;base64,iVBO', detail: 'auto' },
          { type: 'input_text', text: 'What is this?' },
        ],
      },
    ]);
  });

  test('sends the schema flat, and a manifest field beside it does not displace it', () => {
    const schema = { type: 'object', properties: {} };
    const body = built({ outputSchema: schema, fields: new Map([['/text/verbosity', 'low']]) });
    expect(body['text']).toEqual({
      format: { type: 'json_schema', name: 'structured_output', schema, strict: true },
      verbosity: 'low',
    });
  });
});

const message = (...content: readonly unknown[]) => ({ type: 'message', role: 'assistant', content });
const written = (text: string) => ({ type: 'output_text', text });
const read = (reply: unknown) => plugin.readReply(reply, sampleCall());

describe('reply', () => {
  test.each([
    [
      'text of several messages',
      { status: 'completed', output: [message(written('a')), message(written('b'))] },
      endedReply('ab', 'stop', false),
    ],
    ['no status', { output: [message(written('a'))] }, endedReply('a', 'stop', false)],
    ['an empty answer', { status: 'completed', output: [] }, endedReply('', 'stop', false)],
    [
      'only reasoning, cut off',
      {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [{ type: 'reasoning' }],
      },
      endedReply('', 'length', true),
    ],
    [
      'a filtered answer',
      {
        status: 'incomplete',
        incomplete_details: { reason: 'content_filter' },
        output: [message(written('a'))],
      },
      endedReply('a', 'refused', false),
    ],
    [
      'a refusal in words',
      { status: 'completed', output: [message({ type: 'refusal', refusal: 'No.' })] },
      endedReply('No.', 'refused', false),
    ],
    [
      'text before a refusal',
      { status: 'completed', output: [message(written('Well. '), { type: 'refusal', refusal: 'No.' })] },
      endedReply('Well. ', 'refused', false),
    ],
    [
      'the final answer without the commentary',
      {
        status: 'completed',
        output: [
          { ...message(written('Looking.')), phase: 'commentary' },
          { ...message(written('42')), phase: 'final_answer' },
        ],
      },
      endedReply('42', 'stop', false),
    ],
    [
      'commentary where nothing else came',
      { status: 'completed', output: [{ ...message(written('Looking.')), phase: 'commentary' }] },
      endedReply('Looking.', 'stop', false),
    ],
    [
      'unknown parts',
      {
        status: 'completed',
        output: [7, message({ type: 'image' }, written('a'), { type: 'output_text', text: 9 })],
      },
      endedReply('a', 'stop', false),
    ],
  ] as const)('reads %s', (_name, reply, expected) => {
    expect(read(reply)).toEqual(expected);
  });

  test.each([
    ['rate_limit_exceeded', 'rate_limited'],
    ['server_error', 'unavailable'],
    ['invalid_prompt', 'refused'],
    ['bio_policy', 'refused'],
    ['image_content_policy_violation', 'refused'],
    ['invalid_image_format', 'rejected'],
    ['image_too_large', 'rejected'],
    ['data_residency_mismatch', 'rejected'],
    ['context_length_exceeded', 'context_too_long'],
    ['something_new', 'unavailable'],
  ] as const)('a run that failed with %s is %s, although HTTP said 200', (code, expected) => {
    expect(
      read({ status: 'failed', error: { code, message: 'x' }, output: [message(written('half'))] }),
    ).toEqual({ fault: { code: expected } });
  });

  test('a failed run whose quota is used up is not worth another try', () => {
    expect(read({ status: 'failed', error: { code: 'insufficient_quota' } })).toEqual({
      fault: { code: 'rate_limited', retryable: false },
    });
  });

  test.each([
    [
      'filtered without a word',
      { status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [] },
      'refused',
    ],
    [
      'failed without saying why',
      { status: 'failed', error: null, output: [message(written('half'))] },
      'unavailable',
    ],
    ['cancelled', { status: 'cancelled', output: [] }, 'unavailable'],
    ['still running', { status: 'in_progress', output: [message(written('ha'))] }, 'malformed_reply'],
    ['no output', { status: 'completed' }, 'malformed_reply'],
    ['output of another type', { status: 'completed', output: {} }, 'malformed_reply'],
    ['an empty object', {}, 'malformed_reply'],
    ['null', null, 'malformed_reply'],
    ['a page of HTML', '<html>', 'malformed_reply'],
  ] as const)('is a fault when %s', (_name, reply, code) => {
    expect(read(reply)).toEqual({ fault: { code } });
  });
});
