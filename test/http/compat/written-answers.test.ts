import * as fc from 'fast-check';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import type { CompatOptions, EchoedFormat } from '../../../core/dialects/translated-prompt.ts';
import type { Result } from '../../../core/generated/prompt-response.ts';
import { chooseAnswer, type ChosenAnswer } from '../../../core/http/compat/answer/chosen-answer.ts';
import { chatCompletion, chatCompat } from '../../../core/http/compat/formats/chat.ts';
import type { CompatApi } from '../../../core/http/compat/formats/compat-api.ts';
import { endedResponse, outputOf } from '../../../core/http/compat/formats/responses-object.ts';
import { responsesCompat } from '../../../core/http/compat/formats/responses.ts';
import { CompatStream } from '../../../core/http/compat/compat-stream.ts';
import { plainJson } from '../../../core/text/plain-json.ts';
import { problemsOf } from '../../support/answers/openapi-component.ts';
import { sampleResult } from '../../support/samples/sample-response.ts';

const ID = '0199a3f4-519f-7086-92c8-1fd9f0f912c8';
const count = fc.integer({ min: 0, max: 1_000_000 });
const part = fc.string({ unit: 'grapheme', maxLength: 20 });

/** An answer, and the pieces it was written in. */
interface Written {
  readonly parts: readonly string[];
  readonly answer: ChosenAnswer;
}

const anyWritten: fc.Arbitrary<Written> = fc
  .record({
    parts: fc.array(part, { maxLength: 6 }),
    tokensIn: count,
    tokensOut: count,
    details: fc.record(
      { tokensCached: count, tokensCacheWritten: count, tokensReasoning: count },
      { requiredKeys: [] },
    ),
    finishReason: fc.constantFrom('stop', 'length', 'refused', undefined),
    creditsUsed: fc.double({ min: 0, max: 9e9, noNaN: true }),
    schemaValid: fc.option(fc.boolean(), { nil: undefined }),
    includeUsage: fc.boolean(),
    format: fc.constantFrom<EchoedFormat>(
      { type: 'text' },
      { type: 'json_object' },
      { type: 'json_schema', name: 'a', schema: { type: 'object' }, strict: true },
    ),
    warnings: fc.array(fc.record({ code: fc.constant('any'), pointer: part, message: part }), {
      maxLength: 2,
    }),
  })
  .map(({ parts, details, finishReason, schemaValid, ...given }) => {
    const { tokensIn, tokensOut, creditsUsed, warnings } = given;
    const result: Result = sampleResult({
      output: parts.join(''),
      tokensIn,
      tokensOut,
      ...details,
      ...(finishReason !== undefined && { finishReason }),
      ...(schemaValid !== undefined && { schemaValid }),
    });
    const response = { promptLogId: ID, results: [result], evaluations: [], creditsUsed };
    const options = optionsOf(given);
    const ending = chooseAnswer(response, { options, warnings, panel: undefined }, 'messages');
    if (!('answer' in ending)) throw new Error('a completed result is an answer');
    return { parts, answer: ending.answer };
  });

function optionsOf({
  includeUsage,
  format,
}: {
  readonly includeUsage: boolean;
  readonly format: EchoedFormat;
}): CompatOptions {
  return {
    model: 'gpt-4o',
    effort: undefined,
    effortPointer: '/reasoning_effort',
    verbosity: undefined,
    verbosityPointer: '/verbosity',
    stream: true,
    includeUsage,
    hasTools: false,
    echo: { metadata: { team: 'a' }, temperature: 0.5, maxOutputTokens: 7, store: false, format },
    origins: [],
    warnings: [],
  };
}

/** The package, with an answer in place of the network. */
function answeredWith(body: string | Uint8Array, type: string): OpenAI {
  const fetched = () =>
    Promise.resolve(new Response(Buffer.from(body), { headers: { 'content-type': type } }));
  return new OpenAI({ apiKey: 'none', baseURL: 'http://127.0.0.1:9/v1', maxRetries: 0, fetch: fetched });
}

const asWhole = (api: CompatApi, { answer }: Written): OpenAI =>
  answeredWith(plainJson(api.whole(answer)), 'application/json');

/** The stream of an answer that comes in pieces. */
function asStream(api: CompatApi, { parts, answer }: Written): OpenAI {
  const stream = new CompatStream(api.stream(answer));
  const pieces: Uint8Array[] = [];
  for (const text of parts) {
    const json = [Buffer.from(JSON.stringify({ index: 0, text }))];
    pieces.push(...stream.frame({ id: '1', name: 'delta', json }));
  }
  stream.ending = { answer };
  pieces.push(...stream.end());
  return answeredWith(Buffer.concat(pieces), 'text/event-stream');
}

it.each([chatCompat, responsesCompat])('a long answer of $dialect is written in short pieces', (api) => {
  const result = sampleResult({ output: 'é\n'.repeat(400_000) });
  const response = { promptLogId: ID, results: [result], evaluations: [], creditsUsed: 1 };
  const format = { type: 'text' } as const;
  const options = optionsOf({ includeUsage: true, format });
  const ending = chooseAnswer(response, { options, warnings: [], panel: undefined }, 'messages');
  if (!('answer' in ending)) throw new Error('a completed result is an answer');
  const stream = new CompatStream(api.stream(ending.answer));
  stream.ending = ending;
  const pieces = [...stream.end()];
  expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThan(300_000);
  const events = Buffer.concat(pieces)
    .toString()
    .split('\n\n')
    .filter((event) => event.includes('delta'));
  expect(events.some((event) => event.includes(JSON.stringify(result.output)))).toBe(true);
});

const MESSAGES = [{ role: 'user' as const, content: 'Go.' }];
const REQUEST = { model: 'gpt-4o', messages: MESSAGES };
const RESPONSE_REQUEST = { model: 'gpt-4o', input: 'Go.' };
const REASONS = { stop: 'stop', length: 'length', refused: 'content_filter' } as const;

describe('an answer in the form of Chat Completions', () => {
  it('is what the openai package types, and as openapi.json has it', async () => {
    await fc.assert(
      fc.asyncProperty(anyWritten, async (written) => {
        const { answer } = written;
        // Compiles only while it is of the package’s own type.
        const typed: OpenAI.ChatCompletion = writable(chatCompletion(answer));
        expect(problemsOf('ChatCompletion', JSON.parse(plainJson(typed)))).toEqual([]);
        const completion = await asWhole(chatCompat, written).chat.completions.create(REQUEST);
        expect(completion.choices[0]?.message.content).toBe(answer.result.output);
        expect(completion.choices[0]?.finish_reason).toBe(REASONS[answer.result.finishReason ?? 'stop']);
        expectUsage(completion.usage, answer.result);
      }),
    );
  });

  it('streams to the same, however it was written', async () => {
    await fc.assert(
      fc.asyncProperty(anyWritten, async (written) => {
        const { answer } = written;
        const client = asStream(chatCompat, written);
        // The package throws if the provider cut the output.
        const chunks: OpenAI.ChatCompletionChunk[] = [];
        for await (const chunk of await client.chat.completions.create({ ...REQUEST, stream: true }))
          chunks.push(chunk);
        const texts = chunks.map(({ choices }) => choices[0]?.delta.content ?? '');
        expect(texts.join('')).toBe(answer.result.output);
        const [finished, ...others] = chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? []);
        expect([finished, others]).toEqual([REASONS[answer.result.finishReason ?? 'stop'], []]);
        for (const chunk of chunks) expect(problemsOf('ChatCompletionChunk', chunk)).toEqual([]);
        const usages = chunks.flatMap(({ usage }) => usage ?? []);
        expect(usages).toHaveLength(answer.options.includeUsage ? 1 : 0);
        for (const usage of usages) expectUsage(usage, answer.result);
      }),
    );
  });
});

describe('an answer in the form of Responses', () => {
  it('is what the openai package types, and as openapi.json has it', async () => {
    await fc.assert(
      fc.asyncProperty(anyWritten, async (written) => {
        const { answer } = written;
        const whole = endedResponse(answer, outputOf(answer));
        // Compiles only while it is of the package’s own type; the package adds `output_text`, and errors have our codes.
        const typed: OpenAI.Responses.Response = { ...writable(whole), error: null, output_text: '' };
        expect(typed.object).toBe('response');
        expect(problemsOf('ResponsesResponse', JSON.parse(plainJson(whole)))).toEqual([]);
        const response = await asWhole(responsesCompat, written).responses.create(RESPONSE_REQUEST);
        expectResponse(response, answer);
      }),
    );
  });

  it('streams to the same, however it was written', async () => {
    await fc.assert(
      fc.asyncProperty(anyWritten, async (written) => {
        const stream = asStream(responsesCompat, written).responses.stream(RESPONSE_REQUEST);
        let deltas = '';
        stream.on('response.output_text.delta', ({ delta }) => (deltas += delta));
        const response = await stream.finalResponse();
        expect(deltas).toBe(written.answer.result.output);
        expectResponse(response, written.answer);
      }),
    );
  });
});

function expectResponse(response: OpenAI.Responses.Response, { result }: ChosenAnswer): void {
  const { finishReason = 'stop' } = result;
  expect(response.output_text).toBe(result.output);
  expect(response.status).toBe(finishReason === 'stop' ? 'completed' : 'incomplete');
  expect(response.incomplete_details?.reason).toBe(
    { stop: undefined, length: 'max_output_tokens', refused: 'content_filter' }[finishReason],
  );
  const { usage } = response;
  expect(usage?.total_tokens).toBe((usage?.input_tokens ?? NaN) + (usage?.output_tokens ?? NaN));
  expect(usage).toMatchObject({
    input_tokens: result.tokensIn,
    input_tokens_details: { cached_tokens: result.tokensCached ?? 0 },
    output_tokens: result.tokensOut,
    output_tokens_details: { reasoning_tokens: result.tokensReasoning ?? 0 },
  });
}

function expectUsage(usage: OpenAI.CompletionUsage | undefined, result: Result): void {
  expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? NaN) + (usage?.completion_tokens ?? NaN));
  expect(usage).toMatchObject({
    prompt_tokens: result.tokensIn,
    prompt_tokens_details: { cached_tokens: result.tokensCached ?? 0 },
    completion_tokens: result.tokensOut,
    completion_tokens_details: { reasoning_tokens: result.tokensReasoning ?? 0 },
  });
}

/** A list of `unknown` is one that is always empty. */
type Writable<T> = T extends readonly (infer Item)[]
  ? unknown extends Item
    ? never[]
    : Writable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Writable<T[Key]> }
    : T;

/** A copy as a type without `readonly`, which the package’s types do not have. */
function writable<T>(value: T): Writable<T> {
  return structuredClone(value) as Writable<T>;
}
