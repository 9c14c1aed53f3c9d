import { hasAnswer, type JudgedOutput } from '../judge/judged-output.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import { MIN_FUSED_ANSWERS, type PreparedWriter } from './prepare-writer.ts';

/**
 * Plans the call that writes one answer from all that there are. It cannot run if fewer than two have come, or if one of
 * them proposes calls: only the model that proposed a call has made it, and no text can stand for it.
 */
export function planFused(writer: PreparedWriter, outputs: readonly JudgedOutput[]): PlannedCall {
  const answered = outputs.filter(hasAnswer);
  if (answered.length < MIN_FUSED_ANSWERS || answered.some(({ hasCalls }) => hasCalls))
    return { ...writer.unanswered, fault: 'nothing_to_fuse' };
  const shown = answered.flatMap((output) => output.shown ?? []);
  if (shown.length < answered.length) return { ...writer.unanswered, fault: 'overloaded' };
  return writer.planQuestion(shown);
}
