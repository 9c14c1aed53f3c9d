import type { CallHead } from '../../../core/contract.ts';
import type { Draft, DraftStep } from './draft.ts';

/** The progress of one call of a stream. */
interface CallProgress {
  readonly index: number;
  /** Whether a delta with the call's name was made. */
  hasBegun: boolean;
  /** Pieces of the arguments that came before the call's name. */
  waiting: string;
  /** The length of the arguments in all deltas, in UTF-16 code units. */
  length: number;
}

/** The calls of each reply, by their blocks in the reply. */
const CALLS = new WeakMap<Draft, Map<Draft, CallProgress>>();

/**
 * Adds a delta to a step, with the arguments that its event adds to one call. Calls are numbered in the order in which
 * they appear.
 * @param block the block of the call in the reply.
 * @param head with an empty name until the name is known.
 */
export function addCallDelta(
  step: DraftStep,
  reply: Draft,
  block: Draft,
  { head, piece }: { readonly head: CallHead; readonly piece: string },
): void {
  const progress = progressOf(reply, block);
  const { index, hasBegun } = progress;
  const text = progress.waiting + piece;
  if (!hasBegun && head.name === '') {
    progress.waiting = text;
    return;
  }
  if (hasBegun && text === '') return;
  progress.waiting = '';
  progress.length += text.length;
  progress.hasBegun = true;
  const delta = { index, ...(!hasBegun && { begins: head }), arguments: text };
  step.calls = [...(step.calls ?? []), delta];
}

/** Does the same for an event with all of the arguments: adds the rest that no piece had. */
export function addRestOfCall(
  step: DraftStep,
  reply: Draft,
  block: Draft,
  { head, whole }: { readonly head: CallHead; readonly whole: string },
): void {
  const { length, waiting } = progressOf(reply, block);
  addCallDelta(step, reply, block, { head, piece: whole.slice(length + waiting.length) });
}

function progressOf(reply: Draft, block: Draft): CallProgress {
  const calls = CALLS.get(reply) ?? new Map<Draft, CallProgress>();
  CALLS.set(reply, calls);
  const progress = calls.get(block) ?? { index: calls.size, hasBegun: false, waiting: '', length: 0 };
  calls.set(block, progress);
  return progress;
}
