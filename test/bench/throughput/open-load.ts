import { Pool } from 'undici';
import { setTimeout as wait } from 'node:timers/promises';
import type { Load } from './load.ts';
import { figuresOf, type LoadFigures } from './load-figures.ts';

/**
 * Posts at a rate, whatever has been answered: clients that know nothing of each other. The times between requests are
 * drawn from the exponential distribution. A request that finds all connections busy waits for one, which counts.
 */
export async function postOpenly(
  { url, headers, body, connections, seconds }: Load,
  requestsPerSecond: number,
): Promise<LoadFigures> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections });
  const timesMs: number[] = [];
  let failed = 0;
  const post = async (): Promise<void> => {
    const sentAtMs = performance.now();
    try {
      const answer = await pool.request({ method: 'POST', path: pathname, headers, body });
      await answer.body.dump();
      if (answer.statusCode === 200) timesMs.push(performance.now() - sentAtMs);
      else failed += 1;
    } catch {
      failed += 1;
    }
  };
  const cpuBefore = process.cpuUsage();
  const beganAtMs = performance.now();
  const endsAtMs = beganAtMs + seconds * 1_000;
  const posting: Promise<void>[] = [];
  for (let dueAtMs = beganAtMs; dueAtMs < endsAtMs; dueAtMs += betweenMs(requestsPerSecond)) {
    const earlyMs = dueAtMs - performance.now();
    if (earlyMs > 0) await wait(earlyMs);
    posting.push(post());
  }
  await Promise.all(posting);
  const tookMs = performance.now() - beganAtMs;
  const cpu = process.cpuUsage(cpuBefore);
  await pool.close();
  return figuresOf({ timesMs, answered: timesMs.length, failed, tookMs, cpu });
}

function betweenMs(requestsPerSecond: number): number {
  return (-Math.log(1 - Math.random()) * 1_000) / requestsPerSecond;
}
