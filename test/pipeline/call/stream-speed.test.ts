import { expect, it } from 'vitest';
import type { Usage } from '../../../core/billing/read-usage.ts';
import { streamSpeed } from '../../../core/pipeline/call/to-result.ts';

function usage(tokensOut: number, tokensReasoning: number | null = 0): Usage {
  return { tokensIn: 10, tokensCached: 0, tokensCacheWrite: 0, searches: 0, tokensOut, tokensReasoning };
}
const AFTER_A_SECOND = { firstTokenMs: 1_000 };

it.each([
  ['the tokens after the first one', usage(101), AFTER_A_SECOND, 50],
  ['without reasoning that came before the first word', usage(401, 300), AFTER_A_SECOND, 50],
  ['with reasoning that was shown', usage(401, 300), { ...AFTER_A_SECOND, hasReasoned: true }, 200],
  ['to a tenth', usage(8), AFTER_A_SECOND, 3.5],
])('an answer has a speed: %s', (_name, used, timed, tokensPerSecond) => {
  const speed = streamSpeed({ usage: used, latencyMs: 3_000, ...timed });
  expect(speed?.tokensPerSecond).toBe(tokensPerSecond);
  expect(speed?.msPerToken).toBeCloseTo(1_000 / tokensPerSecond);
});

it.each([
  ['came whole', { usage: usage(100) }],
  ['has no count of tokens', { ...AFTER_A_SECOND, usage: undefined }],
  ['reasoned nobody knows how much', { ...AFTER_A_SECOND, usage: usage(100, null) }],
  ['is one token', { ...AFTER_A_SECOND, usage: usage(1) }],
  ['came in one piece', { usage: usage(100), firstTokenMs: 3_000 }],
  ['reasoned more than it wrote', { ...AFTER_A_SECOND, usage: usage(100, 100) }],
])('an answer that %s has none', (_name, run) => {
  expect(streamSpeed({ latencyMs: 3_000, ...run })).toBeUndefined();
});
