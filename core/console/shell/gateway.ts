import type { BalanceResponse } from '../../generated/balance-response.ts';
import type { ModelsResponse } from '../../generated/models-response.ts';
import type { PromptRecord } from '../../generated/prompt-record.ts';
import type { PromptsResponse } from '../../generated/prompts-response.ts';
import type { QuoteResponse } from '../../generated/quote-response.ts';
import type { UsageResponse } from '../../generated/usage-response.ts';
import type { VoteRequest } from '../../generated/vote-request.ts';
import type { VotesResponse } from '../../generated/votes-response.ts';
import { askGateway, type Progress } from '../../client/ask-gateway.ts';
import { followRun, startRun, type FollowProgress } from '../../client/follow-run.ts';
import { callGateway, readGateway } from '../../client/call-gateway.ts';

export interface Question {
  readonly json: string;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

export type Gateway = ReturnType<typeof createGateway>;

/** The API of the gateway that served this page. Every call throws a `GatewayProblem` if the gateway refuses. */
export function createGateway() {
  // Relative to the page, because a proxy may serve both below a path.
  const url = new URL('.', document.baseURI).href.replace(/\/$/, '');
  let key = '';

  const target = () => ({ url, key });
  return {
    promptUrl: `${url}/api/v1/prompt`,
    useKey(newKey: string) {
      key = newKey;
    },
    models: () => readGateway<ModelsResponse>(target(), '/models'),
    balance: () => readGateway<BalanceResponse>(target(), '/balance'),
    /** Usage by day. @param month as 2026-11, in UTC. */
    usage: (month: string) => readGateway<UsageResponse>(target(), `/usage?by=day&month=${month}`),
    quote: (json: string, signal: AbortSignal) =>
      readGateway<QuoteResponse>(target(), '/prompt/quote', { json, signal }),
    /** Sends a prompt and follows it on the same connection. */
    ask: (question: Question, onAccepted: () => Progress) =>
      askGateway({ ...target(), ...question }, onAccepted),
    /** Starts a run that needs no connection. */
    start: (question: Question) => startRun({ ...target(), ...question }),
    follow: (promptLogId: string, signal: AbortSignal, progress: FollowProgress) =>
      followRun({ ...target(), promptLogId, signal }, progress),
    /** Cancels a run, or deletes the texts of one that has ended. */
    cancel: (promptLogId: string) => callGateway(target(), `/prompts/${promptLogId}`, { method: 'DELETE' }),
    label: (promptLogId: string, label: string | null) =>
      callGateway(target(), `/prompts/${promptLogId}`, { method: 'PATCH', json: JSON.stringify({ label }) }),
    vote: (promptLogId: string, vote: VoteRequest) =>
      readGateway<VotesResponse>(target(), `/prompts/${promptLogId}/votes`, { json: JSON.stringify(vote) }),
    record: (promptLogId: string, signal: AbortSignal) =>
      readGateway<PromptRecord>(target(), `/prompts/${promptLogId}`, { signal }),
    list: (query: Readonly<Record<string, string>>, signal: AbortSignal) =>
      readGateway<PromptsResponse>(target(), `/prompts?${new URLSearchParams({ ...query }).toString()}`, {
        signal,
      }),
  };
}
