import { readAnswer } from '../../client/ask-gateway.ts';
import { openEvents, readGateway, type GatewayTarget } from '../../client/call-gateway.ts';
import { startRun } from '../../client/follow-run.ts';
import type { JsonObject } from '../../contract.ts';
import type { BalanceResponse } from '../../generated/balance-response.ts';
import type { ModelsResponse } from '../../generated/models-response.ts';
import type { PromptRecord } from '../../generated/prompt-record.ts';
import type { PromptResponse } from '../../generated/prompt-response.ts';
import type { PromptsResponse } from '../../generated/prompts-response.ts';
import type { QuoteResponse } from '../../generated/quote-response.ts';

/** The calls of a run to a gateway. All throw `GatewayProblem` for a refusal, and `Error` without an answer. */
export interface GatewayClient {
  models(): Promise<ModelsResponse>;
  balance(): Promise<BalanceResponse>;
  quote(body: JsonObject): Promise<QuoteResponse>;
  /** Starts a request that runs on without a connection. The same key and body again find the same request. @returns its ID. */
  start(body: JsonObject, idempotencyKey: string): Promise<string>;
  /** Waits for the answer of a request. */
  follow(promptLogId: string): Promise<PromptResponse>;
  /** A page of the account's requests, the newest first. @param filter parameters of the query. */
  prompts(cursor: string | undefined, filter?: Readonly<Record<string, string>>): Promise<PromptsResponse>;
  record(promptLogId: string): Promise<PromptRecord>;
}

interface ClientOptions extends GatewayTarget {
  readonly signal: AbortSignal;
  /** The path below /api/v1 that starts its requests; `/prompt` by default. */
  readonly path?: '/prompt' | '/compare';
}

const NOTHING = { result() {}, evaluation() {} };
const PAGE = 100;

export function createGatewayClient(options: ClientOptions): GatewayClient {
  const { signal, path: startPath = '/prompt', ...target } = options;
  const read = <T>(path: string, json?: string): Promise<T> =>
    readGateway<T>(target, path, { signal, ...(json !== undefined && { json }) });
  return {
    models: () => read<ModelsResponse>('/models'),
    balance: () => read<BalanceResponse>('/balance'),
    quote: (body) => read<QuoteResponse>(`${startPath}/quote`, JSON.stringify(body)),
    async start(body, idempotencyKey) {
      const run = { ...target, json: JSON.stringify(body), idempotencyKey, signal };
      return (await startRun(run, startPath)).promptLogId;
    },
    async follow(promptLogId) {
      const events = await openEvents(target, `/prompts/${encodeURIComponent(promptLogId)}`, { signal });
      return (await readAnswer(events, NOTHING)).response;
    },
    prompts(cursor, filter = {}) {
      const query = new URLSearchParams({ ...filter, limit: String(PAGE) });
      if (cursor !== undefined) query.set('cursor', cursor);
      return read<PromptsResponse>(`/prompts?${query.toString()}`);
    },
    record: (promptLogId) => read<PromptRecord>(`/prompts/${encodeURIComponent(promptLogId)}`),
  };
}
