import type { Gateway } from '../frame/gateway.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import { labelLines } from '../vote/labels.ts';
import { votedRuns, votesOn } from '../vote/votes.ts';

/** Records that are read for one file: each counts as a request of the minute. */
const MAX_RUNS = 200;

/**
 * The reader's votes on all runs of the account as labels; of runs whose texts are gone there are none.
 * @throws GatewayProblem where the gateway refuses.
 */
export async function allLabels(gateway: Gateway): Promise<string> {
  const { signal } = new AbortController();
  const lines = [];
  for (const promptLogId of votedRuns().slice(0, MAX_RUNS)) {
    const record = await gateway.record(promptLogId, signal).catch((error) => {
      // Of another account, whose votes are in this browser too.
      if (error instanceof GatewayProblem && error.status === 404) return undefined;
      throw error;
    });
    if (record?.request == null || record.response === null) continue;
    lines.push(labelLines(record.request, record.response.results, votesOn(promptLogId)));
  }
  return lines.join('');
}
