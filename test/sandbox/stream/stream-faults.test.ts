import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SandboxProvider, SandboxReply, SandboxStream } from '../../../core/sandbox/contract.ts';
import { valueAt } from '../../../core/sandbox/json.ts';
import { SAMPLE_PROMPT, sampleOf, sendSample, WIRE_SAMPLES, type SampleQuestion } from '../samples.ts';
import { startSandboxUpstream } from '../../../core/sandbox/upstream.ts';
import { readMockEvents, type WireEvent } from '../../../core/sandbox/stream/event.ts';
import { splitText } from '../../../core/sandbox/stream/split-text.ts';
import { STREAM_WIRES } from '../../../core/sandbox/stream/stream-wires.ts';
import { startUpstream } from '../../support/servers/sandbox-of-test.ts';

const CONTENT = 'One two three four five.';

/** The reply to a streamed call, of which nothing but the headers is read. */
async function ask(
  provider: SandboxProvider,
  reply: SandboxReply,
  question: SampleQuestion = {},
): Promise<Response> {
  const upstream = await startUpstream({ reply: () => reply });
  return sendSample(upstream, sampleOf(provider), { isStream: true, ...question });
}

function scripted(stream: SandboxStream): SandboxReply {
  return { content: CONTENT, stream: { tokensPerEvent: 1, ...stream } };
}

async function eventsOf(provider: SandboxProvider, stream: SandboxStream): Promise<WireEvent[]> {
  const response = await ask(provider, scripted(stream));
  expect(response.status).toBe(200);
  return readMockEvents(STREAM_WIRES[provider].framing, response);
}

describe.each(WIRE_SAMPLES)('$provider', (sample) => {
  const { provider } = sample;

  test('a cut that ends cleanly leaves out the last event, and whatever would mark the end', async () => {
    const response = await ask(provider, scripted({ fault: { kind: 'end', afterEvents: -1 } }));
    const cut = await readMockEvents(STREAM_WIRES[provider].framing, response.clone());
    expect(cut).toHaveLength((await eventsOf(provider, {})).length - 1);
    expect(await response.text()).not.toContain('[DONE]');
  });

  test('the start can come twice, and the whole can begin again', async () => {
    const names = (events: readonly WireEvent[]): unknown[] =>
      events.map(({ name, data }) => name || Object.keys(valueAt(data, '/choices/0/delta') ?? {}).join());
    const plain = names(await eventsOf(provider, {}));
    expect(names(await eventsOf(provider, { repeatsStart: true }))).toEqual([plain[0], ...plain]);
    const again = names(await eventsOf(provider, { restartAfterEvents: 3 }));
    expect(again).toEqual([...plain.slice(0, 3), ...plain]);
  });

  test('a break in the middle is one of a stream', async () => {
    const reset = await ask(provider, { connection: 'resetMidBody' });
    expect(reset.headers.get('content-type')).not.toBe('application/json');
    await expect(reset.text()).rejects.toThrow('terminated');
  });

  test('one plain reply may answer a call that asks for a stream, and raw bytes stay raw', async () => {
    const whole = await ask(provider, { content: CONTENT, stream: 'ignored' });
    expect(whole.headers.get('content-type')).toBe('application/json');
    const body: unknown = await whole.json();
    expect(valueAt(body, sample.text)).toBe(CONTENT);
    expect(valueAt(body, '/usage') ?? valueAt(body, '/usageMetadata')).toBeTypeOf('object');
    const raw = await ask(provider, { raw: '{"choices":[{"mess' });
    expect([raw.headers.get('content-type'), await raw.text()]).toEqual([
      'application/json',
      '{"choices":[{"mess',
    ]);
  });

  test('an error before the stream is a plain error', async () => {
    const response = await ask(provider, { status: 429 });
    expect(response.status).toBe(429);
    expect(response.headers.get('content-type')).toBe('application/json');
  });
});

test('a stall says no more, and comments may go on', async () => {
  const giveUp = new AbortController();
  const fault = { kind: 'stall', afterEvents: 2, commentEveryMs: 2 } as const;
  const response = await ask('groq', scripted({ fault }), { signal: giveUp.signal });
  let text = '';
  for await (const piece of response.body ?? []) {
    text += Buffer.from(piece).toString();
    if (text.split(': keep-alive\n\n').length > 3) break;
  }
  expect(text.match(/^data: /gm)).toHaveLength(2);
  giveUp.abort();
});

test('a pace sends each event for itself, and stop() ends what is under way', async () => {
  const upstream = await startSandboxUpstream({ reply: () => scripted({ eventEveryMs: 3_600_000 }) });
  const response = await sendSample(upstream, sampleOf('openai'), { isStream: true });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^event: response\.created\n[^\n]+\n\n$/);
  const rest = expect(reader?.read()).rejects.toThrow('terminated');
  await upstream.stop();
  await rest;
});

test('bytes come in writes of the length a script wants', async () => {
  const upstream = await startUpstream({
    reply: () => ({ content: '青い光 🌊', stream: { bytesPerWrite: 2 } }),
  });
  const sample = sampleOf('anthropic');
  const sent = request(`${upstream.baseUrls.anthropic}${sample.path('')}`, {
    method: 'POST',
    headers: sample.headers,
  });
  sent.end(JSON.stringify({ ...sample.body('claude-haiku-4-5', SAMPLE_PROMPT), stream: true }));
  const [response]: IncomingMessage[] = await once(sent, 'response');
  const pieces: Buffer[] = [];
  // Other clients put together what comes in one turn.
  response?.on('data', (piece: Buffer) => pieces.push(piece));
  await once(response ?? sent, 'end');
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(2);
  expect(Buffer.concat(pieces).toString()).toContain('青い光');
});

test('DeepSeek counts only for those who ask', async () => {
  const usageWith = async (extra: object): Promise<unknown> => {
    const response = await ask('deepseek', { content: CONTENT }, { extra: { ...extra } });
    return valueAt((await readMockEvents('sse', response)).at(-1)?.data, '/usage');
  };
  expect(await usageWith({})).toBeUndefined();
  expect(await usageWith({ stream_options: { include_usage: true } })).toBeTypeOf('object');
});

test('Mistral refuses to be asked for usage: it always tells', async () => {
  const response = await ask(
    'mistral',
    { content: CONTENT },
    { extra: { stream_options: { include_usage: true } } },
  );
  expect(response.status).toBe(422);
});

test('Gemini streams one JSON list to those who do not ask for events', async () => {
  const upstream = await startUpstream({ reply: () => scripted({}) });
  const { headers, body } = sampleOf('google');
  const response = await fetch(`${upstream.baseUrls.google}/models/gemini-2.5-flash:streamGenerateContent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body('gemini-2.5-flash', { system: 'Be short.', user: 'Hi.', maxTokens: 10 })),
  });
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(Array.isArray(await response.json())).toBe(true);
});

test('a text split into events is the same text, and no event has half of a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '.', ' ', '\n', 'é', '青', '🌊'), maxLength: 200 }),
      fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      (text, tokensPerEvent) => {
        const events = splitText([{ name: 'delta', data: { text } }], ['/text'], tokensPerEvent);
        const pieces = events.map(({ data }) => String(valueAt(data, '/text')));
        expect(pieces.join('')).toBe(text);
        expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
      },
    ),
  );
});
