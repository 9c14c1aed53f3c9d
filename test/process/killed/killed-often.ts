import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { readRunLine } from '../../../core/board/read-run.ts';
import type { AnswerLine } from '../../../core/board/run-lines.ts';
import { eventually } from '../../support/eventually.ts';

/** The answers that a run has written to its file so far. */
export function answersIn(file: string): readonly AnswerLine[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => readRunLine(line) ?? [])
    .filter((line) => line.type === 'answer');
}

/** What the callers of these answers paid, micro-credits. */
export function chargedFor(answers: readonly AnswerLine[]): number {
  return answers.reduce((sum, { response }) => sum + Math.round(response.creditsUsed * 1e6), 0);
}

/**
 * Starts a run again and again: each is killed once the file has so many answers, and the last one ends by itself.
 * @param prompts how many answers a whole run has; no run that is killed may have as many.
 */
export async function killedOften(
  start: () => ChildProcess,
  file: string,
  { killedAt, prompts }: { readonly killedAt: readonly number[]; readonly prompts: number },
): Promise<void> {
  for (const count of killedAt) {
    const child = start();
    const ended = once(child, 'exit');
    // oxlint-disable-next-line eslint/no-await-in-loop
    await eventually(() => expect(answersIn(file).length).toBeGreaterThanOrEqual(count));
    child.kill('SIGKILL');
    // oxlint-disable-next-line eslint/no-await-in-loop
    expect((await ended)[1]).toBe('SIGKILL');
    expect(answersIn(file).length).toBeLessThan(prompts);
  }
  const [code] = await once(start(), 'exit');
  expect(code).toBe(0);
}
