import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadRegistry } from '../../core/registry/load-registry.ts';
import { paintFor } from '../../core/terminal/paint.ts';
import { watchPrompt } from '../../core/terminal/watch-prompt.ts';
import { portOrFree } from './choose-port.ts';
import { DEMO_REQUEST } from './demo-answers.ts';
import { commandsText, reportText } from './demo-report.ts';
import { startDemoWorld, type DemoPorts, type DemoWorld } from './demo-world.ts';
import { ACCOUNT, CREDITS } from './demo-account.ts';
import { ROOT } from './run-gateway.ts';

const DEFAULT_PORT = 8080;
const DEFAULT_METRICS_PORT = 9464;
/** Of a file or a pipe. */
const DEFAULT_WIDTH = 160;
const SIGNAL_GRACE_MS = 100;

export interface DemoOptions {
  /** Of the API; undefined for the usual one, or a free one where that is taken; 0 takes free ports throughout. */
  readonly port: number | undefined;
  /** Whether it ends after the answer. */
  readonly once: boolean;
}

/** Shows one judged prompt, and serves until a signal comes. @throws Error where a part cannot start. */
export async function demonstrate({ port, once }: DemoOptions): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interrupted.abort());
  // The reader of a pipe has gone, as in `assay demo | head`.
  process.stdout.on('error', () => interrupted.abort());
  let world: DemoWorld | undefined;
  try {
    world = await startDemoWorld(await choosePorts(port));
    await showPrompt(world, { staysUp: !once, signal: interrupted.signal });
    if (!once) await serve(world, interrupted.signal);
  } catch (error) {
    // Ctrl-C on a terminal reaches our children too, and the end of one may be seen before the signal is.
    await wait(SIGNAL_GRACE_MS);
    if (!interrupted.signal.aborted) throw error;
  } finally {
    await world?.stop();
  }
  if (interrupted.signal.aborted)
    process.stdout.write('\nStopped: everything has ended, the data folder is removed.\n');
}

/** @throws Error where the port asked for by name is taken. */
async function choosePorts(asked: number | undefined): Promise<DemoPorts> {
  const port = await portOrFree(asked ?? DEFAULT_PORT);
  if (asked !== undefined && port !== asked)
    throw new Error(`Port ${asked} is taken. Leave --port out, and the demo takes a free one.`);
  const metricsPort = asked === 0 ? 0 : await portOrFree(DEFAULT_METRICS_PORT);
  const taken = [
    ...(asked === undefined && port === 0 ? [DEFAULT_PORT] : []),
    ...(asked !== 0 && metricsPort === 0 ? [DEFAULT_METRICS_PORT] : []),
  ];
  for (const one of taken) process.stdout.write(`Port ${one} is taken: using a free one.\n`);
  return { port, metricsPort };
}

interface Showing {
  /** The gateway goes on serving, so its addresses are worth printing. */
  readonly staysUp: boolean;
  readonly signal: AbortSignal;
}

async function showPrompt(world: DemoWorld, { staysUp, signal }: Showing): Promise<void> {
  const { gateway, key, folder, upstream } = world;
  const paint = paintFor(process.stdout);
  const say = (text: string): void => void process.stdout.write(text);
  const addressLines = `  gateway  ${gateway.url}, metrics on ${gateway.operationsUrl}/metrics
  console  ${gateway.url}/console#key=${key}
`;
  say(`
${paint('bold', 'Assay')} in front of a sandbox that answers as every provider does. No real key is used.
${staysUp ? addressLines : ''}  account  ${ACCOUNT}, ${CREDITS} credits, in ${folder}

${paint('bold', 'Prompt')}  ${DEMO_REQUEST.prompt}

`);
  const { registry } = await loadRegistry({
    manifestsPath: join(ROOT, 'manifests'),
    cachePath: join(folder, 'cache'),
  });
  const ask = { url: gateway.url, key, body: DEMO_REQUEST, signal };
  const inPlace = process.stdout.isTTY && process.env['TERM'] !== 'dumb';
  const now = (): number => performance.now();
  const { response } = await watchPrompt({ ...ask, stream: process.stdout, inPlace, paint, now });
  const maxWidth = process.stdout.columns > 0 ? process.stdout.columns : DEFAULT_WIDTH;
  const wireOf = (modelId: string): string | undefined => registry.find(modelId)?.provider.plugin;
  const balance = await world.balance();
  say(reportText({ response, wireOf, sent: upstream.requests(), balance, maxWidth, paint }));
  if (!staysUp) return;
  const modelCount = registry.entries.length;
  const { operationsUrl } = gateway;
  say(commandsText({ url: gateway.url, operationsUrl, key, body: DEMO_REQUEST, modelCount, paint }));
}

/** Until a signal comes. @throws Error where the gateway ends by itself. */
async function serve({ gateway }: DemoWorld, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  process.stdout.write('\nServing until Ctrl-C.\n');
  const interrupted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const ended = gateway.exited.then(() => {
    throw new Error(`the gateway ended by itself:\n${gateway.output().slice(-2_000)}`);
  });
  await Promise.race([interrupted, ended]);
}
