import { elementsOf } from '../../../text/json-elements.ts';
import { slicesInTurns } from '../../../text/slices-of.ts';
import { EVENT_END, eventOf, startOf } from '../../../pipeline/follow/event-bytes.ts';

const LISTS = new Set(['results', 'evaluations']);
/** The number of `started` events, which are not repeated but count in the IDs of the others. */
const STARTED_EVENTS = 1;

/**
 * Sends a complete answer as events: its results, its evaluations, and then the whole answer.
 * @param open reads the answer from its beginning, a `PromptResponse` as JSON in UTF-8.
 * @param nextTurn lets the event loop turn, because the answer is parsed byte by byte.
 */
export async function* replayEvents(
  open: () => Promise<AsyncIterable<Uint8Array>>,
  nextTurn: () => Promise<void>,
): AsyncGenerator<Uint8Array, void> {
  let events = STARTED_EVENTS;
  let isResult = false;
  for await (const part of elementsOf(slicesInTurns(await open(), nextTurn), LISTS)) {
    if (part.kind === 'bytes') yield part.bytes;
    else if (part.kind === 'end') yield isResult ? Buffer.concat([Buffer.from('}'), EVENT_END]) : EVENT_END;
    else {
      events += 1;
      isResult = part.member === 'results';
      yield startOf({ id: String(events), name: isResult ? 'result' : 'evaluation' });
      if (isResult) yield Buffer.from(`{"index":${part.index},"result":`);
    }
  }
  yield* eventOf({ id: String(events + 1), name: 'done' }, await open());
}
