import { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream';
import type { Message } from '@anthropic-ai/sdk/resources/messages/messages';
import * as fc from 'fast-check';
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream';
import { ResponseStream } from 'openai/lib/responses/ResponseStream';
import { describe, expect, test } from 'vitest';
import type { StreamReader } from '../../../../core/contract.ts';
import { createUsageReader } from '../../../../core/billing/read-usage.ts';
import { type Fixture, prepareCall, readFixtures } from '../../fixture.ts';
import { registryOnDisk } from '../../registry-on-disk.ts';
import { foldStream, readRecording } from '../fold-stream.ts';
import { chatTwin } from './chat-completions-twin.ts';
import { converseTwin } from './converse-twin.ts';
import { generateContentTwin } from './generate-content-twin.ts';
import { messagesTwin } from './messages-twin.ts';
import { responsesTwin } from './responses-twin.ts';
import { type Cut, inPieces, type Twin } from './twin.ts';
import { cases } from '../../../support/whole-run.ts';

/** Providers whose recordings have the usage in a separate chunk. */
const USAGE_APART: ReadonlySet<string> = new Set(['xai', 'chat-completions']);
const TWINS: ReadonlyMap<string, Twin> = new Map([
  ['converse', converseTwin],
  ['generate-content', generateContentTwin],
  ['messages', messagesTwin],
  ['responses', responsesTwin],
]);

const answered = readFixtures(registryOnDisk).filter(({ result }) => result !== undefined);

function twinOf(fixture: Fixture) {
  const { entry, call } = prepareCall(fixture, registryOnDisk);
  const { plugin, provider } = entry;
  const { stream } = plugin;
  if (stream === undefined) throw new Error(`${provider.plugin} has no stream`);
  const twin = TWINS.get(provider.plugin) ?? chatTwin(USAGE_APART.has(provider.id) ? 'own' : 'finish');
  return { plugin, provider, call, stream, events: (cut: Cut) => twin(fixture.reply.body, cut) };
}

async function checkTwin(fixture: Fixture, cut: Cut): Promise<void> {
  const { plugin, provider, call, stream, events } = twinOf(fixture);
  const folded = foldStream(stream, events(cut), call);
  const whole = await plugin.readReply(fixture.reply.body, call);
  expect(await plugin.readReply(folded.reply, call)).toEqual(whole);
  const thought = 'thought' in whole && whole.thought;
  expect(createUsageReader(provider.usage)(folded.reply, thought)).toEqual(fixture.result?.usage);
  expect(folded.text).toBe('text' in whole ? whole.text : '');
  expect(folded.endableAt).toBeDefined();
  expect(folded.restarts).toBe(0);
}

describe.each(answered)('$name', (fixture) => {
  test.each([1, 3, 1_000])('gives the same in pieces of %i', async (length) => {
    await checkTwin(fixture, inPieces(length));
  });

  test('gives the same however its texts are cut', async () => {
    const cuts = fc.array(fc.nat({ max: 40 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(cuts, (places) => checkTwin(fixture, cutAt(places))),
      { numRuns: cases(30) },
    );
  });

  test('tells of a cut until its end', () => {
    const { stream, events, call } = twinOf(fixture);
    const all = events(inPieces(2));
    const endableAt = foldStream(stream, all, call).endableAt ?? 0;
    expect(endableAt).toBeGreaterThanOrEqual(all.length - 2);
    expect(foldStream(stream, all.slice(0, endableAt), call).endableAt).toBeUndefined();
  });
});

function cutAt(places: readonly number[]): Cut {
  return (text) => {
    const within = [...new Set(places.map((place) => place % (text.length + 1)))].toSorted((a, b) => a - b);
    const bounds = [0, ...within, text.length];
    return bounds.slice(1).map((end, index) => text.slice(bounds[index], end));
  };
}

test.each(answered.filter(({ provider }) => ['anthropic', 'bedrock', 'openai'].includes(provider)))(
  '$name: the folded reply is the recorded one',
  (fixture) => {
    const { stream, events, call } = twinOf(fixture);
    const { reply } = foldStream(stream, events(inPieces(2)), call);
    expect(JSON.parse(JSON.stringify(reply))).toEqual(fixture.reply.body);
  },
);

/** Events as lines of JSON, which the official SDKs can read. */
function asLines(events: readonly { readonly data: unknown }[]): ReadableStream {
  const lines = events.map(({ data }) => new TextEncoder().encode(`${JSON.stringify(data)}\n`));
  return ReadableStream.from(lines);
}

function folded(stream: StreamReader, events: Parameters<typeof foldStream>[1], fixture: Fixture): unknown {
  const { call } = twinOf(fixture);
  return JSON.parse(JSON.stringify(foldStream(stream, events, call).reply));
}

const inFormat = (plugin: string): readonly Fixture[] =>
  answered.filter((fixture) => prepareCall(fixture, registryOnDisk).entry.provider.plugin === plugin);

describe('the official SDK makes the same of the same events', () => {
  test.each(inFormat('messages'))('$name', async (fixture) => {
    const { stream, events } = twinOf(fixture);
    const all = events(inPieces(2));
    const message = await MessageStream.fromReadableStream(asLines(all)).finalMessage();
    expect(folded(stream, all, fixture)).toMatchObject(plainMessage(message));
  });

  const [anthropic] = inFormat('messages');
  test.each([
    'anthropic-text',
    'anthropic-json-output-format.1',
    'anthropic-json-tool.1',
    'anthropic-refusal',
  ])('recording %s', async (name) => {
    if (anthropic === undefined) throw new Error('no fixture of the format');
    const all = readRecording(name, 'sse');
    const message = await MessageStream.fromReadableStream(asLines(all)).finalMessage();
    expect(folded(twinOf(anthropic).stream, all, anthropic)).toMatchObject(plainMessage(message));
  });

  test.each(inFormat('responses'))('$name', async (fixture) => {
    const { stream, events } = twinOf(fixture);
    const all = events(inPieces(2));
    const { output, usage, status } = await ResponseStream.fromReadableStream(asLines(all)).finalResponse();
    expect(folded(stream, all, fixture)).toMatchObject({ usage, status, output: withoutParsed(output) });
  });

  // The SDK does not support lists as content.
  test.each(inFormat('chat-completions').filter(({ name }) => !name.includes('thinking-array')))(
    '$name',
    async (fixture) => {
      const { stream, events } = twinOf(fixture);
      const all = events(inPieces(2));
      const completion = await ChatCompletionStream.fromReadableStream(asLines(all)).finalChatCompletion();
      const { choices, usage, id, model } = completion;
      const [{ message, finish_reason } = { message: undefined, finish_reason: undefined }] = choices;
      expect(folded(stream, all, fixture)).toMatchObject({
        id,
        model,
        usage,
        choices: [{ finish_reason, message: { role: message?.role, content: message?.content } }],
      });
    },
  );
});

/** Removes the additions of the SDK for its callers. */
function plainMessage(message: Message): object {
  const { id, type, role, model, content, stop_reason, stop_sequence, usage } = message;
  const plain = { id, type, role, model, content, stop_reason, stop_sequence, usage };
  return withoutParsed(plain);
}

function withoutParsed(value: unknown): object {
  const text = JSON.stringify(value, (name, one: unknown) =>
    name === 'parsed' || name === 'parsed_output' ? undefined : one,
  );
  const plain: object = JSON.parse(text);
  return plain;
}
