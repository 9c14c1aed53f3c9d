import Anthropic from '@anthropic-ai/sdk';
import * as fc from 'fast-check';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import type { CompatOptions } from '../../../core/dialects/translated-prompt.ts';
import { chooseAnswer, type ChosenAnswer } from '../../../core/http/compat/answer/chosen-answer.ts';
import type { CompatApi } from '../../../core/http/compat/formats/compat-api.ts';
import { messagesCompat } from '../../../core/http/compat/formats/messages.ts';
import { responsesCompat } from '../../../core/http/compat/formats/responses.ts';
import { CompatStream } from '../../../core/http/compat/compat-stream.ts';
import { plainJson } from '../../../core/text/plain-json.ts';
import type { AnswerCall } from '../../../core/tools/answer-call.ts';
import { problemsOf } from '../../support/answers/openapi-component.ts';
import { sampleResult } from '../../support/samples/sample-response.ts';

const OPTIONS: CompatOptions = {
  model: 'gpt-4o',
  effort: undefined,
  effortPointer: '/reasoning_effort',
  verbosity: undefined,
  verbosityPointer: '/verbosity',
  stream: true,
  includeUsage: true,
  hasTools: true,
  echo: {},
  origins: [],
  warnings: [],
};

/** A text or a call, in the order in which the model wrote them. */
type WrittenPart = { readonly text: string } | { readonly call: Omit<AnswerCall, 'id'> };

interface Written {
  readonly parts: readonly WrittenPart[];
  /** Where each text and the arguments of each call are cut: fractions of their length. */
  readonly cuts: readonly number[];
  /** Whether the calls are streamed while they are written, or sent together at the end. */
  readonly isLive: boolean;
}

const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const anyCall: fc.Arbitrary<WrittenPart> = fc
  .record({
    name: fc.stringMatching(/^[a-z][\w-]{0,20}$/),
    arguments: fc.dictionary(anyText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  })
  .map(({ name, arguments: value }) => ({ call: { name, arguments: JSON.stringify(value) } }));
const anyWritten: fc.Arbitrary<Written> = fc.record({
  parts: fc
    .array(
      fc.oneof(
        anyText.map((text) => ({ text })),
        anyCall,
      ),
      { minLength: 1, maxLength: 5 },
    )
    .filter((parts) => parts.some((one) => 'call' in one)),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
  isLive: fc.boolean(),
});

function callsOf({ parts }: Written): readonly AnswerCall[] {
  return parts
    .flatMap((one) => ('call' in one ? [one.call] : []))
    .map((call, index) => ({ id: `call_${index}.c2VhbGVk`, ...call }));
}

const textOf = ({ parts }: Written): string => parts.map((one) => ('text' in one ? one.text : '')).join('');

function answerOf(written: Written): ChosenAnswer {
  const result = sampleResult({
    output: textOf(written),
    finishReason: 'stop',
    calls: callsOf(written).map((call) => ({ ...call })),
  });
  const promptLogId = '0199a3f4-519f-7086-92c8-1fd9f0f912c8';
  const response = { promptLogId, results: [result], evaluations: [], creditsUsed: 1 };
  const ending = chooseAnswer(response, { options: OPTIONS, warnings: [], panel: undefined }, 'messages');
  if (!('answer' in ending)) throw new Error('a completed result is an answer');
  return ending.answer;
}

function pieces(text: string, cuts: readonly number[]): readonly string[] {
  const places = [
    0,
    ...cuts.map((cut) => Math.round(cut * text.length)).toSorted((a, b) => a - b),
    text.length,
  ];
  return places.slice(1).map((place, index) => text.slice(places[index], place));
}

const frameOf = (name: 'delta' | 'calls', text: string) => ({
  id: '1',
  name,
  json: [Buffer.from(JSON.stringify({ index: 0, text }))],
});

/** The events of an answer as it is written. */
function streamOf(api: CompatApi, written: Written): Buffer {
  const answer = answerOf(written);
  const stream = new CompatStream(api.stream(answer));
  const bytes: Uint8Array[] = [];
  let index = 0;
  for (const one of written.parts) {
    if ('text' in one) {
      for (const text of pieces(one.text, written.cuts)) bytes.push(...stream.frame(frameOf('delta', text)));
      continue;
    }
    const call = callsOf(written)[index];
    if (call !== undefined && written.isLive)
      for (const [place, piece] of pieces(call.arguments, written.cuts).entries()) {
        const begins = place === 0 ? { begins: { id: call.id, name: call.name } } : {};
        const line = `${JSON.stringify({ index, ...begins, arguments: piece })}\n`;
        // A reader gets the lines as they fit into its buffer.
        for (const part of pieces(line, written.cuts)) bytes.push(...stream.frame(frameOf('calls', part)));
      }
    index += 1;
  }
  stream.ending = { answer };
  bytes.push(...stream.end());
  return Buffer.concat(bytes);
}

function fetched(body: string | Uint8Array, type: string): () => Promise<Response> {
  return () => Promise.resolve(new Response(Buffer.from(body), { headers: { 'content-type': type } }));
}

const CLIENT = { apiKey: 'none', baseURL: 'http://127.0.0.1:9', maxRetries: 0 };
const asStream = (api: CompatApi, written: Written) => ({
  ...CLIENT,
  fetch: fetched(streamOf(api, written), 'text/event-stream'),
});
const asWhole = (api: CompatApi, written: Written) => ({
  ...CLIENT,
  fetch: fetched(plainJson(api.whole(answerOf(written))), 'application/json'),
});

/** As events are in `openapi.json`: each one's name and data. */
function* eventsIn(bytes: Buffer): Generator<{ readonly event?: string; readonly data: unknown }> {
  for (const block of bytes.toString().split('\n\n').filter(Boolean)) {
    const [, event] = /^event: ([^\n]*)/m.exec(block) ?? [];
    const [, data = ''] = /^data: ([^\n]*)/m.exec(block) ?? [];
    yield { ...(event !== undefined && { event }), data: data === '[DONE]' ? data : JSON.parse(data) };
  }
}

describe('calls in the form of Responses', () => {
  const REQUEST = { model: 'gpt-4o', input: 'Go.' };
  const expectCalls = (output: OpenAI.Responses.ResponseOutputItem[], written: Written): void => {
    const calls = output.flatMap((item) =>
      item.type === 'function_call' ? [{ id: item.call_id, name: item.name, arguments: item.arguments }] : [],
    );
    expect(calls).toEqual(callsOf(written));
  };

  it('are what the openai package reads, whole and streamed, and as openapi.json has them', async () => {
    await fc.assert(
      fc.asyncProperty(anyWritten, async (written) => {
        const object = responsesCompat.whole(answerOf(written));
        expect(problemsOf('ResponsesResponse', JSON.parse(plainJson(object)))).toEqual([]);
        const whole = await new OpenAI(asWhole(responsesCompat, written)).responses.create(REQUEST);
        expectCalls(whole.output, written);
        expect(whole.output_text).toBe(textOf(written));
        const response = await new OpenAI(asStream(responsesCompat, written)).responses
          .stream(REQUEST)
          .finalResponse();
        expectCalls(response.output, written);
        expect(response.output_text).toBe(textOf(written));
      }),
    );
  });

  it('are each whole before the next item begins, at the place that the end says', () => {
    fc.assert(
      fc.property(anyWritten, (written) => {
        const events = [...eventsIn(streamOf(responsesCompat, written))].map(
          ({ data }) =>
            data as { type: string; output_index?: number; item?: object; response?: { output: object[] } },
        );
        const items = events.filter(({ type }) => type.startsWith('response.output_item.'));
        const places = items.map(({ type, output_index }) => `${output_index} ${type.split('.').at(-1)}`);
        expect(places).toEqual(
          items.map((_, at) => `${Math.floor(at / 2)} ${at % 2 === 0 ? 'added' : 'done'}`),
        );
        const done = items.filter(({ type }) => type.endsWith('.done')).map(({ item }) => item);
        expect(events.at(-1)?.response?.output).toEqual(done);
      }),
    );
  });
});

describe('calls in the form of Messages', () => {
  const REQUEST = { model: 'gpt-4o', max_tokens: 10, messages: [{ role: 'user' as const, content: 'Go.' }] };
  const expectCalls = (message: Anthropic.Message, written: Written): void => {
    const calls = message.content.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
    const expectedCalls = callsOf(written).map(({ id, name, arguments: json }) => ({
      id,
      name,
      input: JSON.parse(json),
    }));
    expect(calls).toMatchObject(expectedCalls);
    const texts = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    expect(texts.join('')).toBe(textOf(written));
    expect(message.stop_reason).toBe('tool_use');
  };

  it('are what the Anthropic package reads, whole and streamed, and as openapi.json has them', async () => {
    await fc.assert(
      fc.asyncProperty(anyWritten, async (written) => {
        const object = messagesCompat.whole(answerOf(written));
        expect(problemsOf('MessagesResponse', JSON.parse(plainJson(object)))).toEqual([]);
        expectCalls(await new Anthropic(asWhole(messagesCompat, written)).messages.create(REQUEST), written);
        const stream = new Anthropic(asStream(messagesCompat, written)).messages.stream(REQUEST);
        expectCalls(await stream.finalMessage(), written);
      }),
    );
  });
});
