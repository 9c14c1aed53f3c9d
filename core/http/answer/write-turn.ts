import type { ServerResponse } from 'node:http';
import { createPace } from '../../workers/pace.ts';
import { stateOf } from './answer-state.ts';

/** Slices of long answers that leave in one turn of the event loop, to all clients together. */
const SLICES_PER_TURN = 4;

const inTurn = createPace(SLICES_PER_TURN);
/** Of answers to requests without a key. */
const NOBODY = 0;

/**
 * Resolves when an answer of which a slice has left may send its next. A kernel takes megabytes at once: without turns an
 * account that reads a hundred answers would hold up everybody else. Accounts take turns.
 */
export function writeTurn(response: ServerResponse): Promise<void> {
  return inTurn(stateOf(response).accountId ?? NOBODY);
}
