import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ModelCall, StreamEvent } from '../../../core/contract.ts';
import { isReply } from '../../../core/plugin-check/reply-checks.ts';
import chatCompletions from '../../../plugins/chat-completions.ts';
import converse from '../../../plugins/converse.ts';
import generateContent from '../../../plugins/generate-content.ts';
import messages from '../../../plugins/messages.ts';
import responses from '../../../plugins/responses.ts';
import { sampleModel } from '../../../core/plugin-check/sample-entry.ts';
import { sampleCall } from '../sample-call.ts';
import { damagedJson } from '../damaged-json.ts';
import { foldStream, readRecording, type Streaming } from './fold-stream.ts';
import { cases } from '../../support/whole-run.ts';

const RECORDINGS: readonly (readonly [Streaming, readonly string[]])[] = [
  [
    chatCompletions,
    ['azure-model-router.1', 'mistral-reasoning', 'xai-text', 'cerebras-structured-output-tools.1'],
  ],
  [messages, ['anthropic-text', 'anthropic-json-tool.1', 'spliced-message-start']],
  [generateContent, ['google-text']],
  [converse, ['amazon-bedrock-reasoning', 'amazon-bedrock-json-tool.1']],
  [responses, ['openai-phase.1', 'openai-error.1']],
];
const recordings = RECORDINGS.flatMap(([plugin, files]) =>
  files.map((file) => ({ file, plugin, events: readRecording(file, plugin.stream.framing) })),
);

const plain = sampleCall();
const forced = sampleCall({ model: sampleModel({ schemaEnforcement: 'forcedTool' }), outputSchema: {} });

/** Some events of a recording in any order, some of them with a hostile value at one place. */
function damaged(events: readonly StreamEvent[]): fc.Arbitrary<readonly StreamEvent[]> {
  const some = events.filter(({ data }) => JSON.stringify(data).length < 2_000);
  const one = fc
    .constantFrom(...some)
    .chain((event) => damagedJson(event.data).map((data) => ({ ...event, data })));
  return fc.array(fc.oneof(fc.constantFrom(...some), one), { maxLength: 30 });
}

/** Folds all events, also those after the last step. @returns the reply. */
async function foldAll(plugin: Streaming, events: readonly StreamEvent[], call: ModelCall): Promise<unknown> {
  let reply: unknown;
  for (const event of events) {
    const step = plugin.stream.fold(reply, structuredClone(event), call);
    expect(typeof (step.text ?? '')).toBe('string');
    expect(typeof (step.reasoning ?? '')).toBe('string');
    reply = step.reply;
    expect(isReply(await plugin.readReply(reply, call))).toBe(true);
  }
  return reply;
}

test.each(recordings)(
  '$file: any events in any order are folded without throwing',
  async ({ plugin, events }) => {
    await fc.assert(
      fc.asyncProperty(damaged(events), fc.constantFrom(plain, forced), async (some, call) => {
        const reply = await foldAll(plugin, some, call);
        // No number decides the size of the reply, which is bounded by the size of the events.
        expect(JSON.stringify(reply ?? '').length).toBeLessThan(JSON.stringify(some).length * 2 + 1_000);
      }),
      { numRuns: cases(60) },
    );
  },
);

describe('a provider that', () => {
  const delta = (text: string, index: unknown = 0): Readonly<Record<string, readonly StreamEvent[]>> => ({
    messages: [
      { name: '', data: { type: 'content_block_delta', index, delta: { type: 'text_delta', text } } },
    ],
    converse: [{ name: 'contentBlockDelta', data: { contentBlockIndex: index, delta: { text } } }],
    responses: [
      {
        name: '',
        data: { type: 'response.output_text.delta', output_index: index, content_index: index, delta: text },
      },
    ],
    'chat-completions': [{ name: '', data: { choices: [{ delta: { content: text } }] } }],
    'generate-content': [
      { name: '', data: { candidates: [{ content: { parts: [{ text }], role: 'model' } }] } },
    ],
  });
  const ends: Readonly<Record<string, readonly StreamEvent[]>> = {
    messages: [
      { name: '', data: { type: 'message_delta', delta: { stop_reason: 'end_turn' } } },
      { name: '', data: { type: 'message_stop' } },
    ],
    converse: [
      { name: 'messageStop', data: { stopReason: 'end_turn' } },
      { name: 'metadata', data: { usage: {} } },
    ],
    responses: [{ name: 'response.completed', data: { response: { status: 'completed', output: [] } } }],
    'chat-completions': [{ name: '', data: { choices: [{ delta: {}, finish_reason: 'stop' }], usage: {} } }],
    'generate-content': [{ name: '', data: { candidates: [{ finishReason: 'STOP' }] } }],
  };
  const formats: readonly (readonly [string, Streaming])[] = [
    ['messages', messages],
    ['converse', converse],
    ['responses', responses],
    ['chat-completions', chatCompletions],
    ['generate-content', generateContent],
  ];
  const eventsOf = (name: string, texts: readonly string[], index?: unknown): readonly StreamEvent[] => [
    ...texts.flatMap((text) => delta(text, index)[name] ?? []),
    ...(ends[name] ?? []),
  ];

  test.each(formats)('sends no starts is understood: %s', async (name, plugin) => {
    const folded = foldStream(plugin.stream, eventsOf(name, ['Hel', 'lo']), plain);
    expect(await plugin.readReply(folded.reply, plain)).toMatchObject({
      text: 'Hello',
      finishReason: 'stop',
    });
    expect(folded).toMatchObject({ text: 'Hello', restarts: 0 });
  });

  test.each(formats)('numbers a block 1e9 costs no memory: %s', async (name, plugin) => {
    const folded = foldStream(plugin.stream, eventsOf(name, ['a', 'b'], 1e9), plain);
    expect(JSON.stringify(folded.reply).length).toBeLessThan(500);
    expect(folded.text).toBe('ab');
  });

  test.each(formats)('sends a long answer in small pieces costs one step for each: %s', (name, plugin) => {
    // If each step took time in proportion to the answer, all would take minutes.
    const pieces = Array.from({ length: 50_000 }, () => 'twenty characters...');
    const [event] = delta(pieces[0] ?? '')[name] ?? [];
    let reply: unknown;
    let length = 0;
    for (let sent = 0; sent < pieces.length; sent += 1) {
      // The event is not copied, because these folds do not change it.
      const step = plugin.stream.fold(reply, event ?? { name, data: {} }, plain);
      reply = step.reply;
      length += step.text?.length ?? 0;
    }
    expect(length).toBe(1_000_000);
  });

  const many: Readonly<Record<string, (index: number) => StreamEvent>> = {
    messages: (index) => ({
      name: '',
      data: { type: 'content_block_start', index, content_block: { type: 'text', text: 'x' } },
    }),
    converse: (index) => ({
      name: 'contentBlockDelta',
      data: { contentBlockIndex: index, delta: { text: 'x' } },
    }),
    responses: (index) => ({
      name: '',
      data: { type: 'response.output_item.added', output_index: index, item: { type: 'message' } },
    }),
    'chat-completions': (index) => ({
      name: '',
      data: { usage: { prompt_tokens: 9 }, choices: [{ delta: { tool_calls: [{ index }] } }] },
    }),
    'generate-content': (index) => ({
      name: '',
      data: { candidates: [{ content: { parts: [{ functionCall: { name: `f${index}` } }] } }] },
    }),
  };
  test.each(formats)('sends a thousand blocks is not read on: %s', async (name, plugin) => {
    const events = Array.from({ length: 1_000 }, (_, index) => many[name]?.(index) ?? { name: '', data: {} });
    const folded = foldStream(plugin.stream, events, plain);
    expect(folded.lastAt).toBe(512);
    expect(await plugin.readReply(folded.reply, plain)).toEqual({ fault: { code: 'malformed_reply' } });
    if (name === 'chat-completions') expect(folded.reply).toMatchObject({ usage: { prompt_tokens: 9 } });
  });

  test('numbers its blocks with lists has one block, because lists do not count as numbers', () => {
    const events = Array.from({ length: 600 }, (_, index) => ({
      name: '',
      data: { choices: [{ delta: { tool_calls: [{ index: [{}, index] }] } }] },
    }));
    const { lastAt, reply } = foldStream(chatCompletions.stream, events, plain);
    expect(lastAt).toBeUndefined();
    expect(reply).toMatchObject({ choices: [{ message: { tool_calls: [{}] } }] });
  });

  test.each<[string, Streaming, StreamEvent]>([
    [
      'messages',
      messages,
      { name: '', data: own({ type: 'message_start', message: own({ usage: own({}) }) }) },
    ],
    ['messages', messages, { name: '', data: { type: 'message_delta', delta: own({}), usage: own({}) } }],
    ['converse', converse, { name: 'metadata', data: own({ usage: own({}) }) }],
    ['responses', responses, { name: '', data: { type: 'response.completed', response: own({}) } }],
    ['chat-completions', chatCompletions, { name: '', data: own({ choices: [own({ delta: own({}) })] }) }],
    [
      'generate-content',
      generateContent,
      { name: '', data: own({ candidates: [own({ content: own({}) })] }) },
    ],
  ])('names a member __proto__ changes no prototype: %s', (_name, plugin, event) => {
    const { reply } = plugin.stream.fold(undefined, event, plain);
    expectPlain(reply);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

/** Adds an own member `__proto__`, as JSON.parse does. */
function own(value: object): object {
  return Object.defineProperty(value, '__proto__', {
    value: { polluted: true },
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function expectPlain(value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  for (const name of Object.keys(value)) if (name !== '__proto__') expectPlain(Reflect.get(value, name));
}
