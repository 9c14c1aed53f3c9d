import { expect, it } from 'vitest';
import { RunningRequests } from '../../../core/pipeline/running/running-requests.ts';

const REQUEST = { accountId: 1, zeroDataRetention: false, answerLog: null, cancel: () => {} };

it('adds up the holds of the requests that run, and 0 in the end', () => {
  const running = new RunningRequests();
  const removals = [1, 999_999, 9e12].map((holdMicroCredits, index) =>
    running.add({ ...REQUEST, requestId: String(index), holdMicroCredits }),
  );
  expect(running.heldMicroCredits).toBe(9_000_001_000_000);
  removals[1]?.();
  // Harmless to call twice.
  removals[1]?.();
  expect(running.heldMicroCredits).toBe(9_000_000_000_001);
  for (const remove of removals) remove();
  expect(running.heldMicroCredits).toBe(0);
});
