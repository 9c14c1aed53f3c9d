import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { end, printedPort, startPinned } from './pinned-process.ts';
import { PROMPT, REPORT_COST, subject, type Subject } from './subjects.ts';
import { freePort } from '../../support/servers/free-port.ts';

const chatBody = (): string =>
  JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: PROMPT }], max_tokens: 4_096 });

async function startExpress(upstreamUrl: string): Promise<Subject> {
  const child = startPinned(new URL('./express-openai-gateway.ts', import.meta.url), {
    processor: 'subject',
    arguments: [upstreamUrl],
    preload: [REPORT_COST],
  });
  const door = { port: await printedPort(child), path: '/v1/chat/completions', body: chatBody, maxFanOut: 1 };
  return subject('Express + OpenAI SDK', child, door);
}

/** Portkey's gateway, fetched from the registry into a folder that is thrown away: it is no dependency of ours. */
async function startPortkey(upstreamUrl: string): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-peer-'));
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', '@portkey-ai/gateway@1'], {
    cwd: folder,
    stdio: 'ignore',
  });
  if (installed.status !== 0) throw new Error('@portkey-ai/gateway could not be fetched from the registry');
  const port = await freePort();
  const child = startPinned(join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js'), {
    processor: 'subject',
    arguments: [`--port=${port}`, '--headless'],
    environment: { TRUSTED_CUSTOM_HOSTS: '127.0.0.1', NODE_ENV: 'production' },
    preload: [REPORT_COST],
  });
  child.stdout?.resume();
  const headers = {
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${upstreamUrl}/openai/v1`,
  };
  await answers(port);
  return {
    ...subject('Portkey', child, {
      port,
      path: '/v1/chat/completions',
      body: chatBody,
      maxFanOut: 1,
      headers,
    }),
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits, ten seconds at most, until something listens. */
async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const [event] = await Promise.race([
      once(socket, 'connect').then(() => ['connect']),
      once(socket, 'error').then(() => ['error']),
    ]).catch(() => ['error']);
    socket.destroy();
    if (event === 'connect') return;
    await wait(100);
  }
  throw new Error('the peer does not listen after ten seconds');
}

/** Gateways of others; each proxies one call. */
export const PEERS = [startPortkey, startExpress];
