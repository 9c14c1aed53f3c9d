import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { SandboxProvider, SandboxStream } from '../contract.ts';
import { REPORTED_USAGE, SAMPLE_USAGE } from '../sample-usage.ts';
import { WIRE_SAMPLES } from '../samples.ts';
import { SDK_READERS } from './sdk-readers.ts';
import { startUpstream } from '../upstream-of-test.ts';

const CONTENT = 'Blue light — 青い光 🌊 — is scattered more than red.';
const REASONING = 'Rayleigh: λ⁻⁴.';
/** Mistral's client names them its own way. */
const usageIn = {
  ...REPORTED_USAGE,
  mistral: { promptTokens: 3000, completionTokens: 500, totalTokens: 3500 },
};

/** How this provider says stop, length and refusal at the end of a stream. */
const finishes: Readonly<Record<SandboxProvider, readonly string[]>> = {
  anthropic: ['end_turn', 'max_tokens', 'refusal'],
  openai: ['completed', 'max_output_tokens', 'content_filter'],
  google: ['STOP', 'MAX_TOKENS', 'SAFETY'],
  bedrock: ['end_turn', 'max_tokens', 'content_filtered'],
  xai: ['stop', 'length', 'content_filter'],
  deepseek: ['stop', 'length', 'content_filter'],
  mistral: ['stop', 'length', 'content_filter'],
  groq: ['stop', 'length', 'content_filter'],
  cerebras: ['stop', 'length', 'content_filter'],
};

describe.each(WIRE_SAMPLES)('$provider’s official client', ({ provider }) => {
  const read = SDK_READERS[provider];

  test('reads text, reasoning, finish and usage of a stream', async () => {
    const upstream = await startUpstream({
      reply: (call) => {
        expect(call.isStream).toBe(true);
        return { content: CONTENT, reasoning: REASONING, usage: SAMPLE_USAGE };
      },
    });
    const reply = await read(upstream);
    expect(reply).toMatchObject({ text: CONTENT, reasoning: REASONING, finish: finishes[provider][0] });
    expect(reply.usage).toMatchObject(usageIn[provider]);
  });

  test('is told of a cut and of a refusal', async () => {
    const reasons = ['length', 'refused'] as const;
    const upstream = await startUpstream({
      reply: ({ attempt }) => ({ content: 'Half', finishReason: reasons[attempt - 1] ?? 'stop' }),
    });
    expect((await read(upstream)).finish).toBe(finishes[provider][1]);
    expect((await read(upstream)).finish).toBe(finishes[provider][2]);
  });

  test('reads the same however the bytes, words and lines are cut', async () => {
    const scripts: readonly SandboxStream[] = [
      {},
      { bytesPerWrite: 1, tokensPerEvent: 1 },
      { bytesPerWrite: 7, lineEnd: '\r\n', tokensPerEvent: 3 },
      { eventEveryMs: 1, bytesPerWrite: 5 },
    ];
    const upstream = await startUpstream({
      reply: ({ attempt }) => ({
        content: CONTENT,
        reasoning: REASONING,
        stream: scripts[attempt - 1] ?? {},
      }),
    });
    const first = await read(upstream);
    expect(first.text).toBe(CONTENT);
    for (const script of scripts.slice(1)) {
      // oxlint-disable-next-line no-await-in-loop -- the scripts come in this order
      expect(await read(upstream), JSON.stringify(script)).toEqual(first);
    }
  });

  test('throws what the provider says in band', async () => {
    const upstream = await startUpstream({
      reply: () => ({
        content: CONTENT,
        stream: { fault: { kind: 'error', afterEvents: 2, status: 503, message: 'Try later.' } },
      }),
    });
    const thrown = await read(upstream).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Error);
    // Mistral's client calls any event that is no chunk invalid and does not say what was in it.
    if (provider !== 'mistral') expect(inspect(thrown)).toContain('Try later.');
  });

  test('throws for a connection that is reset', async () => {
    const upstream = await startUpstream({
      reply: () => ({ content: CONTENT, stream: { fault: { kind: 'reset', afterEvents: 2 } } }),
    });
    await expect(read(upstream)).rejects.toThrow();
  });
});
