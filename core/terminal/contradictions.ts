import { isOrderFlip } from '../client/verdicts.ts';
import type { Evaluation, JudgeRun, PromptResponse } from '../generated/prompt-response.ts';
import type { Paint } from './paint.ts';
import { cutTo, onOneLine } from './printable-text.ts';

export interface ContradictionOptions {
  readonly maxWidth: number;
  readonly paint: Paint;
}

/** Both sides of every pair on which judges disagree, with their reasons. Empty if they agree. */
export function disputedPairs(
  { disagreement = [] }: Pick<PromptResponse, 'disagreement'>,
  { maxWidth, paint }: ContradictionOptions,
): string {
  return disagreement
    .map(({ a, b, judges }) => {
      const head = `${paint('yellow', '≠')} ${a.index + 1} ${a.modelId} and ${b.index + 1} ${b.modelId}\n`;
      const sides = judges.map(({ judge, winner, reasoning }) => {
        const won = (winner === 'a' ? a : b).index + 1;
        return `${cutTo(`    ${judge.modelId}: ${won} wins. ${onOneLine(reasoning)}`, maxWidth)}\n`;
      });
      return head + sides.join('');
    })
    .join('');
}

/** The reasons of each judge in both orders of every pair on which it contradicted itself. Empty without any. */
export function orderFlips(
  { evaluations }: Pick<PromptResponse, 'evaluations'>,
  { maxWidth, paint }: ContradictionOptions,
): string {
  return evaluations
    .filter(isOrderFlip)
    .map((evaluation) => {
      const { judge, a, b, runs } = evaluation;
      const head = `${paint('yellow', '~')} ${judge.modelId} on ${a.index + 1} ${a.modelId} and ${b.index + 1} ${b.modelId}\n`;
      return head + runs.map((run) => `${cutTo(runLine(evaluation, run), maxWidth)}\n`).join('');
    })
    .join('');
}

function runLine({ a, b }: Evaluation, run: JudgeRun): string {
  const [first, second] = run.order === 'ab' ? [a, b] : [b, a];
  const winningAnswer = run.winner === 'a' ? a : run.winner === 'b' ? b : undefined;
  const verdict =
    winningAnswer === undefined ? (run.winner ?? run.status) : `${winningAnswer.index + 1} wins`;
  return `    ${first.index + 1} before ${second.index + 1}: ${verdict}. ${onOneLine(run.reasoning)}`;
}
