import { setTimeout as wait } from 'node:timers/promises';
import { postFiles, type UploadFigures } from './attachments/post-files.ts';
import { timeSmallRequests } from './attachments/post-small.ts';
import { startServer } from './attachments/start-process.ts';
import { startAssay, startNaive, type StartSubject, type Upstreams } from './attachments/subject.ts';

const FILE_BYTES = 20_000_000;
const COUNTS = [1, 4, 10];
const WARM_UP_MS = 1_000;
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
const UPSTREAM = new URL('./attachments/drain-upstream.ts', import.meta.url);

interface Measured {
  readonly longestStallMs: number;
  readonly usualStallMs: number;
  readonly longestWorkMs: number;
  /** Small requests, milliseconds: without uploads, and among them. */
  readonly quietP99Ms: number;
  readonly loadedP99Ms: number;
  /** What the machine alone does to them: the same, of an Assay beside it that nobody uploads to, at the same time. */
  readonly besideTimes: number;
  readonly growthMegabytes: number;
  readonly uploads: UploadFigures;
}

/**
 * Two clients post a 20 MB picture each second while small requests run, through the gateway and through what one would
 * write first. Everything has a process of its own; each figure is taken inside the process it is about.
 */
export async function attachmentsBench(): Promise<void> {
  const files = await startServer(UPSTREAM, { isBackground: true });
  const small = await startServer(UPSTREAM);
  try {
    for (const count of COUNTS) {
      const upstreams = { files: files.url, small: small.url };
      const naive = await measure(startNaive, upstreams, count);
      const assay = await measure(startAssay, upstreams, count);
      console.log(`  ${count} ${count === 1 ? 'model' : 'models'}`);
      show('naive', naive);
      show('Assay', assay);
      compare(naive, assay);
    }
  } finally {
    await files.stop();
    await small.stop();
  }
  await tenAtOnce();
}

/** A fresh process for each figure, so that none is about what an earlier load left behind. */
async function measure(start: StartSubject, upstreams: Upstreams, count: number): Promise<Measured> {
  const { server, key, stop } = await start(upstreams);
  const beside = await startAssay(upstreams);
  const timeBoth = (until: Promise<unknown>): Promise<readonly [number, number]> =>
    Promise.all([
      timeSmallRequests(server.url, key, until),
      timeSmallRequests(beside.server.url, beside.key, until),
    ]);
  try {
    await timeBoth(wait(WARM_UP_MS));
    const [quietP99Ms, besideQuietP99Ms] = await timeBoth(wait(QUIET_MS));
    const before = await server.figures();
    const common = { url: server.url, key, models: MODELS.slice(0, count), fileBytes: FILE_BYTES };
    await postFiles({ ...common, clients: 1, everyMs: 0, perClient: 1 });
    await server.figures('reset');
    const posting = postFiles({ ...common, clients: 2, everyMs: 1_000, perClient: UPLOADS_PER_CLIENT });
    const [loadedP99Ms, besideLoadedP99Ms] = await timeBoth(posting);
    const after = await server.figures();
    return {
      longestStallMs: after.longestStallMs,
      usualStallMs: after.usualStallMs,
      longestWorkMs: after.longestWorkMs,
      quietP99Ms,
      loadedP99Ms,
      besideTimes: besideLoadedP99Ms / besideQuietP99Ms,
      growthMegabytes: (after.peakRssBytes - before.rssBytes) / 1e6,
      uploads: await posting,
    };
  } finally {
    await stop();
    await beside.stop();
  }
}

function show(name: string, measured: Measured): void {
  const { longestStallMs, usualStallMs, longestWorkMs } = measured;
  const { quietP99Ms, loadedP99Ms, besideTimes, growthMegabytes, uploads } = measured;
  const figures = [
    `longest stall ${longestStallMs.toFixed(1)} ms, in the median second ${usualStallMs.toFixed(1)}, own work ${longestWorkMs.toFixed(1)}`,
    `p99 of small requests ${loadedP99Ms.toFixed(1)} ms, ${(loadedP99Ms / quietP99Ms).toFixed(1)} times its own (beside it ${besideTimes.toFixed(1)})`,
    `memory +${growthMegabytes.toFixed(0)} MB`,
    `${uploads.completed} of ${uploads.posted} uploads`,
  ];
  console.log(`    ${name}: ${figures.join('; ')}`);
}

function compare(naive: Measured, assay: Measured): void {
  const times = (figure: 'longestStallMs' | 'usualStallMs' | 'longestWorkMs'): string =>
    (naive[figure] / assay[figure]).toFixed(1);
  const growth = (assay.growthMegabytes / naive.growthMegabytes).toFixed(2);
  console.log(
    `    stall ${times('longestStallMs')} times shorter, in the median second ${times('usualStallMs')}, ` +
      `own work ${times('longestWorkMs')}; memory growth ${growth} of naive`,
  );
}

/** Ten uploads to four models each, while every upstream connection reads slowly. */
async function tenAtOnce(): Promise<void> {
  const upstream = await startServer(UPSTREAM, { arguments: [String(SLOW_BYTES_PER_SECOND)] });
  const { server, key, stop } = await startAssay({ files: upstream.url, small: upstream.url });
  try {
    await timeSmallRequests(server.url, key, wait(WARM_UP_MS));
    const before = await server.figures('reset');
    const posting = postFiles({
      url: server.url,
      key,
      models: MODELS.slice(0, 4),
      fileBytes: FILE_BYTES,
      clients: 10,
      everyMs: 0,
      perClient: 1,
    });
    await timeSmallRequests(server.url, key, posting);
    const { completed, posted } = await posting;
    const after = await server.figures();
    const growth = (after.peakRssBytes - before.rssBytes) / 1e6;
    console.log(
      `  ten uploads at once to 4 models over a slow upstream: ${completed} of ${posted} completed; ` +
        `longest stall ${after.longestStallMs.toFixed(1)} ms; memory +${growth.toFixed(0)} MB`,
    );
  } finally {
    await stop();
    await upstream.stop();
  }
}
