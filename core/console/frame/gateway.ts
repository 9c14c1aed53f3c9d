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
import { readProblem } from '../../client/gateway-problem.ts';

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
  readonly ask: (question: Question, progress: Progress) => Promise<Answer>;
  /** Runs on by itself. */
  readonly start: (question: Question) => Promise<PromptStatus>;
  readonly follow: (promptLogId: string, signal: AbortSignal, progress: Followed) => Promise<Answer>;
  /** Of a run that has ended, it deletes the texts. */
  readonly cancel: (promptLogId: string) => Promise<PromptStatus>;
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

  const call = async (
    path: string,
    {
      json,
      signal,
      method,
    }: { readonly json?: string; readonly signal?: AbortSignal; readonly method?: string } = {},
  ) => {
    const reply = await fetch(url + path, {
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      ...(json !== undefined && { body: json }),
      ...(signal !== undefined && { signal }),
      headers: {
        Authorization: `Bearer ${key}`,
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
      credentials: 'omit',
      cache: 'no-store',
    });
    if (!reply.ok) throw await readProblem(reply);
    return reply.status === 204 ? undefined : reply.json();
  };

  return {
    promptUrl: `${url}/api/v1/prompt`,
    useKey(given) {
      key = given;
    },
    models: () => call('/api/v1/models'),
    balance: () => call('/api/v1/balance'),
    usage: (month) => call(`/api/v1/usage?by=day&month=${month}`),
    quote: (json, signal) => call('/api/v1/prompt/quote', { json, signal }),
    ask: (question, progress) => askGateway({ url, key, ...question }, progress),
    start: (question) => startRun({ url, key, ...question }),
    follow: (promptLogId, signal, progress) => followRun({ url, key, promptLogId, signal }, progress),
    cancel: (promptLogId) => call(`/api/v1/prompts/${promptLogId}`, { method: 'DELETE' }),
    vote: (promptLogId, vote) => call(`/api/v1/prompts/${promptLogId}/votes`, { json: JSON.stringify(vote) }),
    record: (promptLogId, signal) => call(`/api/v1/prompts/${promptLogId}`, { signal }),
    list: (query, signal) =>
      call(`/api/v1/prompts?${new URLSearchParams({ ...query }).toString()}`, { signal }),
  };
}
