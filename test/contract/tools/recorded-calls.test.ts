import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallDelta, JsonObject, ModelCall, ReplyCall, Tools, Turn } from '../../../core/contract.ts';
import { inputOf } from '../../../core/tools/call-input.ts';
import { EventBuffer } from '../../../core/upstream/receive/event-buffer.ts';
import { createEventReader } from '../../../core/workers/replies/read-event.ts';
import chatCompletions from '../../../plugins/chat-completions.ts';
import converse from '../../../plugins/converse.ts';
import generateContent from '../../../plugins/generate-content.ts';
import messages from '../../../plugins/messages.ts';
import responses from '../../../plugins/responses.ts';
import { binaryEvent, cutAt, sse } from '../../support/streams/event-bytes.ts';
import { cases } from '../../support/whole-run.ts';
import { turn } from '../../../core/plugin-check/sample-entry.ts';
import { sampleCall } from '../sample-call.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/recorded-tools');
const MAX_BYTES = 1_000_000;

type Plugin =
  | typeof chatCompletions
  | typeof converse
  | typeof generateContent
  | typeof messages
  | typeof responses;

function read(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}

const TOOLS: Tools = {
  functions: [{ name: 'weather', strict: false }],
  choice: 'auto',
  parallel: true,
};
const call = sampleCall({ tools: TOOLS });

function bytesOf(plugin: Plugin, events: readonly unknown[]): Buffer {
  const frames = events
    .filter((event) => typeof event === 'object' && event !== null)
    .map((event) => {
      if (plugin.stream.framing === 'sse') return Buffer.from(sse('', event).replace('event: \n', ''));
      const [[name, data] = ['', {}]] = Object.entries(event);
      return binaryEvent(name, data);
    });
  return Buffer.concat(frames);
}

/** @returns the calls of the stream, and those of the whole reply. */
async function fold(plugin: Plugin, chunks: readonly Buffer[]) {
  const { stream } = plugin;
  const buffer = new EventBuffer(stream.framing, MAX_BYTES);
  const readEvents = await createEventReader(stream.framing);
  const deltas: CallDelta[] = [];
  let reply: unknown;
  for (const chunk of chunks) {
    buffer.append(chunk);
    for (let found = buffer.next(); found !== undefined; found = buffer.next())
      for (const event of readEvents(found.bytes)) {
        if (event === 'done') continue;
        const step = stream.fold(reply, { name: event.name, data: JSON.parse(event.json) }, call);
        reply = step.reply;
        deltas.push(...(step.calls ?? []));
      }
  }
  const whole = plugin.readReply(reply, call);
  return { streamed: sumOf(deltas), calls: 'calls' in whole ? whole.calls : undefined };
}

function sumOf(deltas: readonly CallDelta[]): readonly ReplyCall[] {
  const calls: ReplyCall[] = [];
  for (const { index, begins, arguments: piece } of deltas) {
    const begun = calls[index];
    // A call begins once, in order.
    expect(begins === undefined).toBe(begun !== undefined);
    if (begins !== undefined) expect(index).toBe(calls.length);
    calls[index] =
      begun === undefined
        ? { ...begins!, arguments: piece }
        : { ...begun, arguments: begun.arguments + piece };
  }
  return calls.map((one) => ({ ...one, arguments: one.arguments === '' ? '{}' : one.arguments }));
}

/** Read off the recordings by hand: name and arguments. */
const STREAMS: readonly (readonly [file: string, Plugin, calls: readonly (readonly [string, string])[]])[] = [
  ['chat-mistral', chatCompletions, [['weather', '{"location": "San Francisco"}']]],
  // The model left out the place.
  ['chat-groq', chatCompletions, [['weather', '{}']]],
  ['chat-deepseek', chatCompletions, [['weather', '{"location": "San Francisco"}']]],
  ['chat-xai', chatCompletions, [['weather', '{"location":"San Francisco"}']]],
  ['responses-azure', responses, [['weather', '{"location":"San Francisco"}']]],
  ['gemini', generateContent, [['weather', '{"location":"San Francisco"}']]],
];

function eventsOf(file: string): readonly unknown[] {
  if (!file.includes('loop'))
    return read(`${file}.jsonl`)
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
  const [first] = exchanges(file);
  return first.events ?? [];
}

interface Exchange {
  readonly request: { readonly body: JsonObject };
  readonly reply?: unknown;
  readonly events?: readonly unknown[];
}

function exchanges(file: string): readonly [Exchange, Exchange] {
  const list: readonly [Exchange, Exchange] = JSON.parse(read(`${file}.exchange.json`));
  return list;
}

const ALL: readonly (readonly [string, Plugin])[] = [
  ...STREAMS.map(([file, plugin]) => [file, plugin] as const),
  ['chat-mistral-incremental', chatCompletions],
  ['messages', messages],
  ['chat-openai-loop.stream', chatCompletions],
  ['responses-loop.stream', responses],
  ['messages-loop.stream', messages],
  ['converse-nova-loop.stream', converse],
];

describe('a recorded stream with calls', () => {
  test.each(STREAMS)('%s has its calls', async (file, plugin, expected) => {
    const { streamed } = await fold(plugin, [bytesOf(plugin, eventsOf(file))]);
    expect(streamed.map(({ name, arguments: text }) => [name, text])).toEqual(expected);
  });

  test.each(ALL)(
    '%s tells what its whole reply has, cut at every byte and anywhere',
    async (file, plugin) => {
      const bytes = bytesOf(plugin, eventsOf(file));
      const { streamed, calls } = await fold(plugin, [bytes]);
      expect(streamed.length).toBeGreaterThan(0);
      expect(streamed).toEqual(calls);
      expect(streamed.every(({ name }) => name !== '')).toBe(true);
      const single = await fold(
        plugin,
        cutAt(
          bytes,
          Array.from(bytes, (_, index) => index),
        ),
      );
      expect(single.streamed).toEqual(streamed);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(), { maxLength: 6 }), async (places) => {
          expect((await fold(plugin, cutAt(bytes, places))).streamed).toEqual(streamed);
        }),
        { numRuns: cases(20) },
      );
    },
  );
});

describe('a recorded whole reply with calls', () => {
  test.each([
    ['chat-mistral', chatCompletions],
    ['chat-deepseek', chatCompletions],
    ['chat-xai', chatCompletions],
    ['responses-azure', responses],
    ['gemini', generateContent],
    ['messages', messages],
  ] as const)('%s has one with arguments', (file, plugin) => {
    const reply = plugin.readReply(JSON.parse(read(`${file}.json`)), call);
    if (!('calls' in reply) || reply.calls === undefined) throw new Error('no calls');
    expect(reply.finishReason).toBe('stop');
    expect(reply.calls).toHaveLength(1);
    expect(Object.keys(inputOf(reply.calls[0]?.arguments ?? ''))).not.toEqual([]);
  });
});

/** The next request of a loop whose calls were answered. */
function nextCall(plugin: Plugin, reply: unknown): ModelCall {
  const read = plugin.readReply(reply, call);
  const calls = 'calls' in read ? (read.calls ?? []) : [];
  const turns: readonly Turn[] = [
    turn('user', 'Go.'),
    {
      ...turn('assistant', 'text' in read ? read.text : ''),
      calls: calls.map((one) => ({ ...one, input: inputOf(one.arguments) })),
    },
    {
      ...turn('user', ''),
      results: calls.map(({ id, name }) => ({ id, name, content: 'Sunny.', isError: false })),
    },
  ];
  return sampleCall({ tools: TOOLS, turns });
}

describe('the data that a provider wants back', () => {
  test('signed thinking comes before its call', () => {
    const [first] = exchanges('messages-thinking');
    const { body } = messages.buildRequest(nextCall(messages, first.reply));
    const { content } = first.reply as { readonly content: readonly JsonObject[] };
    const thinking = content.filter(({ type }) => type === 'thinking');
    expect(thinking).toHaveLength(1);
    expect(body).toMatchObject({
      messages: [{}, { content: expect.arrayContaining(thinking) }, { content: [{ type: 'tool_result' }] }],
    });
  });

  test('encrypted reasoning comes before its calls', () => {
    const [first] = exchanges('responses-parallel-encrypted');
    const { body } = responses.buildRequest(nextCall(responses, first.reply));
    const { output } = first.reply as { readonly output: readonly JsonObject[] };
    const [reasoning] = output;
    expect(body).toMatchObject({
      include: ['reasoning.encrypted_content'],
      input: [
        {},
        { type: 'reasoning', encrypted_content: reasoning?.['encrypted_content'] },
        { type: 'function_call' },
        { type: 'function_call' },
        { type: 'function_call_output' },
        { type: 'function_call_output' },
      ],
    });
  });

  test('a call has its signature, or the documented value if the signature was lost', () => {
    const [first, second] = exchanges('gemini-3.1-signature');
    const next = nextCall(generateContent, first.reply);
    const { contents } = second.request.body as {
      readonly contents: readonly { readonly parts: readonly JsonObject[] }[];
    };
    const signature = contents[1]?.parts.find((part) => 'functionCall' in part)?.['thoughtSignature'];
    expect(signature).toBeTypeOf('string');
    const part = (signed: unknown) => ({
      parts: [{ functionCall: { name: 'weather' }, thoughtSignature: signed }],
    });
    expect(generateContent.buildRequest(next).body).toMatchObject({ contents: [{}, part(signature), {}] });
    const lost = next.turns.map((one) => ({
      ...one,
      ...(one.calls !== undefined && { calls: one.calls.map(({ carried: _lost, ...rest }) => rest) }),
    }));
    expect(generateContent.buildRequest({ ...next, turns: lost }).body).toMatchObject({
      contents: [{}, part('skip_thought_signature_validator'), {}],
    });
  });
});

test('Gemini gets names that begin with a letter, and gives back the caller’s', () => {
  const functions = ['1st', '_1st', 'plain'].map((name) => ({ name, strict: false }));
  const named = sampleCall({ tools: { ...TOOLS, functions } });
  expect(generateContent.buildRequest(named).body).toMatchObject({
    tools: [{ functionDeclarations: [{ name: '__1st' }, { name: '_1st' }, { name: 'plain' }] }],
  });
  const parts = ['__1st', '_1st'].map((name) => ({ functionCall: { name } }));
  const reply = { candidates: [{ content: { parts }, finishReason: 'STOP' }] };
  expect(generateContent.readReply(reply, named)).toMatchObject({
    calls: [{ name: '1st', arguments: '{}' }, { name: '_1st' }],
  });
});
