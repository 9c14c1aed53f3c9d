import { expect, it } from 'vitest';
import { type RequestContext, RunningRequests } from '../../core/pipeline/request-context.ts';

it('adds up the holds of the requests that run, and 0 in the end', () => {
  const running = new RunningRequests();
  const contexts = [1, 999_999, 9e12].map(
    (holdMicroCredits, index) => ({ promptLogId: String(index), holdMicroCredits }) as RequestContext,
  );
  for (const context of contexts) running.add(context);
  expect(running.heldMicroCredits).toBe(9_000_001_000_000);
  for (const context of contexts.slice(0, 2)) running.remove(context);
  expect(running.heldMicroCredits).toBe(9_000_000_000_000);
  // One that is not here any more changes nothing.
  for (const context of contexts) running.remove(context);
  expect(running.heldMicroCredits).toBe(0);
});
