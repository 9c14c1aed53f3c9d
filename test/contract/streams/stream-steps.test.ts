import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StreamEvent } from '../../../core/contract.ts';
import { createUsageReader } from '../../../core/billing/read-usage.ts';
import chatCompletions from '../../../plugins/chat-completions.ts';
import converse from '../../../plugins/converse.ts';
import generateContent from '../../../plugins/generate-content.ts';
import messages from '../../../plugins/messages.ts';
import responses from '../../../plugins/responses.ts';
import { registryOnDisk } from '../registry-on-disk.ts';
import { sampleModel } from '../../../core/plugin-check/sample-entry.ts';
import { sampleCall } from '../sample-call.ts';
import { foldStream, readRecording, type Streaming } from './fold-stream.ts';

const plain = sampleCall();
const forced = sampleCall({ model: sampleModel({ schemaEnforcement: 'forcedTool' }), outputSchema: {} });

describe('a failure in the middle of a stream', () => {
  const begun = { choices: [{ delta: { content: 'Hel' } }] };
  test.each<[string, Streaming, readonly StreamEvent[], unknown]>([
    [
      'messages',
      messages,
      [
        { name: '', data: { type: 'message_start', message: { usage: { input_tokens: 3 } } } },
        {
          name: 'error',
          data: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
        },
      ],
      { code: 'overloaded' },
    ],
    [
      'chat-completions, an object',
      chatCompletions,
      [
        { name: '', data: begun },
        { name: '', data: { error: { code: 'rate_limit_exceeded' } } },
      ],
      { code: 'rate_limited' },
    ],
    [
      'chat-completions, a text',
      chatCompletions,
      [
        { name: '', data: begun },
        { name: '', data: { code: 'Some resource has been exhausted', error: 'Later' } },
      ],
      { code: 'rate_limited' },
    ],
    [
      'chat-completions, flat',
      chatCompletions,
      [
        { name: '', data: begun },
        { name: 'error', data: { code: 'queue_exceeded', message: 'Too many' } },
      ],
      { code: 'overloaded' },
    ],
    [
      'chat-completions, with the status it would have had',
      chatCompletions,
      [
        { name: '', data: begun },
        {
          name: 'error',
          data: { error: { message: 'No', type: 'invalid_request_error', status_code: 400 } },
        },
      ],
      { code: 'rejected' },
    ],
    [
      'generate-content',
      generateContent,
      [{ name: '', data: { error: { code: 503, status: 'UNAVAILABLE' } } }],
      { code: 'overloaded' },
    ],
    ...(
      [
        ['throttlingException', { code: 'rate_limited' }],
        ['modelStreamErrorException', { code: 'unavailable' }],
        ['internalServerException', { code: 'unavailable' }],
        ['serviceUnavailableException', { code: 'overloaded' }],
        ['validationException', { code: 'rejected' }],
      ] as const
    ).map(([name, fault]): [string, Streaming, readonly StreamEvent[], unknown] => [
      `converse, ${name}`,
      converse,
      [
        { name: 'messageStart', data: {} },
        { name, data: { message: 'No.' } },
      ],
      fault,
    ]),
    [
      'responses',
      responses,
      [
        {
          name: 'response.failed',
          data: { response: { status: 'failed', error: { code: 'server_error' } } },
        },
      ],
      { code: 'unavailable' },
    ],
    [
      'responses, an error and nothing after it',
      responses,
      [{ name: 'error', data: { type: 'error', code: 'rate_limit_exceeded', message: 'Later' } }],
      { code: 'rate_limited' },
    ],
  ])('is read as the fault it is: %s', async (_name, plugin, events, fault) => {
    const folded = foldStream(plugin.stream, events, plain);
    expect(folded.endableAt).toBe(events.length - 1);
    expect(await plugin.readReply(folded.reply, plain)).toEqual({ fault });
  });

  test('keeps the usage that has come', () => {
    const start = { type: 'message_start', message: { usage: { input_tokens: 3 } } };
    const events = [
      { name: '', data: start },
      { name: '', data: { type: 'error', error: {} } },
    ];
    expect(foldStream(messages.stream, events, plain).reply).toMatchObject({ usage: { input_tokens: 3 } });
  });
});

test('a blocked prompt ends without an answer', async () => {
  const data = { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 4 } };
  const folded = foldStream(generateContent.stream, [{ name: '', data }], plain);
  expect(folded.endableAt).toBe(0);
  expect(generateContent.readReply(folded.reply, plain)).toEqual({ fault: { code: 'refused' } });
});

test('a start that comes twice is one start', async () => {
  const events = readRecording('anthropic-text', 'sse').flatMap((event) =>
    ['content_block_start', 'message_start'].includes(event.name) ? [event, event] : [event],
  );
  const folded = foldStream(messages.stream, events, plain);
  expect(folded.restarts).toBe(0);
  expect(messages.readReply(folded.reply, plain)).toMatchObject({
    text: folded.text,
    finishReason: 'stop',
  });
  expect(folded.text).toHaveLength(108);
});

test.each<[string, Streaming, readonly StreamEvent[]]>([
  ['responses', responses, [{ name: 'response.created', data: {} }]],
  ['converse', converse, [{ name: 'messageStart', data: {} }]],
  ['messages', messages, [{ name: 'message_start', data: {} }]],
])('a start in the middle begins again: %s', (name, plugin, start) => {
  const deltas: Readonly<Record<string, StreamEvent>> = {
    responses: { name: 'response.output_text.delta', data: { delta: 'x' } },
    converse: { name: 'contentBlockDelta', data: { delta: { text: 'x' } } },
    messages: { name: 'content_block_delta', data: { delta: { type: 'text_delta', text: 'x' } } },
  };
  const delta = deltas[name] ?? { name: '', data: {} };
  const folded = foldStream(plugin.stream, [...start, delta, delta, ...start, delta], plain);
  expect(folded).toMatchObject({ text: 'x', restarts: 1 });
});

test('text beside a forced tool is withheld until no tool follows', async () => {
  const says = (text: string): StreamEvent => ({
    name: 'contentBlockDelta',
    data: { contentBlockIndex: 0, delta: { text } },
  });
  const input = (piece: string): StreamEvent => ({
    name: 'contentBlockDelta',
    data: { contentBlockIndex: 1, delta: { toolUse: { input: piece } } },
  });
  const start = { toolUse: { toolUseId: 't', name: 'structured_output' } };
  const tool: StreamEvent = { name: 'contentBlockStart', data: { contentBlockIndex: 1, start } };
  const stop: StreamEvent = { name: 'messageStop', data: { stopReason: 'tool_use' } };
  const steps = (events: readonly StreamEvent[]): readonly unknown[] => {
    let reply: unknown;
    return events.map((event) => {
      const step = converse.stream.fold(reply, structuredClone(event), forced);
      reply = step.reply;
      return step.text;
    });
  };
  expect(steps([says('<thinking>'), tool, input('{ "a": '), input('1.0 }'), stop])).toEqual([
    '',
    undefined,
    '',
    '',
    '{"a":1}',
  ]);
  expect(steps([says('I '), says('cannot.'), stop])).toEqual(['', '', 'I cannot.']);
});

test('a response whose last event has no output consists of its deltas', async () => {
  const events = readRecording('openai-phase.1', 'sse').map((event) =>
    event.name === 'response.completed'
      ? { ...event, data: { response: { status: 'completed', usage: { input_tokens: 1 } } } }
      : event,
  );
  const folded = foldStream(responses.stream, events, plain);
  expect(responses.readReply(folded.reply, plain)).toMatchObject({ text: folded.text });
  expect(folded.text).toHaveLength(1_485);
  expect(folded.reply).toMatchObject({ usage: { input_tokens: 1 } });
});

const chunk = (delta: unknown): StreamEvent => ({ name: '', data: { choices: [{ delta }] } });
const finished: StreamEvent = {
  name: '',
  data: { choices: [{ delta: {}, finish_reason: 'stop' }], usage: {} },
};
test.each([
  [
    'a text that goes on as parts',
    [{ content: 'a' }, { content: [{ type: 'text', text: 'b' }] }, { content: 'c' }],
    { text: 'abc', reasoning: '' },
  ],
  ['reasoning under both names', [{ reasoning: 'x', reasoning_content: 'x' }], { text: '', reasoning: 'x' }],
  ['a refusal behind a text', [{ content: 'a' }, { refusal: 'b' }], { text: 'a', reasoning: '' }],
])('chat-completions: %s', async (_name, deltas, expected) => {
  const folded = foldStream(chatCompletions.stream, [...deltas.map(chunk), finished], plain);
  expect(folded).toMatchObject(expected);
  expect(chatCompletions.readReply(folded.reply, plain)).toMatchObject({ text: expected.text });
});

test('responses: a refusal behind a text is not the answer', async () => {
  const events: readonly StreamEvent[] = [
    { name: 'response.output_text.delta', data: { delta: 'a' } },
    { name: 'response.refusal.delta', data: { delta: 'b' } },
    { name: 'response.completed', data: {} },
  ];
  const folded = foldStream(responses.stream, events, plain);
  expect(folded.text).toBe('a');
  expect(responses.readReply(folded.reply, plain)).toMatchObject({ text: 'a' });
});

test('messages: a figure that is missing at the end keeps its value from the start', () => {
  const usage = { input_tokens: 3, cache_read_input_tokens: 2, output_tokens: 1 };
  const events: readonly StreamEvent[] = [
    { name: 'message_start', data: { message: { usage } } },
    { name: 'message_delta', data: { usage: { input_tokens: null, output_tokens: 5 } } },
  ];
  const { reply } = foldStream(messages.stream, events, plain);
  expect(reply).toMatchObject({ usage: { ...usage, output_tokens: 5 } });
});

test('messages: a tool’s input longer than any answer is not parsed', async () => {
  const name = 'structured_output';
  const events: readonly StreamEvent[] = [
    { name: 'content_block_start', data: { index: 0, content_block: { type: 'tool_use', name } } },
    ...[`{"a":"${'x'.repeat(1_048_576)}`, '"}'].map((partial_json) => ({
      name: 'content_block_delta',
      data: { index: 0, delta: { type: 'input_json_delta', partial_json } },
    })),
    { name: 'message_stop', data: {} },
  ];
  const folded = foldStream(messages.stream, events, forced);
  expect(folded.text).toBe('');
  expect(messages.readReply(folded.reply, forced)).toEqual({ fault: { code: 'malformed_reply' } });
});

test('generate-content: searches remain if the last event does not repeat them', () => {
  const grounded = (groundingMetadata: object): StreamEvent => ({
    name: '',
    data: { candidates: [{ content: { parts: [{ text: 'x' }] }, groundingMetadata }] },
  });
  const events = [grounded({ webSearchQueries: ['moon'] }), grounded({ groundingChunks: [] })];
  expect(foldStream(generateContent.stream, events, plain).reply).toMatchObject({
    candidates: [{ groundingMetadata: { webSearchQueries: ['moon'], groundingChunks: [] } }],
  });
});

test('generate-content: searches of all events are counted, each once, in any cut of the stream', () => {
  const { usage } = registryOnDisk.entries.find(({ provider }) => provider.id === 'google')?.provider ?? {};
  const grounded = (webSearchQueries: unknown): StreamEvent => ({
    name: '',
    data: {
      candidates: [{ content: { parts: [{ text: 'x' }] }, groundingMetadata: { webSearchQueries } }],
      usageMetadata: { promptTokenCount: 1 },
    },
  });
  const query = fc.constantFrom('moon', 'mars', 'sun', 'tide');
  fc.assert(
    fc.property(fc.array(fc.array(query), { minLength: 1 }), (lists) => {
      const { reply } = foldStream(generateContent.stream, lists.map(grounded), plain);
      expect(usage && createUsageReader(usage)(reply, false)?.searches).toBe(new Set(lists.flat()).size);
    }),
  );
});

test.each<[string, Streaming, readonly StreamEvent[]]>([
  [
    'messages',
    messages,
    ['text', 'partial_json'].map((name) => ({
      name: 'content_block_delta',
      data: {
        index: name,
        delta: { type: name === 'text' ? 'text_delta' : 'input_json_delta', [name]: name },
      },
    })),
  ],
  [
    'converse',
    converse,
    [{ text: 'text' }, { toolUse: { input: 'partial_json' } }].map((delta) => ({
      name: 'contentBlockDelta',
      data: { contentBlockIndex: delta.text, delta },
    })),
  ],
])(
  '%s: what a model writes beside and into a forced tool is withheld and counted',
  (_name, plugin, events) => {
    let reply: unknown;
    const steps = events.map((event) => {
      const step = plugin.stream.fold(reply, structuredClone(event), forced);
      reply = step.reply;
      return [step.text, step.withheld];
    });
    expect(steps).toEqual([
      ['', 'text'],
      ['', 'partial_json'],
    ]);
  },
);
