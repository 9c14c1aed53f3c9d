import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayProcess } from '../../support/gateways/run-gateway.ts';
import { startScene, type ProcessScene } from '../../process/process-scene.ts';
import type { IdleCrowd, IdleReport } from './idle-clients.ts';

const CONNECTIONS = 10_000;
const CROWDS = 4;
/** What the gateway needs beside its clients' sockets. */
const OTHER_FILES = 500;
const BEGUN = 'POST /api/v1/prompt HTTP/1.1\r\nHost: a\r\nContent-Ty';
const NEW_CLIENTS = 50;
/** Headers may take 10 s, and the server looks every 2 s; the rest is for a busy machine. */
const CLOSED_WITHIN_MS = 40_000;
/** A connection's buffers, parser and objects. */
const MAX_BYTES_EACH = 40_000;

/** Open files a process may have here; Node takes as many as the hard limit lets it. */
function fileLimit(): number {
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  return limit === 'unlimited' ? Infinity : Number(limit);
}

describe('idle connections by the thousand', () => {
  const count = Math.min(CONNECTIONS, fileLimit() - OTHER_FILES);
  let scene: ProcessScene;
  let gateway: GatewayProcess;
  let key: string;
  let crowds: readonly ChildProcess[];

  beforeAll(async () => {
    if (count < CONNECTIONS)
      process.stdout.write(
        `\nONLY ${count} IDLE CONNECTIONS: this machine allows no more open files (ulimit -Hn)\n`,
      );
    scene = await startScene();
    key = await scene.account('somebody', 1_000);
    gateway = await scene.start();
    crowds = Array.from({ length: CROWDS }, () =>
      fork(join(import.meta.dirname, 'idle-clients.ts'), { execArgv: [] }),
    );
  });
  afterAll(async () => {
    for (const crowd of crowds) crowd.kill('SIGKILL');
    await scene.stop();
  });

  const told = async (send: IdleCrowd | 'report'): Promise<IdleReport> => {
    const reports = await Promise.all(
      crowds.map(async (crowd) => {
        const answer = once(crowd, 'message') as Promise<[IdleReport]>;
        crowd.send(send);
        return (await answer)[0];
      }),
    );
    const sum = (name: keyof IdleReport): number =>
      reports.reduce((total, report) => total + report[name], 0);
    return {
      connected: sum('connected'),
      closed: sum('closed'),
      toldWhy: sum('toldWhy'),
      errors: sum('errors'),
    };
  };

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${gateway.operationsUrl}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };

  /** On a connection of its own. */
  const askNewly = async (): Promise<number> => {
    const reply = await fetch(`${gateway.url}/api/v1/prompt`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ prompt: 'Say hello.', models: ['gpt-4o'] }),
    });
    await reply.arrayBuffer();
    return reply.status;
  };

  it('cost little, lock nobody out and are closed in time', async () => {
    expect(await askNewly()).toBe(200);
    const filesBefore = await metric('process_open_fds');
    const bytesBefore = await metric('process_resident_memory_bytes');

    const port = Number(new URL(gateway.url).port);
    const opened = await told({ port, count: Math.ceil(count / CROWDS), begun: BEGUN });
    expect(opened.connected).toBeGreaterThanOrEqual(count);

    const statuses = await Promise.all(Array.from({ length: NEW_CLIENTS }, askNewly));
    expect(statuses).toEqual(Array(NEW_CLIENTS).fill(200));
    const bytesEach = ((await metric('process_resident_memory_bytes')) - bytesBefore) / count;
    expect(bytesEach).toBeLessThan(MAX_BYTES_EACH);

    const until = Date.now() + CLOSED_WITHIN_MS;
    let last = await told('report');
    while (last.closed < opened.connected && Date.now() < until) {
      await wait(500);
      last = await told('report');
    }
    expect(last.closed).toBe(opened.connected);
    // All but those that were replaced by a new client got a reason.
    expect(last.toldWhy).toBeGreaterThanOrEqual(opened.connected - NEW_CLIENTS - 10);
    expect(await askNewly()).toBe(200);
    expect(await metric('process_open_fds')).toBeLessThan(filesBefore + 100);
    process.stdout.write(
      `\n${opened.connected} idle connections: ${Math.round(bytesEach / 1_000)} kB each, all closed\n`,
    );
  });
});
