import { createPace, type Pace } from '../../workers/pace.ts';

/** Replies that go on at once. */
const REPLIES_PER_TURN = 2;
/** The event loop turns in less where it has little to do, and would do nothing but read such replies. */
const BETWEEN_TURNS_MS = 1;

/** When the next stretch of a reply is read: however many replies are long, they take a quarter of the event loop's time. */
export function createReplyPace(): Pace {
  return createPace(REPLIES_PER_TURN, (turn) => void setTimeout(turn, BETWEEN_TURNS_MS));
}
