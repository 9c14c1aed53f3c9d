import type { VoteRequest } from '../../generated/vote-request.ts';
import type { Vote } from '../../generated/votes-response.ts';
import { accountLabels } from '../../client/labels.ts';
import type { Gateway } from '../shell/gateway.ts';

export type Voting = ReturnType<typeof createVoting>;

/** The account's votes on the answers of a run. Each call throws a `GatewayProblem` if the gateway refuses. */
export function createVoting(gateway: Gateway, storedVotes: readonly Vote[] = []) {
  let votes = storedVotes;
  return {
    votes: () => votes,
    /** Stores or removes a vote. */
    async put(promptLogId: string, vote: VoteRequest) {
      ({ votes } = await gateway.vote(promptLogId, vote));
    },
    /** The labels of all runs of the account. */
    async allLabels() {
      const { signal } = new AbortController();
      const labels = accountLabels({
        page: (cursor) =>
          gateway.list({ voted: 'true', limit: '100', ...(cursor !== undefined && { cursor }) }, signal),
        record: (promptLogId) => gateway.record(promptLogId, signal),
      });
      return (await Array.fromAsync(labels)).join('');
    },
  };
}
