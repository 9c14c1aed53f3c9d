import type { JudgeRun } from '../../generated/prompt-response.ts';
import { servedWarning } from '../call/served-by-other.ts';
import type { Warning } from '../plan/warning.ts';
import type { JudgedPair } from './judge-pair.ts';

/** A warning for each other model that answered in the place of a judge, and for each judge that gave no verdict. */
export function judgingWarnings(judged: readonly JudgedPair[]): readonly Warning[] {
  const others = judged.flatMap(({ calls }) => calls.filter(({ servedBy }) => servedBy !== undefined));
  const served = others.map(servedWarning).filter((warning) => warning !== undefined);
  // A judge has a call for each pair and order.
  const distinct = new Map(served.map((warning) => [warning.pointer + warning.message, warning]));
  return [...distinct.values(), ...incompleteJudging(judged)];
}

/** A warning for each judge of which runs gave no verdict: how many, and why. */
function incompleteJudging(judged: readonly JudgedPair[]): readonly Warning[] {
  const byJudge = Map.groupBy(judged, ({ evaluation: { judge } }) => judge.index);
  return [...byJudge].flatMap(([index, ofJudge]) => {
    const runs = ofJudge.flatMap(({ evaluation }) => evaluation.runs);
    const missing = runs.filter(({ status }) => status !== 'completed');
    const modelId = ofJudge[0]?.evaluation.judge.modelId;
    if (modelId === undefined || missing.length === 0) return [];
    const counts = [...Map.groupBy(missing, reasonOf)].map(([reason, { length }]) => `${length} ${reason}`);
    const message = `${modelId} gave no verdict in ${missing.length} of ${runs.length} runs: ${counts.join(', ')}. Evaluations with such a run have no winner and do not count in the ranking.`;
    return [{ code: 'judging_incomplete', pointer: `/judges/${index}`, message } as const];
  });
}

function reasonOf({ error }: JudgeRun): string {
  return error?.code ?? 'unreadable';
}
