import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_FLAGS } from '../../../core/commands/gateway/serve.ts';
import { PART_INTERVAL_MS } from '../../../core/pipeline/follow/reader-pace.ts';
import { adjustManifests } from '../../support/gateways/adjusted-manifests.ts';
import { createUnlimitedAccount } from '../../support/gateways/unlimited-account.ts';
import { ask, end, printedPort } from '../../support/servers/child-process.ts';
import { startPinned } from '../throughput/pinned-process.ts';
import {
  assayEnvironment,
  GATEWAY,
  promptBody,
  PROMPT_PATH,
  REPORT_COST,
  subject,
  type Subject,
} from '../throughput/subjects.ts';
import type { Memory } from './report-memory.ts';

/** A gateway that streams. */
export interface StreamSubject extends Subject {
  /** How long it may hold a token back to send it with the next ones, milliseconds. */
  readonly gathersMs: number;
  memory(): Promise<Memory>;
}

const REPORT_MEMORY = new URL('./report-memory.ts', import.meta.url);
const PRELOAD = [REPORT_COST, REPORT_MEMORY];
const LIMIT_PROXY = new URL('./limit-proxy.ts', import.meta.url);
/** So that whatever is measured is the gateway, and no bound of one provider. */
const CONCURRENCY = '{ calls: 4096, queue: 4096 }';

export async function startProxy(upstreamUrl: string): Promise<StreamSubject> {
  const child = startPinned(LIMIT_PROXY, {
    processor: 'subject',
    arguments: [upstreamUrl],
    preload: PRELOAD,
  });
  const door = { port: await printedPort(child), path: '/', body: promptBody };
  return { ...subject('proxy', child, door), gathersMs: 0, memory: () => memoryOf(child) };
}

/** As an operator starts it, everything on: keys, validation, limits, a durable ledger on disk, prompt log, metrics, logs. */
export async function startStreamingAssay(upstreamUrl: string): Promise<StreamSubject> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const manifests = adjustManifests({ mistral: { concurrency: CONCURRENCY } });
  const databaseUrl = `file:${join(folder, 'assay.db')}`;
  const key = await createUnlimitedAccount(databaseUrl);
  const environment = { ASSAY_MANIFESTS: manifests.folder, ASSAY_CACHE: join(folder, 'cache') };
  const child = startPinned(GATEWAY, {
    processor: 'subject',
    flags: NODE_FLAGS,
    environment: assayEnvironment({ upstreamUrl, databaseUrl, environment }),
    preload: PRELOAD,
  });
  const headers = { accept: 'text/event-stream' };
  const door = { port: await printedPort(child), path: PROMPT_PATH, body: promptBody, key, headers };
  return {
    ...subject('Assay', child, door),
    gathersMs: PART_INTERVAL_MS,
    memory: () => memoryOf(child),
    async stop() {
      await end(child);
      manifests.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function memoryOf(child: ChildProcess): Promise<Memory> {
  return ask<Memory>(child, 'memory');
}
