import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ModelCall, ModelReply, StreamEvent } from '../../../core/contract.ts';
import { createUsageReader, type Usage } from '../../../core/billing/read-usage.ts';
import { TextJoiner } from '../../../core/pipeline/call/streamed-reply.ts';
import type { RegistryEntry } from '../../../core/registry/registry.ts';
import type { RawEvent } from '../../../core/workers/replies/read-event.ts';
import chatCompletions from '../../../plugins/chat-completions.ts';
import { registryOnDisk } from '../registry-on-disk.ts';
import { sampleModel, sampleProvider } from '../../../core/plugin-check/sample-entry.ts';
import { sampleCall } from '../sample-call.ts';
import { foldStream, readRecording } from './fold-stream.ts';

interface Expected {
  readonly provider: string;
  /** The whole answer, or its beginning, end and length. */
  readonly text: string | { readonly begins: string; readonly ends: string; readonly length: number };
  readonly reasoning?: Expected['text'];
  readonly finish: Partial<ModelReply>;
  readonly usage: Partial<Usage> | undefined;
  /** The index of the event that is marked as the last, otherwise of the first after which the stream may end. */
  readonly end: { readonly lastAt: number } | { readonly endableAt: number };
  readonly restarts?: number;
}

const STOP = { finishReason: 'stop', thought: false } as const;
const THOUGHT = { finishReason: 'stop', thought: true } as const;
const NO_TOKENS = { tokensCached: 0, tokensCacheWrite: 0, searches: 0 };

/** Read off the recordings by hand. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  'amazon-bedrock-text': {
    provider: 'bedrock',
    text: 'Let me count the "r"s in "strawberry":\n\ns-t-**r**-a-w-b-e-**r**-**r**-y\n\nThere are **3** r\'s in "strawberry."',
    finish: STOP,
    usage: { ...NO_TOKENS, tokensIn: 22, tokensOut: 55, tokensReasoning: 0 },
    end: { lastAt: 15 },
  },
  'amazon-bedrock-reasoning': {
    provider: 'bedrock',
    text: 'There are **3** r\'s in "strawberry":\n\n1. st**r**awbe**r****r**y',
    reasoning: {
      begins: 'Let me count the r\'s in "strawberry":',
      ends: "\n\nSo there are 3 r's.",
      length: 116,
    },
    finish: THOUGHT,
    usage: { ...NO_TOKENS, tokensIn: 51, tokensOut: 94, tokensReasoning: null },
    end: { lastAt: 25 },
  },
  // Its tool is not ours, and it lacks the usage.
  'amazon-bedrock-json-tool.1': {
    provider: 'bedrock',
    text: '',
    finish: STOP,
    usage: undefined,
    end: { endableAt: 3 },
  },
  'anthropic-text': {
    provider: 'anthropic',
    text: "Hello! I'm doing well, thank you for asking. How are you doing today? Is there anything I can help you with?",
    finish: STOP,
    usage: { ...NO_TOKENS, tokensIn: 12, tokensOut: 30 },
    end: { lastAt: 11 },
  },
  'anthropic-json-output-format.1': {
    provider: 'anthropic',
    text: {
      begins: '{"characters":[{"name":"Theron Ironheart","class":"warrior"',
      ends: 'who deserves to be robbed."}]}',
      length: 1_267,
    },
    finish: STOP,
    usage: { ...NO_TOKENS, tokensIn: 313, tokensOut: 305 },
    end: { lastAt: 119 },
  },
  'anthropic-json-tool.1': {
    provider: 'anthropic',
    text: '',
    finish: STOP,
    usage: { ...NO_TOKENS, tokensIn: 849, tokensOut: 47 },
    end: { lastAt: 8 },
  },
  // The input counts 43 at the start and 61 at the end.
  'anthropic-message-delta-input-tokens': {
    provider: 'anthropic',
    text: 'pong',
    finish: STOP,
    usage: { ...NO_TOKENS, tokensIn: 61, tokensOut: 2 },
    end: { lastAt: 7 },
  },
  'anthropic-refusal': {
    provider: 'anthropic',
    text: '',
    finish: { fault: { code: 'refused' } },
    usage: { ...NO_TOKENS, tokensIn: 18, tokensOut: 5 },
    end: { lastAt: 3 },
  },
  'spliced-message-start': {
    provider: 'anthropic',
    text: '',
    reasoning: 'Let me call the tool.',
    finish: THOUGHT,
    usage: { ...NO_TOKENS, tokensIn: 17, tokensOut: 65 },
    end: { lastAt: 16 },
    restarts: 1,
  },
  'azure-model-router.1': {
    provider: 'sample',
    text: 'Capital of Denmark.',
    finish: STOP,
    usage: { ...NO_TOKENS, tokensIn: 15, tokensOut: 78, tokensReasoning: 64 },
    end: { lastAt: 7 },
  },
  // The first of two replies.
  'cerebras-structured-output-tools.1': {
    provider: 'cerebras',
    text: '',
    reasoning: {
      begins: 'The user is asking about a "magic number".',
      ends: 'call this function to get the magic number.',
      length: 423,
    },
    finish: THOUGHT,
    usage: { tokensIn: 322, tokensCached: 256, tokensOut: 104, tokensReasoning: 97 },
    end: { lastAt: 34 },
  },
  'deepseek-text.cut': {
    provider: 'deepseek',
    text: {
      begins: '## **Holiday Name:** Starlight Remembrance\n\n**Date:** The Saturday',
      ends: 'the stars are most vivid silent looking at',
      length: 183,
    },
    finish: { finishReason: 'length', thought: false },
    usage: { ...NO_TOKENS, tokensIn: 13, tokensOut: 400 },
    end: { lastAt: 43 },
  },
  'groq-text.cut': {
    provider: 'groq',
    text: {
      begins: 'Introducing "Luminaria" - a new holiday',
      ends: 'Luminaria is a joyous of light.',
      length: 171,
    },
    finish: STOP,
    usage: { ...NO_TOKENS, tokensIn: 45, tokensOut: 662 },
    end: { lastAt: 43 },
  },
  'mistral-text': {
    provider: 'mistral',
    text: 'Hello, world! This is a test response.',
    finish: STOP,
    usage: { ...NO_TOKENS, tokensIn: 13, tokensOut: 8 },
    end: { lastAt: 7 },
  },
  'mistral-reasoning': {
    provider: 'mistral',
    text: '2 + 2 = 4',
    reasoning: 'The user is asking for 2+2. This is basic arithmetic. 2+2=4.',
    finish: THOUGHT,
    usage: { ...NO_TOKENS, tokensIn: 10, tokensOut: 46, tokensReasoning: null },
    end: { lastAt: 3 },
  },
  // Its usage has the reasoning beside the completion.
  'xai-text': {
    provider: 'xai',
    text: 'Hello',
    reasoning: 'First, the user said',
    finish: THOUGHT,
    usage: { tokensIn: 12, tokensCached: 11, tokensOut: 291, tokensReasoning: 290 },
    end: { lastAt: 7 },
  },
  'google-text': {
    provider: 'google',
    text: 'There are **3** "r"s in strawberry.\n\nst**r**awbe**rr**y',
    finish: STOP,
    usage: { ...NO_TOKENS, tokensIn: 9, tokensOut: 23 + 185, tokensReasoning: 185 },
    end: { endableAt: 2 },
  },
  'google-reasoning-gemini3': {
    provider: 'google',
    text: 'There are **3** "r"s in strawberry.\n\nSt**r**awbe**rr**y',
    finish: STOP,
    usage: { ...NO_TOKENS, tokensIn: 9, tokensOut: 23 + 302, tokensReasoning: 302 },
    end: { endableAt: 2 },
  },
  // The final answer alone, without the commentary before it.
  'openai-phase.1': {
    provider: 'openai',
    text: {
      begins: 'Here are a few **AI headlines for today (Wednesday, February 25, 2026)**',
      ends: 'investor-grade morning brief with timestamps.',
      length: 1_485,
    },
    finish: STOP,
    usage: { tokensIn: 7_112, tokensCached: 3_072, tokensOut: 463, tokensReasoning: 64 },
    end: { lastAt: 16 },
  },
  'openai-error.1': {
    provider: 'openai',
    text: '',
    finish: { fault: { code: 'rate_limited', retryable: false } },
    usage: undefined,
    end: { lastAt: 3 },
  },
};

const names = Object.keys(EXPECTED);

function expectedOf(name: string): Expected {
  const expected = EXPECTED[name];
  if (expected === undefined) throw new Error(`write down what ${name} must give`);
  return expected;
}

function entryOf(provider: string): RegistryEntry {
  const entry = registryOnDisk.entries.find(({ model }) => model.provider === provider);
  return entry ?? { model: sampleModel(), provider: sampleProvider(), plugin: chatCompletions };
}

function replay(name: string, changes: Partial<ModelCall> = {}) {
  const entry = entryOf(expectedOf(name).provider);
  const { stream } = entry.plugin;
  if (stream === undefined) throw new Error(`${entry.provider.plugin} has no stream`);
  const call = sampleCall({ model: entry.model, provider: entry.provider, ...changes });
  const events = readRecording(name, stream.framing);
  return { entry, call, events, fold: (some: readonly StreamEvent[]) => foldStream(stream, some, call) };
}

function expectText(text: string, expected: Expected['text']): void {
  if (typeof expected === 'string') return expect(text).toBe(expected);
  expect(text.startsWith(expected.begins), text.slice(0, 80)).toBe(true);
  expect(text.endsWith(expected.ends), text.slice(-80)).toBe(true);
  expect(text).toHaveLength(expected.length);
}

test('every recording is read', () => {
  const folder = join(import.meta.dirname, '../../fixtures/recorded-streams');
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
  expect(files.map((file) => file.replace(/\.jsonl$/, '')).toSorted()).toEqual(names.toSorted());
});

describe.each(names)('%s', (name) => {
  const expected = expectedOf(name);

  test('gives its text, reasoning, end and usage', async () => {
    const { entry, call, events, fold } = replay(name);
    const folded = fold(events);
    const reply = await entry.plugin.readReply(folded.reply, call);
    expectText(folded.text, expected.text);
    expectText(folded.reasoning, expected.reasoning ?? '');
    expect(reply).toMatchObject(expected.finish);
    if ('text' in reply) expect(reply.text).toBe(folded.text);
    const usage = createUsageReader(entry.provider.usage)(folded.reply, 'thought' in reply && reply.thought);
    if (expected.usage === undefined) expect(usage).toBeUndefined();
    else expect(usage).toMatchObject(expected.usage);
    expect(folded).toMatchObject(expected.end);
    expect('lastAt' in expected.end || folded.lastAt === undefined).toBe(true);
    expect(folded.restarts).toBe(expected.restarts ?? 0);
  });

  test('is cut wherever it stops before its end', () => {
    const { events, fold } = replay(name);
    const whole = fold(events);
    const endableAt = whole.endableAt ?? 0;
    for (let length = 0; length <= endableAt; length += 1)
      expect(fold(events.slice(0, length)).endableAt).toBeUndefined();
    expect(fold(events.slice(0, endableAt + 1)).endableAt).toBe(endableAt);
  });
});

/** Folds like a stream without readers. @returns the reply, and the number of events that were joined with others. */
function foldJoined(name: string): { readonly reply: unknown; readonly joined: number } {
  const { entry, call, events } = replay(name);
  const { fold, comparable = (json: string) => json } = entry.plugin.stream!;
  const joiner = new TextJoiner(comparable);
  let reply: unknown;
  let joined = 0;
  const foldNext = (event: RawEvent | undefined): void => {
    if (event === undefined) return;
    const step = fold(reply, { name: event.name, data: JSON.parse(event.json) }, call);
    reply = step.reply;
    joiner.learn(event, step);
  };
  for (const { name: type, data } of events) {
    const event = { name: type, json: JSON.stringify(data) };
    if (joiner.add(event)) {
      joined += 1;
      continue;
    }
    foldNext(joiner.take());
    foldNext(event);
  }
  foldNext(joiner.take());
  return { reply, joined };
}

test.each(names)('%s gives the same reply if similar events are joined', (name) => {
  const { call, events, entry } = replay(name);
  let reply: unknown;
  for (const event of events) ({ reply } = entry.plugin.stream!.fold(reply, structuredClone(event), call));
  expect(foldJoined(name).reply).toEqual(reply);
});

test.each([
  ['anthropic-json-output-format.1', 100],
  ['groq-text.cut', 30],
  ['openai-phase.1', 2],
])('of %s at least %d events are joined', (name, atLeast) => {
  expect(foldJoined(name).joined).toBeGreaterThanOrEqual(atLeast);
});

/** Renames the tool of a recording to ours. */
function asOurTool(events: readonly StreamEvent[]): readonly StreamEvent[] {
  const text = JSON.stringify(events).replaceAll('"name":"json"', '"name":"structured_output"');
  const renamed: readonly StreamEvent[] = JSON.parse(text);
  return renamed;
}

test.each([
  [
    'anthropic-json-tool.1',
    '{"elements":[{"location":"San Francisco","temperature":58,"condition":"sunny"}]}',
  ],
  ['amazon-bedrock-json-tool.1', '{"value":"test"}'],
])('%s gives the forced tool’s input', async (name, text) => {
  const model = { ...entryOf(expectedOf(name).provider).model, schemaEnforcement: 'forcedTool' } as const;
  const { entry, call, events, fold } = replay(name, { model, outputSchema: {} });
  const folded = fold(asOurTool(events));
  expect(await entry.plugin.readReply(folded.reply, call)).toMatchObject({ text, finishReason: 'stop' });
  expect(folded.text).toBe(text);
});

test('the second of two replies in one recording is whole as well', async () => {
  const { entry, call, events, fold } = replay('cerebras-structured-output-tools.1');
  const folded = fold(events.slice(35));
  expect(folded).toMatchObject({ text: '{"result": "2026"}', lastAt: 61 });
  expect(await entry.plugin.readReply(folded.reply, call)).toMatchObject({ text: folded.text });
  expect(createUsageReader(entry.provider.usage)(folded.reply, true)).toMatchObject({
    tokensIn: 433,
    tokensOut: 122,
  });
});
