import type { CallHead } from '../../../core/contract.ts';
import type { Draft, DraftStep } from './draft.ts';

/** What was told of one call of a stream. */
interface AnswerCall {
  readonly index: number;
  hasBegun: boolean;
  /** Pieces that came before the call's name. */
  waiting: string;
  /** UTF-16 code units. */
  length: number;
}

/** Of each reply its calls, by the block that a fold keeps of each. */
const TOLD = new WeakMap<Draft, Map<Draft, AnswerCall>>();

/**
 * Adds to a step what its event adds to one call. Calls are numbered as they first appear.
 * @param block the call's own in the reply. @param head undefined, or with an empty name, until the name is known.
 */
export function tellCall(
  step: DraftStep,
  reply: Draft,
  block: Draft,
  { head, piece }: { readonly head: CallHead | undefined; readonly piece: string },
): void {
  const told = toldOf(reply, block);
  const text = told.waiting + piece;
  if (!told.hasBegun && (head === undefined || head.name === '')) {
    told.waiting = text;
    return;
  }
  if (told.hasBegun && text === '') return;
  told.waiting = '';
  told.length += text.length;
  const begins = told.hasBegun ? undefined : head;
  told.hasBegun = true;
  const delta = { index: told.index, ...(begins !== undefined && { begins }), arguments: text };
  step.calls = [...(step.calls ?? []), delta];
}

/** The same for an event that has all of the arguments: adds what its pieces left out. */
export function tellWholeCall(
  step: DraftStep,
  reply: Draft,
  block: Draft,
  { head, whole }: { readonly head: CallHead | undefined; readonly whole: string },
): void {
  const { length, waiting } = toldOf(reply, block);
  tellCall(step, reply, block, { head, piece: whole.slice(length + waiting.length) });
}

function toldOf(reply: Draft, block: Draft): AnswerCall {
  const calls = TOLD.get(reply) ?? new Map<Draft, AnswerCall>();
  TOLD.set(reply, calls);
  const told = calls.get(block) ?? { index: calls.size, hasBegun: false, waiting: '', length: 0 };
  calls.set(block, told);
  return told;
}
