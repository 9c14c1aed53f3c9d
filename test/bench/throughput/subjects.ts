import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_FLAGS } from '../../../core/commands/gateway/serve.ts';
import { SANDBOX_KEYS } from '../../../core/sandbox/environment.ts';
import { createUnlimitedAccount } from '../../support/gateways/unlimited-account.ts';
import { baseUrlsAt } from '../../support/servers/provider-wires.ts';
import { end, printedPort } from '../../support/servers/child-process.ts';
import { costOf, startPinned } from './pinned-process.ts';
import type { Cost } from './report-cost.ts';

export const PROMPT = 'Say hello.';
/** Of one provider that speaks chat completions, so that every subject sends the same to the same place. */
const MODELS = [
  'mistral-large-2512',
  'mistral-medium-2604',
  'mistral-small-2603',
  'ministral-14b-2512',
  'ministral-8b-2512',
  'ministral-3b-2512',
  'codestral-2508',
];
export const REPORT_COST = new URL('./report-cost.ts', import.meta.url);
export const GATEWAY = new URL('../../../core/main.ts', import.meta.url);
export const LIMIT_GATEWAY = new URL('./limit-gateway.ts', import.meta.url);
export const PROMPT_PATH = '/api/v1/prompt';

/** A gateway under load. */
export interface Subject {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Peers proxy one call. */
  readonly maxFanOut: number;
  body(fanOut: number): string;
  cost(): Promise<Cost>;
  stop(): Promise<void>;
}

export const promptBody = (fanOut: number): string =>
  JSON.stringify({
    prompt: PROMPT,
    models: Array.from({ length: fanOut }, (_, index) => MODELS[index % MODELS.length]),
  });

/** A call in OpenAI's dialect, as clients send it to a gateway that passes one call on. */
export const chatBody = (): string =>
  JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: PROMPT }], max_tokens: 4_096 });

/** No gateway: the provider itself. */
export function startDirect(upstreamUrl: string): Promise<Subject> {
  return Promise.resolve({
    name: 'direct',
    url: `${upstreamUrl}/openai/v1/chat/completions`,
    headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox' },
    maxFanOut: 1,
    body: chatBody,
    cost: () => Promise.resolve({ cpuMicros: 0, rssBytes: 0 }),
    stop: () => Promise.resolve(),
  });
}

export async function startLimit(upstreamUrl: string): Promise<Subject> {
  const child = startPinned(LIMIT_GATEWAY, {
    processor: 'subject',
    arguments: [upstreamUrl],
    preload: [REPORT_COST],
  });
  return subject('limit', child, { port: await printedPort(child), path: '/', body: promptBody });
}

/** As an operator starts it, everything on: keys, validation, limits, a durable ledger on disk, prompt log, metrics, logs. */
export async function startAssay(upstreamUrl: string): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const databaseUrl = `file:${join(folder, 'assay.db')}`;
  const key = await createUnlimitedAccount(databaseUrl);
  const started = await startAssayOn({ upstreamUrl, databaseUrl, key });
  return {
    ...started,
    async stop() {
      await started.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface AssayOptions {
  readonly upstreamUrl: string;
  /** A ledger that somebody else removes. */
  readonly databaseUrl: string;
  /** Of one of its accounts. */
  readonly key: string;
  /** Wins over what every gateway of a bench is started with. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The same on a ledger that is there already. */
export async function startAssayOn({ key, ...options }: AssayOptions): Promise<Subject> {
  const child = startPinned(GATEWAY, {
    processor: 'subject',
    flags: NODE_FLAGS,
    environment: assayEnvironment(options),
    preload: [REPORT_COST],
  });
  return subject('Assay', child, {
    port: await printedPort(child),
    path: PROMPT_PATH,
    body: promptBody,
    key,
  });
}

/** All providers at one upstream, each with a key, and free ports. */
export function assayEnvironment({
  upstreamUrl,
  databaseUrl,
  environment,
}: Omit<AssayOptions, 'key'>): Readonly<Record<string, string | undefined>> {
  return {
    ...SANDBOX_KEYS,
    ...baseUrlsAt(upstreamUrl),
    ASSAY_PORT: '0',
    ASSAY_METRICS_PORT: '0',
    ASSAY_DATABASE_URL: databaseUrl,
    ...environment,
  };
}

/** Where a subject is posted to. */
export interface Door {
  readonly port: number;
  readonly path: string;
  readonly body: (fanOut: number) => string;
  readonly key?: string;
  readonly maxFanOut?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function subject(name: string, child: ChildProcess, door: Door): Subject {
  return {
    name,
    url: `http://127.0.0.1:${door.port}${door.path}`,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${door.key ?? 'sandbox'}`,
      ...door.headers,
    },
    maxFanOut: door.maxFanOut ?? Infinity,
    body: door.body,
    cost: () => costOf(child),
    stop: () => end(child),
  };
}
