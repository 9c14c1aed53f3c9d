import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { SandboxProvider, SandboxStream } from '../../../core/sandbox/contract.ts';
import { REPORTED_USAGE, SAMPLE_USAGE } from '../sample-usage.ts';
import { WIRE_SAMPLES, type WireSample } from '../samples.ts';
import { SDK_READERS } from './sdk-readers.ts';
import { startUpstream } from '../../support/servers/sandbox-of-test.ts';

const CONTENT = 'Blue light — 青い光 🌊 — is scattered more than red.';
const REASONING = 'Rayleigh: λ⁻⁴.';
/** Mistral's client names them its own way. */
const usageIn = {
  ...REPORTED_USAGE,
  mistral: { promptTokens: 3000, completionTokens: 500, totalTokens: 3500 },
};

/** What the client shows at the end of a stream, other than the reply that comes whole. */
const finishes: Readonly<Partial<Record<SandboxProvider, WireSample['finishes']>>> = {
  openai: { stop: 'completed', length: 'max_output_tokens', refused: 'content_filter' },
};

describe.each(WIRE_SAMPLES)('$provider’s official client', ({ provider, ...sample }) => {
  const read = SDK_READERS[provider];
  const finish = finishes[provider] ?? sample.finishes;

  test('reads text, reasoning, finish and usage of a stream', async () => {
    const upstream = await startUpstream({
      reply: (call) => {
        expect(call.isStream).toBe(true);
        return { content: CONTENT, reasoning: REASONING, usage: SAMPLE_USAGE };
      },
    });
    const reply = await read(upstream);
    expect(reply).toMatchObject({ text: CONTENT, reasoning: REASONING, finish: finish.stop });
    expect(reply.usage).toMatchObject(usageIn[provider]);
  });

  test('is told of a cut and of a refusal', async () => {
    const reasons = ['length', 'refused'] as const;
    const upstream = await startUpstream({
      reply: ({ attempt }) => ({ content: 'Half', finishReason: reasons[attempt - 1] ?? 'stop' }),
    });
    expect((await read(upstream)).finish).toBe(finish.length);
    expect((await read(upstream)).finish).toBe(finish.refused);
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
