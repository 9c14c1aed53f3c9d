import { Pool } from 'undici';
import type { WindowLatencies } from './window-latencies.ts';
import { undocumentedIn } from '../support/answers/documented-answer.ts';

/** What the kinds of a soak's mix ask with. Every answer is held against openapi.json as it comes. */
export interface SoakClient {
  readonly keys: SoakKeys;
  /** From 0 to 1. */
  readonly random: () => number;
  /**
   * @param kind whose latency it counts as.
   * @throws where the signal ends it, or the connection does.
   */
  ask(request: SoakRequest, kind?: string): Promise<SoakReply>;
  /** The answer was the first to this request: its `creditsUsed` is what the account was charged. */
  charge(account: keyof SoakKeys, response: { readonly creditsUsed: number }): void;
  /** The gateway closed the connection instead of answering. */
  cutOff(): void;
  /** Something is not as it should be. */
  wrong(what: string): void;
}

/** One account each: plenty of everything; a markup and nothing retained; a few requests a minute; no credits. */
export interface SoakKeys {
  readonly rich: string;
  readonly forgetful: string;
  readonly limited: string;
  readonly poor: string;
}

export interface SoakRequest {
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is where it is text. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export interface SoakReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface SoakTotals {
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests whose connection was closed before an answer. */
  readonly cutOff: number;
  /** Micro-credits by account. */
  readonly charged: Readonly<Record<keyof SoakKeys, number>>;
  /** The first hundred. */
  readonly wrong: readonly string[];
}

const MAX_WRONG = 100;

export function createSoakClient(options: {
  readonly url: string;
  readonly connections: number;
  readonly keys: SoakKeys;
  readonly random: () => number;
  /** Takes the time of every request whose provider answers at once. */
  readonly latencies?: WindowLatencies | undefined;
}): SoakClient & { totals(): SoakTotals; close(): Promise<void> } {
  const pool = new Pool(options.url, { connections: options.connections });
  const statuses = new Map<number, number>();
  const charged = { rich: 0, forgetful: 0, limited: 0, poor: 0 };
  const found: string[] = [];
  let requests = 0;
  let cutOff = 0;
  const wrong = (what: string): void => {
    if (found.length < MAX_WRONG) found.push(what);
  };
  return {
    keys: options.keys,
    random: options.random,
    wrong,
    cutOff: () => void (cutOff += 1),
    async ask(request, kind = '') {
      const answered = isAnsweredAtOnce(request) ? options.latencies?.begin(kind) : undefined;
      const reply = await send(pool, request).finally(answered);
      requests += 1;
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      const { method = 'GET', path } = request;
      for (const one of undocumentedIn({ method, path, ...reply })) wrong(one);
      return reply;
    },
    charge(account, { creditsUsed }) {
      charged[account] += Math.round(creditsUsed * 1_000_000);
    },
    totals: () => ({ requests, statuses, cutOff, charged, wrong: found }),
    close: () => pool.destroy(),
  };
}

/** Slow and failing providers would hide what the gateway itself adds. */
function isAnsweredAtOnce({ body }: SoakRequest): boolean {
  const prompt = (body as { readonly prompt?: unknown } | undefined)?.prompt;
  return typeof prompt !== 'string' || !/\[\[(?!schema)/.test(prompt);
}

async function send(pool: Pool, request: SoakRequest): Promise<SoakReply> {
  const { method = 'GET', path, key, headers, body, signal } = request;
  const reply = await pool.request({
    method,
    path,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  });
  const text = await reply.body.text();
  const flat = Object.entries(reply.headers).map(([name, value]) => [name, String(value)]);
  return { status: reply.statusCode, headers: Object.fromEntries(flat), text };
}
