import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** A real Prometheus that scrapes one target every second. */
export interface PrometheusServer {
  /** The samples of an instant query. @throws Error with what Prometheus says of a query it refuses. */
  query(expression: string): Promise<readonly { readonly value: readonly [number, string] }[]>;
  stop(): Promise<void>;
}

const ATTEMPTS = 300;
const EVERY_MS = 100;

export function hasPrometheus(): boolean {
  return ['prometheus', 'promtool'].every((program) => spawnSync(program, ['--version']).status === 0);
}

/**
 * @param target host and port of an operators' listener.
 * @param rulesPath a file of rules, evaluated every second.
 */
export async function startPrometheus(target: string, rulesPath: string): Promise<PrometheusServer> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-prometheus-'));
  const config = join(folder, 'prometheus.json');
  // YAML reads JSON.
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rulesPath],
      scrape_configs: [{ job_name: 'assay', static_configs: [{ targets: [target] }] }],
    }),
  );
  const port = await freePort();
  const server = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(server, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url);
  return {
    async query(expression) {
      const reply = await fetch(
        `${url}/api/v1/query?${new URLSearchParams({ query: expression }).toString()}`,
      );
      const answer = (await reply.json()) as {
        readonly error?: string;
        readonly data?: { readonly result: readonly { readonly value: readonly [number, string] }[] };
      };
      if (answer.data === undefined) throw new Error(`${expression}: ${answer.error ?? reply.status}`);
      return answer.data.result;
    },
    async stop() {
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const reply = await fetch(`${url}/-/ready`).catch(() => undefined);
    if (reply?.status === 200) return;
    await wait(EVERY_MS);
  }
  throw new Error('Prometheus did not get ready');
}
