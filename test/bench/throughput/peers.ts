import { join } from 'node:path';
import { freePort } from '../../support/servers/free-port.ts';
import { fetchPackage, untilListening } from './fetch-package.ts';
import { end, printedPort } from '../../support/servers/child-process.ts';
import { startPinned } from './pinned-process.ts';
import { chatBody, REPORT_COST, subject, type Subject } from './subjects.ts';

const DOOR = { path: '/v1/chat/completions', body: chatBody, maxFanOut: 1 };

async function startExpress(upstreamUrl: string): Promise<Subject> {
  const child = startPinned(new URL('./express-openai-gateway.ts', import.meta.url), {
    processor: 'subject',
    arguments: [upstreamUrl],
    preload: [REPORT_COST],
  });
  return subject('Express + OpenAI SDK', child, { ...DOOR, port: await printedPort(child) });
}

async function startPortkey(upstreamUrl: string): Promise<Subject> {
  const fetched = fetchPackage('@portkey-ai/gateway@1');
  const port = await freePort();
  const server = join(fetched.folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  const child = startPinned(server, {
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
  await untilListening(port);
  return {
    ...subject('Portkey', child, { ...DOOR, port, headers }),
    async stop() {
      await end(child);
      fetched.remove();
    },
  };
}

/** Gateways of others; each proxies one call. */
export const PEERS = [startPortkey, startExpress];
