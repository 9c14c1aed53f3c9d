import type { BalanceResponse } from '../../generated/balance-response.ts';
import type { ModelsResponse } from '../../generated/models-response.ts';
import type { PromptRecord } from '../../generated/prompt-record.ts';
import type { PromptStatus } from '../../generated/prompt-status.ts';
import type { PromptsResponse } from '../../generated/prompts-response.ts';
import type { QuoteResponse } from '../../generated/quote-response.ts';
import type { UsageResponse } from '../../generated/usage-response.ts';
import type { VoteRequest } from '../../generated/vote-request.ts';
import type { VotesResponse } from '../../generated/votes-response.ts';
import { askGateway, type Answer, type Progress } from '../../client/ask-gateway.ts';
import { followRun, startRun, type Followed } from '../../client/follow-run.ts';
import { callGateway, readGateway } from '../../client/call-gateway.ts';

/** The API of the gateway this page came from. Every call throws a `GatewayProblem` where the gateway refuses. */
export interface Gateway {
  readonly promptUrl: string;
  readonly useKey: (key: string) => void;
  readonly models: () => Promise<ModelsResponse>;
  readonly balance: () => Promise<BalanceResponse>;
  /** By the day. `month` as 2026-11, in UTC. */
  readonly usage: (month: string) => Promise<UsageResponse>;
  readonly quote: (json: string, signal: AbortSignal) => Promise<QuoteResponse>;
  /** Runs as long as somebody is connected. */
  readonly ask: (question: Question, started: () => Progress) => Promise<Answer>;
  /** Runs on by itself. */
  readonly start: (question: Question) => Promise<PromptStatus>;
  readonly follow: (promptLogId: string, signal: AbortSignal, progress: Followed) => Promise<Answer>;
  /** Of a run that has ended, it deletes the texts. */
  readonly cancel: (promptLogId: string) => Promise<unknown>;
  readonly vote: (promptLogId: string, vote: VoteRequest) => Promise<VotesResponse>;
  readonly record: (promptLogId: string, signal: AbortSignal) => Promise<PromptRecord>;
  readonly list: (query: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<PromptsResponse>;
}

export interface Question {
  readonly json: string;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

export function createGateway(): Gateway {
  // Beside the page, whatever path a proxy serves both under.
  const url = new URL('.', document.baseURI).href.replace(/\/$/, '');
  let key = '';

  const target = () => ({ url, key });
  return {
    promptUrl: `${url}/api/v1/prompt`,
    useKey(given) {
      key = given;
    },
    models: () => readGateway(target(), '/models'),
    balance: () => readGateway(target(), '/balance'),
    usage: (month) => readGateway(target(), `/usage?by=day&month=${month}`),
    quote: (json, signal) => readGateway(target(), '/prompt/quote', { json, signal }),
    ask: (question, started) => askGateway({ ...target(), ...question }, started),
    start: (question) => startRun({ ...target(), ...question }),
    follow: (promptLogId, signal, progress) => followRun({ ...target(), promptLogId, signal }, progress),
    cancel: (promptLogId) => callGateway(target(), `/prompts/${promptLogId}`, { method: 'DELETE' }),
    vote: (promptLogId, vote) =>
      readGateway(target(), `/prompts/${promptLogId}/votes`, { json: JSON.stringify(vote) }),
    record: (promptLogId, signal) => readGateway(target(), `/prompts/${promptLogId}`, { signal }),
    list: (query, signal) =>
      readGateway(target(), `/prompts?${new URLSearchParams({ ...query }).toString()}`, { signal }),
  };
}
