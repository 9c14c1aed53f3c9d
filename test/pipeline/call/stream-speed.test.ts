import { expect, it } from 'vitest';
import type { Usage } from '../../../core/pipeline/call/read-usage.ts';
import { streamSpeed } from '../../../core/pipeline/call/stream-speed.ts';

function usage(tokensOut: number, tokensReasoning: number | null = 0): Usage {
  return { tokensIn: 10, tokensCached: 0, tokensCacheWrite: 0, searches: 0, tokensOut, tokensReasoning };
}
const AFTER_A_SECOND = { ms: 1_000, isReasoning: false };

it.each([
  ['the tokens after the first one', usage(101), AFTER_A_SECOND, 50],
  ['without reasoning that came before the first word', usage(401, 300), AFTER_A_SECOND, 50],
  ['with reasoning that was shown', usage(401, 300), { ms: 1_000, isReasoning: true }, 200],
  ['to a tenth', usage(8), AFTER_A_SECOND, 3.5],
])('an answer has a speed: %s', (_name, used, firstToken, tokensPerSecond) => {
  const speed = streamSpeed({ usage: used, latencyMs: 3_000, firstToken });
  expect(speed?.tokensPerSecond).toBe(tokensPerSecond);
  expect(speed?.msPerToken).toBeCloseTo(1_000 / tokensPerSecond);
});

it.each([
  ['came whole', { usage: usage(100) }],
  ['has no count of tokens', { usage: undefined, firstToken: AFTER_A_SECOND }],
  ['reasoned nobody knows how much', { usage: usage(100, null), firstToken: AFTER_A_SECOND }],
  ['is one token', { usage: usage(1), firstToken: AFTER_A_SECOND }],
  ['came in one piece', { usage: usage(100), firstToken: { ms: 3_000, isReasoning: false } }],
  ['reasoned more than it wrote', { usage: usage(100, 100), firstToken: AFTER_A_SECOND }],
])('an answer that %s has none', (_name, run) => {
  expect(streamSpeed({ latencyMs: 3_000, ...run })).toBeUndefined();
});
