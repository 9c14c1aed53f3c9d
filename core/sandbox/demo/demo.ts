import { createServer } from 'node:net';
import { join } from 'node:path';
import type { BalanceResponse } from '../../generated/balance-response.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import { paintFor } from '../../terminal/paint.ts';
import { watchPrompt } from '../../terminal/watch-prompt.ts';
import { DEMO_REQUEST } from './demo-answers.ts';
import { commandsText, reportText } from './demo-report.ts';
import { MANIFESTS, startDemoWorld, type DemoPorts, type DemoWorld } from './demo-world.ts';

const DEFAULT_PORT = 8080;
const DEFAULT_METRICS_PORT = 9464;
/** Of a file or a pipe. */
const DEFAULT_WIDTH = 160;

export interface DemoOptions {
  /** Of the API; undefined for the usual one, or a free one where that is taken; 0 takes free ports throughout. */
  readonly port: number | undefined;
  /** Whether it ends after the answer. */
  readonly once: boolean;
  /** The kind of terminal that is written to, as TERM names it. */
  readonly terminal: string | undefined;
}

/** Shows one judged prompt, and serves until a signal comes. @throws Error where a part cannot start. */
export async function demonstrate({ port, once, terminal }: DemoOptions): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interrupted.abort());
  // The reader of a pipe has gone, as in `assay demo | head`.
  process.stdout.on('error', () => interrupted.abort());
  let world: DemoWorld | undefined;
  try {
    const ports = await choosePorts(port);
    world = await startDemoWorld(ports, (line) => void process.stdout.write(`  ${line}\n`));
    await showPrompt(world, { staysUp: !once, terminal, signal: interrupted.signal });
    if (!once) await serve(world, interrupted.signal);
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
  } finally {
    await world?.stop();
  }
  if (interrupted.signal.aborted)
    process.stdout.write('\nStopped: everything has ended, the data folder is removed.\n');
}

/** @throws Error where the requested port is taken. */
async function choosePorts(requestedPort: number | undefined): Promise<DemoPorts> {
  const port = await portOrFree(requestedPort ?? DEFAULT_PORT);
  if (requestedPort !== undefined && port !== requestedPort)
    throw new Error(`Port ${requestedPort} is taken. Leave --port out, and the demo takes a free one.`);
  const metricsPort = requestedPort === 0 ? 0 : await portOrFree(DEFAULT_METRICS_PORT);
  const takenPorts = [
    ...(requestedPort === undefined && port === 0 ? [DEFAULT_PORT] : []),
    ...(requestedPort !== 0 && metricsPort === 0 ? [DEFAULT_METRICS_PORT] : []),
  ];
  for (const one of takenPorts) process.stdout.write(`Port ${one} is taken: using a free one.\n`);
  return { port, metricsPort };
}

/** @returns the port if nobody listens on it, otherwise 0, for which the system takes a free one. */
async function portOrFree(port: number): Promise<number> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', () => resolve(0));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(port)));
  });
}

interface PromptDisplay {
  /** The gateway goes on serving, so its addresses are worth printing. */
  readonly staysUp: boolean;
  readonly terminal: string | undefined;
  readonly signal: AbortSignal;
}

async function showPrompt(world: DemoWorld, { staysUp, terminal, signal }: PromptDisplay): Promise<void> {
  const { url, operationsUrl, key, folder, upstream } = world;
  const paint = paintFor(process.stdout);
  const say = (text: string): void => void process.stdout.write(text);
  if (staysUp) {
    say(`  gateway  ${url}, metrics on ${operationsUrl}/metrics\n`);
    say(`  console  ${url}/console#key=${key}\n`);
  }
  say(`\n${paint('bold', 'Prompt')}  ${DEMO_REQUEST.prompt}\n\n`);
  const { registry } = await loadRegistry({
    manifestsPath: MANIFESTS,
    cachePath: join(folder, 'cache'),
  });
  const ask = { url, key, body: DEMO_REQUEST, signal };
  const inPlace = process.stdout.isTTY && terminal !== 'dumb';
  const now = (): number => performance.now();
  const { response } = await watchPrompt({ ...ask, stream: process.stdout, inPlace, paint, now });
  const maxWidth = process.stdout.columns > 0 ? process.stdout.columns : DEFAULT_WIDTH;
  const wireOf = (modelId: string): string | undefined => registry.find(modelId)?.provider.plugin;
  const balance = await balanceOf(world, signal);
  say(reportText({ response, wireOf, requests: upstream.requests(), balance, maxWidth, paint }));
  if (!staysUp) return;
  const modelCount = registry.entries.length;
  say(commandsText({ url, operationsUrl, key, body: DEMO_REQUEST, modelCount, paint }));
}

/** Credits. */
async function balanceOf({ url, key }: DemoWorld, signal: AbortSignal): Promise<number> {
  const headers = { Authorization: `Bearer ${key}` };
  const reply = await fetch(`${url}/api/v1/balance`, { headers, signal });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the gateway of this process, by its own description
  const { creditsPosted } = (await reply.json()) as BalanceResponse;
  return creditsPosted;
}

/** Until a signal comes. @throws Error if the gateway's ledger fails. */
async function serve({ failed }: DemoWorld, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  process.stdout.write('\nServing until Ctrl-C.\n');
  const interrupted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([interrupted, failed]);
}
