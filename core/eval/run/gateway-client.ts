import { readAnswer } from '../../client/ask-gateway.ts';
import { readProblem } from '../../client/gateway-problem.ts';
import type { JsonObject } from '../../contract.ts';
import type { ModelDescription, ModelsResponse } from '../../generated/models-response.ts';
import type { PromptRecord } from '../../generated/prompt-record.ts';
import type { PromptResponse } from '../../generated/prompt-response.ts';
import type { PromptsResponse } from '../../generated/prompts-response.ts';
import type { QuoteResponse } from '../../generated/quote-response.ts';

/** What a run needs of a gateway. Everything throws `GatewayProblem` where it refuses, `Error` where it does not answer. */
export interface GatewayClient {
  models(): Promise<readonly ModelDescription[]>;
  /** The same with the version of the judges' prompt. */
  registry(): Promise<ModelsResponse>;
  quote(body: JsonObject): Promise<QuoteResponse>;
  /** Starts a request that runs on without a connection. The same key and body again find the same request. @returns its ID. */
  start(body: JsonObject, idempotencyKey: string): Promise<string>;
  /** Waits for the answer of a request. */
  follow(promptLogId: string): Promise<PromptResponse>;
  /** A page of the account's requests, the newest first. @param filter parameters of the query. */
  prompts(cursor: string | undefined, filter?: Readonly<Record<string, string>>): Promise<PromptsResponse>;
  record(promptLogId: string): Promise<PromptRecord>;
}

export interface GatewayTarget {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly signal: AbortSignal;
  /** Where its requests are started: below /api/v1; `/prompt` where it is not given. */
  readonly path?: '/prompt' | '/compare';
}

const NOTHING = { result() {}, evaluation() {} };
const PAGE = 100;

export function createGatewayClient({
  url,
  key,
  signal,
  path: startPath = '/prompt',
}: GatewayTarget): GatewayClient {
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${key}`);
    const reply = await fetch(`${url}/api/v1${path}`, { ...init, headers, signal });
    if (!reply.ok) throw await readProblem(reply);
    return reply;
  };
  // The gateway's own answers: the generated types say what they hold.
  const read = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const answer: T = JSON.parse(await (await call(path, init)).text());
    return answer;
  };
  const post = (body: JsonObject, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return {
    models: async () => (await read<ModelsResponse>('/models')).models,
    registry: () => read<ModelsResponse>('/models'),
    quote: (body) => read<QuoteResponse>(`${startPath}/quote`, post(body)),
    async start(body, idempotencyKey) {
      const headers = { Prefer: 'respond-async', 'Idempotency-Key': idempotencyKey };
      const { promptLogId } = await read<{ readonly promptLogId: string }>(startPath, post(body, headers));
      return promptLogId;
    },
    async follow(promptLogId) {
      const reply = await call(`/prompts/${encodeURIComponent(promptLogId)}`, {
        headers: { Accept: 'text/event-stream' },
      });
      if (reply.body === null) throw new Error('the gateway sent no events');
      return (await readAnswer(reply.body, NOTHING)).response;
    },
    prompts(cursor, filter = {}) {
      const query = new URLSearchParams({ ...filter, limit: String(PAGE) });
      if (cursor !== undefined) query.set('cursor', cursor);
      return read<PromptsResponse>(`/prompts?${query.toString()}`);
    },
    record: (promptLogId) => read<PromptRecord>(`/prompts/${encodeURIComponent(promptLogId)}`),
  };
}
