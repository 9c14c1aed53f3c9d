import { expect, it } from 'vitest';
import { replayEvents } from '../../../../core/http/routes/record/replay-events.ts';
import { SLICE_BYTES } from '../../../../core/text/slices-of.ts';

const RESULTS = 8;
const ANSWER = Buffer.from(
  JSON.stringify({
    promptLogId: 'one',
    results: Array.from({ length: RESULTS }, () => ({ output: 'a'.repeat(SLICE_BYTES) })),
    evaluations: [],
  }),
);

it('an ended request is told again a slice at a time, and others have a turn after each', async () => {
  let turns = 0;
  const open = async (): Promise<AsyncIterable<Uint8Array>> =>
    (async function* () {
      yield ANSWER;
    })();
  const pieces: Uint8Array[] = [];
  let bytesSinceTurn = 0;
  const nextTurn = async (): Promise<void> => {
    expect(bytesSinceTurn).toBeLessThan(2 * SLICE_BYTES);
    bytesSinceTurn = 0;
    turns += 1;
  };
  for await (const piece of replayEvents(open, nextTurn)) {
    bytesSinceTurn += piece.byteLength;
    pieces.push(piece);
  }
  expect(turns).toBe(Math.ceil(ANSWER.byteLength / SLICE_BYTES));
  const text = Buffer.concat(pieces).toString();
  expect(text.match(/^event: result$/gm)).toHaveLength(RESULTS);
  expect(text).toContain(`data: ${ANSWER.toString()}`);
});
