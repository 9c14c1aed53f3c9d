import type { VoteRequest } from '../../generated/vote-request.ts';
import type { Vote } from '../../generated/votes-response.ts';
import { accountLabels } from '../../client/labels.ts';
import type { Gateway } from '../frame/gateway.ts';

/** What the account has voted on the answers of a run. */
export interface Voting {
  /** As they stand now. */
  readonly votes: () => readonly Vote[];
  /** Keeps a vote, or takes one back. @throws GatewayProblem where the gateway refuses. */
  readonly put: (promptLogId: string, vote: VoteRequest) => Promise<void>;
  /** Of all runs of the account. @throws GatewayProblem where the gateway refuses. */
  readonly allLabels: () => Promise<string>;
}

export function createVoting(gateway: Gateway, given: readonly Vote[] = []): Voting {
  let votes = given;
  return {
    votes: () => votes,
    async put(promptLogId, vote) {
      ({ votes } = await gateway.vote(promptLogId, vote));
    },
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
