import type { VoteRequest } from '../../generated/vote-request.ts';
import type { Vote } from '../../generated/votes-response.ts';
import { accountLabels } from '../../client/labels.ts';
import type { Gateway } from '../shell/gateway.ts';

export type Voting = ReturnType<typeof createVoting>;

/** What the account has voted on the answers of a run. Each call throws a `GatewayProblem` where the gateway refuses. */
export function createVoting(gateway: Gateway, given: readonly Vote[] = []) {
  let votes = given;
  return {
    /** As they stand now. */
    votes: () => votes,
    /** Keeps a vote, or takes one back. */
    async put(promptLogId: string, vote: VoteRequest) {
      ({ votes } = await gateway.vote(promptLogId, vote));
    },
    /** Of all runs of the account. */
    async allLabels() {
      const { signal } = new AbortController();
      const written = accountLabels({
        page: (cursor) =>
          gateway.list({ voted: 'true', limit: '100', ...(cursor !== undefined && { cursor }) }, signal),
        record: (promptLogId) => gateway.record(promptLogId, signal),
      });
      return (await Array.fromAsync(written)).join('');
    },
  };
}
