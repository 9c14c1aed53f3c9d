import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openSqliteLedger } from '../../core/billing/sqlite-ledger.ts';
import { createApiKey } from '../../core/stores/api-key.ts';
import { SANDBOX_KEYS } from '../support/sandbox-environment.ts';
import { SANDBOX_PROVIDERS } from '../support/sandbox-contract.ts';
import { timeSmallRequests } from './attachments/post-small.ts';
import type { UploadFigures, Uploads } from './attachments/post-files.ts';
import { startServer, type ServerProcess } from './attachments/start-process.ts';

const FILE_BYTES = 20_000_000;
const UPSTREAM = new URL('./attachments/drain-upstream.ts', import.meta.url);
const QUIET_MS = 4_000;
const UPLOADS_PER_CLIENT = 6;
/** Bytes a second each connection of the slow upstream reads. */
const SLOW_BYTES_PER_SECOND = 10_000_000;
/** Of providers that take a 20 MB image; three wire formats. */
const MODELS = [
  'gpt-4o',
  'gemini-2.5-flash',
  'grok-4.3',
  'gpt-4.1',
  'gemini-2.5-pro',
  'gpt-5-mini',
  'grok-4.5',
  'gpt-4.1-mini',
  'gemini-3.5-flash',
  'gpt-4o-mini',
];

/** A server under test, with the key its clients send. */
interface Subject {
  readonly server: ServerProcess;
  readonly key: string;
  stop(): Promise<void>;
}

/** Small requests have a provider of their own, so that nobody is blamed for a stand-in that is busy reading files. */
interface Upstreams {
  readonly files: string;
  readonly small: string;
}

type StartSubject = (upstreams: Upstreams) => Promise<Subject>;

interface Measured {
  readonly models: number;
  readonly longestStallMs: number;
  /** Of small requests: among uploads, as a multiple of the same without. */
  readonly p99Ratio: number;
  readonly growthMegabytes: number;
  readonly uploads: UploadFigures;
}

export async function attachmentsBench(): Promise<void> {
  const files = await startServer(UPSTREAM);
  const small = await startServer(UPSTREAM);
  const upstream = { files: files.url, small: small.url };
  try {
    for (const count of (process.env['COUNTS'] ?? '1,4,10').split(',').map(Number)) {
      const naive = process.env['NONAIVE'] ? {longestStallMs:1,growthMegabytes:1,p99Ratio:1,models:1,uploads:{completed:0,other:0}} : await measure(startNaive, upstream, count);
      const gateway = await measure(startGatewayProcess, upstream, count);
      show('naive', naive);
      show('Assay', gateway);
      console.log(
        `    stall ${(naive.longestStallMs / gateway.longestStallMs).toFixed(1)} times shorter, memory growth ${(gateway.growthMegabytes / naive.growthMegabytes).toFixed(2)} of naive`,
      );
    }
  } finally {
    await files.stop();
    await small.stop();
  }
  await tenAtOnce();
}

async function measure(start: StartSubject, upstreamUrl: Upstreams, count: number): Promise<Measured> {
  const subject = await start(upstreamUrl);
  const { server, key } = subject;
  try {
    await timeSmallRequests(server.url, key, wait(1_000));
    const quietP99 = await timeSmallRequests(server.url, key, wait(QUIET_MS));
    const quiet = await server.figures();
    const models = MODELS.slice(0, count);
    const common = { url: server.url, key, models, fileBytes: FILE_BYTES };
    await upload({ ...common, clients: 1, everyMs: 0, perClient: 1 });
    await server.figures('reset');
    const uploading = upload({ ...common, clients: 2, everyMs: 1_000, perClient: UPLOADS_PER_CLIENT });
    const loadedP99 = await timeSmallRequests(server.url, key, uploading);
    const uploads = await uploading;
    const loaded = await server.figures();
    console.log(
      `quiet p99 ${quietP99.toFixed(1)} loaded ${loadedP99.toFixed(1)}, rss ${quiet.rssBytes / 1e6} ${quiet.peakRssBytes / 1e6} ${loaded.peakRssBytes / 1e6}`,
    );
    return {
      models: count,
      longestStallMs: loaded.longestStallMs,
      p99Ratio: loadedP99 / quietP99,
      growthMegabytes: (loaded.peakRssBytes - quiet.rssBytes) / 1e6,
      uploads,
    };
  } finally {
    await subject.stop();
  }
}

function show(name: string, measured: Measured): void {
  const { completed, other } = measured.uploads;
  console.log(
    `  ${name}, ${String(measured.models).padStart(2)} models: longest stall ${measured.longestStallMs.toFixed(1)} ms; ` +
      `p99 of small requests ${measured.p99Ratio.toFixed(1)} times its own; memory +${measured.growthMegabytes.toFixed(0)} MB; ` +
      `${completed} of ${completed + other} uploads`,
  );
}

/** Ten 20 MB uploads to four models each, while every upstream connection reads slowly. */
async function tenAtOnce(): Promise<void> {
  const upstream = await startServer(UPSTREAM, {
    arguments: [String(SLOW_BYTES_PER_SECOND)],
  });
  const subject = await startGatewayProcess({ files: upstream.url, small: upstream.url });
  try {
    const { url } = subject.server;
    await timeSmallRequests(url, subject.key, wait(1_000));
    const before = await subject.server.figures('reset');
    const uploading = upload({
      url,
      key: subject.key,
      models: MODELS.slice(0, 4),
      fileBytes: FILE_BYTES,
      clients: 10,
      everyMs: 0,
      perClient: 1,
    });
    await timeSmallRequests(url, subject.key, uploading);
    const { completed } = await uploading;
    const after = await subject.server.figures();
    console.log(
      `  ten uploads at once to 4 models over a slow upstream: ${completed} of 10 completed, longest stall ` +
        `${after.longestStallMs.toFixed(1)} ms, memory +${((after.peakRssBytes - before.rssBytes) / 1e6).toFixed(0)} MB`,
    );
  } finally {
    await subject.stop();
    await upstream.stop();
  }
}

async function upload(uploads: Uploads): Promise<UploadFigures> {
  const file = fileURLToPath(new URL('./attachments/post-files.ts', import.meta.url));
  const child = fork(file, [JSON.stringify(uploads)], { execArgv: [] });
  const [figures] = (await once(child, 'message')) as [UploadFigures];
  return figures;
}

async function startNaive(upstreams: Upstreams): Promise<Subject> {
  const server = await startServer(new URL('./attachments/naive-gateway.ts', import.meta.url), {
    arguments: [upstreams.files, upstreams.small],
  });
  return { server, key: '', stop: () => server.stop() };
}

async function startGatewayProcess(upstreams: Upstreams): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const path = join(folder, 'assay.db');
  const baseUrls = SANDBOX_PROVIDERS.map((provider) => [
    `ASSAY_BASE_URL_${provider.toUpperCase()}`,
    `${provider === 'mistral' ? upstreams.small : upstreams.files}/${provider}`,
  ]);
  const server = await startServer(new URL('../../core/main.ts', import.meta.url), {
    environment: {
      ...SANDBOX_KEYS,
      ...Object.fromEntries(baseUrls),
      ASSAY_PORT: '0',
      ASSAY_METRICS_PORT: '0',
      ASSAY_DATABASE_URL: `file:${path}`,
    },
  });
  const key = await createAccount(path);
  return {
    server,
    key,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createAccount(path: string): Promise<string> {
  const { key, prefix, hash } = createApiKey();
  const ledger = await openSqliteLedger({ path, recover: false });
  try {
    await ledger.createAccount('bench', 1e15);
    await ledger.changeAccount('bench', { requestsPerMinute: 1_000_000, requestsInFlight: 1_000 });
    await ledger.createKey({ accountName: 'bench', prefix, hash });
  } finally {
    await ledger.close();
  }
  return key;
}
