import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';

const EVERY_MS = 20;
const BODY = JSON.stringify({ prompt: 'Say hello.', models: ['mistral-large-2512'] });

/**
 * Posts a small request every 20 ms whether or not the last is answered, until told to stop, and times each from the
 * moment it was due: a server that stalls cannot hide the requests it kept from being sent.
 * @returns the 99th percentile, milliseconds.
 */
export async function timeSmallRequests(url: string, key: string, until: Promise<unknown>): Promise<number> {
  const pool = new Pool(url, { connections: 64 });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const timings: Promise<number>[] = [];
  const ended = new AbortController();
  void until.finally(() => ended.abort());
  const startedAt = performance.now();
  while (!ended.signal.aborted) {
    const dueAt = startedAt + timings.length * EVERY_MS;
    await wait(Math.max(0, dueAt - performance.now()));
    timings.push(timeOne(dueAt));
  }
  const sorted = (await Promise.all(timings)).toSorted((a, b) => a - b);
  await pool.close();
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;

  async function timeOne(dueAt: number): Promise<number> {
    const reply = await pool.request({ method: 'POST', path: '/api/v1/prompt', headers, body: BODY });
    await reply.body.dump();
    if (reply.statusCode !== 200) throw new Error(`a small request was answered ${reply.statusCode}`);
    return performance.now() - dueAt;
  }
}
