import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_PROVIDERS } from '../../support/sandbox-contract.ts';
import { SANDBOX_KEYS } from '../../support/sandbox-environment.ts';
import { createUnlimitedAccount } from '../../support/unlimited-account.ts';
import { costOf, end, printedPort, startPinned } from './pinned-process.ts';
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

const promptBody = (fanOut: number): string =>
  JSON.stringify({
    prompt: PROMPT,
    models: Array.from({ length: fanOut }, (_, index) => MODELS[index % MODELS.length]),
  });

export async function startLimit(upstreamUrl: string): Promise<Subject> {
  const child = startPinned(new URL('./limit-gateway.ts', import.meta.url), {
    processor: 'subject',
    arguments: [upstreamUrl],
    preload: [REPORT_COST],
  });
  return subject('limit', child, { port: await printedPort(child), path: '/', body: promptBody });
}

/** As an operator starts it, everything on: keys, validation, limits, a durable ledger on disk, prompt log, metrics, logs. */
export async function startAssay(upstreamUrl: string): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const path = join(folder, 'assay.db');
  const baseUrls = SANDBOX_PROVIDERS.map((id) => [
    `ASSAY_BASE_URL_${id.toUpperCase()}`,
    `${upstreamUrl}/${id}`,
  ]);
  const environment = {
    ...SANDBOX_KEYS,
    ...Object.fromEntries(baseUrls),
    ASSAY_PORT: '0',
    ASSAY_METRICS_PORT: '0',
    ASSAY_DATABASE_URL: `file:${path}`,
  };
  const child = startPinned(new URL('../../../core/main.ts', import.meta.url), {
    processor: 'subject',
    environment,
    preload: [REPORT_COST],
  });
  const port = await printedPort(child);
  const key = await createUnlimitedAccount(path);
  return {
    ...subject('Assay', child, { port, path: '/api/v1/prompt', body: promptBody, key }),
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
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
