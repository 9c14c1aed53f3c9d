import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { end, printedPort } from '../../support/servers/child-process.ts';
import { costOf, startPinned } from '../throughput/pinned-process.ts';
import { REPORT_COST } from '../throughput/subjects.ts';

/** What is started, and what it is asked first. */
export interface Startable {
  readonly file: URL;
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly path: string;
  readonly key: string;
  readonly body: string;
}

/** One start, from the spawn on, milliseconds. */
export interface StartFigures {
  /** Until it says that it listens. */
  readonly listeningMs: number;
  /** Processor time of all threads until then, the runtime's own start included. */
  readonly cpuMs: number;
  /** Until the answer to a POST, sent as soon as it listened, was read whole. */
  readonly firstAnswerMs: number;
}

const END_TIMEOUT_MS = 10_000;

/** @throws where it does not start, or does not answer 200. */
export async function timeStart(startable: Startable): Promise<StartFigures> {
  const { file, environment = {}, arguments: words = [] } = startable;
  const startedAt = performance.now();
  const child = startPinned(file, {
    processor: 'subject',
    arguments: words,
    environment,
    preload: [REPORT_COST],
  });
  try {
    const port = await printedPort(child);
    const listeningMs = performance.now() - startedAt;
    // Asked before the request goes out, not waited for.
    const [cost] = await Promise.all([costOf(child), post(port, startable)]);
    return { listeningMs, cpuMs: cost.cpuMicros / 1_000, firstAnswerMs: performance.now() - startedAt };
  } finally {
    await endInOrder(child);
  }
}

async function post(port: number, { path, key, body }: Startable): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false }).end(body);
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  sent.once('error', reject).once('response', (response) => {
    response
      .once('error', reject)
      .once('end', () => resolve(response.statusCode))
      .resume();
  });
  const status = await promise;
  if (status !== 200) throw new Error(`the first request was answered ${status}`);
}

/** A process that is killed cannot write what its next start may profit from. */
async function endInOrder(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => void end(child), END_TIMEOUT_MS);
  await ended;
  clearTimeout(late);
}
