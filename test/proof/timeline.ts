import { expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { Lane } from './lane.ts';

/** What a gateway does in one request, step by step, and after which steps its outcome is another. */
export interface Timeline {
  readonly steps: readonly string[];
  /** After this one the hold is durable. */
  readonly heldFrom: number;
  /** After this one what was answered is charged, also where the gateway dies: of a streamed request. */
  readonly deliveringFrom: number;
  /** After this one the charge and the texts are durable. */
  readonly settledFrom: number;
}

/** All that is asked of a ledger’s words: both databases have it, and what it ends is durable. */
const WRITTEN = 'after COMMIT';

/** Asks once without a fault, and reads off the steps. A gateway that takes others next time fails every test. */
export async function recordRequest(lane: Lane, key: string, streamed = false): Promise<Timeline> {
  const answer = await lane.ask(key, { streamed });
  if (answer?.status !== 200) throw new Error(`the request to be repeated got ${answer?.status}`);
  // The client may have the whole answer before the gateway notes that it is sent.
  await eventually(() => expect(lane.steps().at(-1)).toBe('after the answer'));
  return timelineOf(lane.steps());
}

/** @throws Error unless there are a hold, calls after it, a charge after them and an answer behind that. */
export function timelineOf(steps: readonly string[]): Timeline {
  const firstCall = steps.findIndex(isCall);
  const lastCall = steps.findLastIndex((step) => step.startsWith('after call '));
  const heldFrom = steps.slice(0, firstCall).lastIndexOf(WRITTEN);
  const deliveringFrom = steps.indexOf(WRITTEN, lastCall);
  const settledFrom = steps.lastIndexOf(WRITTEN, steps.indexOf('before the answer'));
  const inOrder = [0, heldFrom, firstCall, lastCall, deliveringFrom, settledFrom, steps.length - 1];
  if (inOrder.some((index, place) => index < (inOrder[place - 1] ?? 0)) || firstCall === lastCall)
    throw new Error(`a request took strange steps: ${steps.join(', ')}`);
  return { steps, heldFrom, deliveringFrom, settledFrom };
}

export const isCall = (step: string): boolean => step.startsWith('before call ');

/**
 * After which step of a start the holds of dead gateways are given back for good: the first commit after it does what a
 * start with nothing to recover does not.
 */
export function recoveredFrom(recovering: readonly string[], plain: readonly string[]): number {
  const differs = recovering.findIndex((step, index) => step !== plain[index]);
  return recovering.indexOf(WRITTEN, differs);
}
