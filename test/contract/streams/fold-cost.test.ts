import { describe, expect, test } from 'vitest';
import type { ModelCall, StreamEvent } from '../../../core/contract.ts';
import chatCompletions from '../../../plugins/chat-completions.ts';
import converse from '../../../plugins/converse.ts';
import generateContent from '../../../plugins/generate-content.ts';
import messages from '../../../plugins/messages.ts';
import responses from '../../../plugins/responses.ts';
import { sampleModel } from '../../../core/plugin-check/sample-entry.ts';
import { sampleCall } from '../sample-call.ts';
import type { Streaming } from './fold-stream.ts';

const plain = sampleCall();
const forced = sampleCall({ model: sampleModel({ schemaEnforcement: 'forcedTool' }), outputSchema: {} });

/** The blocks of a reply, or its characters in thousands. */
const [SMALL, LARGE] = [8, 480];
const EVENTS = 400;
const ROUNDS = 9;
/** Work that grows with the reply would take sixty times as long for the large one. */
const MOST_TIMES = 3;

const TEXT = 'x'.repeat(1_000);
const each = (count: number, event: (place: number) => StreamEvent): readonly StreamEvent[] =>
  Array.from({ length: count }, (_, place) => event(place));
const sse = (type: string, rest: object): StreamEvent => ({ name: type, data: { type, ...rest } });

interface Case {
  readonly plugin: Streaming;
  readonly call?: ModelCall;
  /** Makes a reply of that size. */
  readonly before: (size: number) => readonly StreamEvent[];
  /** Short events, sent again and again. */
  readonly again: readonly StreamEvent[];
}

const message = { type: 'message', role: 'assistant' };
const partOfText = (size: number) =>
  each(size, () => sse('response.output_text.delta', { output_index: 0, content_index: 0, delta: TEXT }));

const CASES: Readonly<Record<string, Case>> = {
  'responses: an item that ends again and again': {
    plugin: responses,
    before: (size) =>
      each(size, (place) =>
        sse('response.output_text.delta', { output_index: 0, content_index: place % 31, delta: TEXT }),
      ),
    again: [sse('response.output_item.done', { output_index: 0, item: message })],
  },
  'responses: a text that ends and goes on': {
    plugin: responses,
    before: partOfText,
    again: [
      sse('response.output_text.delta', { output_index: 0, content_index: 0, delta: 'x' }),
      sse('response.output_text.done', { output_index: 0, content_index: 0, text: '' }),
    ],
  },
  'responses: words of the first of many items': {
    plugin: responses,
    before: (size) =>
      each(size, (place) => sse('response.output_item.added', { output_index: place, item: message })),
    again: [sse('response.output_text.delta', { output_index: 0, content_index: 0, delta: 'x' })],
  },
  'responses: words of the last of many items': {
    plugin: responses,
    before: (size) =>
      each(size, (place) => sse('response.output_item.added', { output_index: size - place, item: message })),
    again: [sse('response.output_text.delta', { output_index: 1, content_index: 0, delta: 'x' })],
  },
  'responses: a refusal behind many parts': {
    plugin: responses,
    before: (size) =>
      each(size, (place) =>
        sse('response.refusal.delta', { output_index: 0, content_index: place, delta: 'x' }),
      ),
    again: [sse('response.refusal.delta', { output_index: 0, content_index: 0, delta: 'x' })],
  },
  'responses: items of many types with one number': {
    plugin: responses,
    before: (size) =>
      each(size, (place) =>
        sse('response.output_item.added', { output_index: 0, item: { type: `type ${place}` } }),
      ),
    again: [sse('response.output_item.done', { output_index: 0, item: { type: 'type 0' } })],
  },
  'chat-completions: many tool calls': {
    plugin: chatCompletions,
    before: (size) => each(size, (index) => toolCall(index)),
    again: [toolCall(...Array.from({ length: 20 }, () => 0))],
  },
  'chat-completions: a long text': {
    plugin: chatCompletions,
    before: (size) => each(size, () => ({ name: '', data: chunk({ content: TEXT }) })),
    again: [{ name: '', data: chunk({ content: 'x', finish_reason: 'stop' }) }],
  },
  'messages: many blocks': {
    plugin: messages,
    before: (size) =>
      each(size, (index) =>
        sse('content_block_start', { index, content_block: { type: 'tool_use', input: {} } }),
      ),
    again: [sse('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: '1' } })],
  },
  'generate-content: many parts': {
    plugin: generateContent,
    before: (size) => each(size, (place) => candidate({ text: TEXT, thought: place % 2 === 0 })),
    again: [candidate({ text: 'x', thought: false })],
  },
  'converse: many blocks': {
    plugin: converse,
    before: (size) =>
      each(size, (contentBlockIndex) => ({
        name: 'contentBlockDelta',
        data: { contentBlockIndex, delta: { text: TEXT } },
      })),
    again: [{ name: 'contentBlockDelta', data: { contentBlockIndex: 0, delta: { text: 'x' } } }],
  },
  'converse: a message that stops again and again': {
    plugin: converse,
    call: forced,
    before: (size) =>
      each(size, (place) => ({
        name: 'contentBlockDelta',
        data: { contentBlockIndex: place % 9, delta: { toolUse: { input: TEXT } } },
      })),
    again: [{ name: 'messageStop', data: { stopReason: 'end_turn' } }],
  },
};

function chunk(delta: object): unknown {
  return { choices: [{ index: 0, delta }] };
}

function toolCall(...indices: readonly number[]): StreamEvent {
  const calls = indices.map((index) => ({ index, function: { arguments: '1' } }));
  return { name: '', data: chunk({ tool_calls: calls }) };
}

function candidate(part: object): StreamEvent {
  return { name: '', data: { candidates: [{ content: { parts: [part] } }] } };
}

/** @returns the milliseconds for the short events, the best of some rounds. */
function timesOf({ plugin, call = plain, before, again }: Case, sizes: readonly number[]): readonly number[] {
  const { fold } = plugin.stream;
  const replies = sizes.map((size) => {
    let reply: unknown;
    for (const event of before(size)) ({ reply } = fold(reply, structuredClone(event), call));
    return reply;
  });
  const best = sizes.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const index of sizes.keys()) {
      const events = Array.from({ length: EVENTS }, () => structuredClone(again)).flat();
      const startedAt = performance.now();
      for (const event of events) ({ reply: replies[index] } = fold(replies[index], event, call));
      best[index] = Math.min(best[index] ?? 0, performance.now() - startedAt);
    }
  }
  return best;
}

describe('an event is folded in the time of the event, whatever the reply has', () => {
  test.each(Object.keys(CASES))('%s', (name) => {
    const one = CASES[name];
    if (one === undefined) throw new Error('no case');
    const [small = 0, large = 0] = timesOf(one, [SMALL, LARGE]);
    expect(large / small).toBeLessThan(MOST_TIMES);
  });
});
