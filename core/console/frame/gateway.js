/** @import { BalanceResponse } from '../../generated/balance-response.ts' */
/** @import { ModelsResponse } from '../../generated/models-response.ts' */
/** @import { PromptRecord } from '../../generated/prompt-record.ts' */
/** @import { PromptStatus } from '../../generated/prompt-status.ts' */
/** @import { PromptsResponse } from '../../generated/prompts-response.ts' */
/** @import { QuoteResponse } from '../../generated/quote-response.ts' */
/** @import { UsageResponse } from '../../generated/usage-response.ts' */
/** @import { Answer, Progress } from '../../client/ask-gateway.ts' */
/** @import { Followed } from '../../client/follow-run.ts' */
import { askGateway } from '../../client/ask-gateway.ts';
import { followRun, startRun } from '../../client/follow-run.ts';
import { readProblem } from '../../client/gateway-problem.ts';

/**
 * The API of the gateway this page came from. Every call throws a `GatewayProblem` where the gateway refuses.
 * @typedef {object} Gateway
 * @property {string} promptUrl
 * @property {(key: string) => void} useKey
 * @property {() => Promise<ModelsResponse>} models
 * @property {() => Promise<BalanceResponse>} balance
 * @property {(month: string) => Promise<UsageResponse>} usage By the day. `month` as 2026-11, in UTC.
 * @property {(json: string, signal: AbortSignal) => Promise<QuoteResponse>} quote
 * @property {(question: Question, progress: Progress) => Promise<Answer>} ask Runs as long as somebody is connected.
 * @property {(question: Question) => Promise<PromptStatus>} start Runs on by itself.
 * @property {(promptLogId: string, signal: AbortSignal, progress: Followed) => Promise<Answer>} follow
 * @property {(promptLogId: string) => Promise<PromptStatus>} cancel
 * @property {(promptLogId: string, signal: AbortSignal) => Promise<PromptRecord>} record
 * @property {(query: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<PromptsResponse>} list
 */

/**
 * @typedef {object} Question
 * @property {string} json
 * @property {string} idempotencyKey
 * @property {AbortSignal} signal
 */

/** @returns {Gateway} */
export function createGateway() {
  // Beside the page, whatever path a proxy serves both under.
  const url = new URL('.', document.baseURI).href.replace(/\/$/, '');
  let key = '';

  /**
   * @param {string} path
   * @param {{ readonly json?: string, readonly signal?: AbortSignal, readonly method?: string }} [options]
   */
  const call = async (path, { json, signal, method } = {}) => {
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
    record: (promptLogId, signal) => call(`/api/v1/prompts/${promptLogId}`, { signal }),
    list: (query, signal) =>
      call(`/api/v1/prompts?${new URLSearchParams({ ...query }).toString()}`, { signal }),
  };
}
