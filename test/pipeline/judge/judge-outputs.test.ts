import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeOutputs, type Judging } from '../../../core/pipeline/judge/judge-outputs.ts';
import type { RunContext } from '../../../core/pipeline/call/run-context.ts';
import { StopSource } from '../../../core/upstream/stop-signal.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

const CONTEXT = {
  services: { judgeTimeoutMs: 1_000 },
  deadline: { signal: new StopSource(), endsAt: Infinity },
  prompt: { request: {} },
} as unknown as RunContext;

it.each<[string, Judging['pairs']]>([
  ['no pair is judged', []],
  ['its pair is not judged', [[0, 1]]],
])('leaves no rejected promise behind where an output fails and %s', async (_name, pairs) => {
  const outputs = [0, 1, 2].map(async () => {
    throw new Error('an error of the gateway');
  });
  await judgeOutputs({ seats: [], outputs, pairs, onJudged: () => {} }, CONTEXT);
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});
