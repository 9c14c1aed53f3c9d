import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadRegistry } from '../../core/registry/load-registry.ts';
import { paintFor } from '../../core/terminal/paint.ts';
import { exitCodeFor, ArgumentError } from '../../core/argument-error.ts';
import { watchPrompt } from '../../core/terminal/watch-prompt.ts';
import { portOrFree } from './choose-port.ts';
import { DEMO_REQUEST } from './demo-answers.ts';
import { commandsText, reportText } from './demo-report.ts';
import type { DemoPorts, DemoWorld } from './demo-world.ts';
import { withDevelopmentPackages } from '../sandbox/run/development-packages.ts';
import { ACCOUNT, CREDITS } from './demo-account.ts';
import { ROOT } from './run-gateway.ts';

const HELP = `Show Assay at work: one prompt, four models, two judges, no provider key.

  npm run demo -- [--port N] [--once]

It starts a sandbox that answers in every provider's format, and the gateway in front of it with an account and a
key, sends one judged prompt, prints what came of it, and serves until Ctrl-C. Provider keys in your environment are
not used, nothing leaves this machine, and the data folder is removed at the end.

  --port N    port of the API; without it 8080, or a free one where 8080 is taken; 0 takes free ports throughout
  --once      end after printing the answer, without addresses and commands to try

Example: npm run demo -- --port 9000
`;

const DEFAULT_PORT = 8080;
const DEFAULT_METRICS_PORT = 9464;
/** Of a file or a pipe. */
const DEFAULT_WIDTH = 160;
const SIGNAL_GRACE_MS = 100;

interface DemoOptions {
  readonly port: number | undefined;
  readonly once: boolean;
}

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  try {
    const options = readOptions(words);
    if (options === undefined) process.stdout.write(HELP);
    else await demonstrate(options);
    return 0;
  } catch (error) {
    process.stderr.write(`demo: ${error instanceof Error ? error.message : 'failed'}\n`);
    return exitCodeFor(error);
  }
}

/** @returns undefined where help was asked for. @throws Error for words that do not fit. */
function readOptions(words: readonly string[]): DemoOptions | undefined {
  const { values } = parseArgs({
    args: [...words],
    options: { port: { type: 'string' }, once: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) return undefined;
  const { port } = values;
  if (port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535))
    throw new ArgumentError('--port takes a whole number from 0 to 65535');
  return { port: port === undefined ? undefined : Number(port), once: values.once === true };
}

async function demonstrate({ port, once }: DemoOptions): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interrupted.abort());
  // The reader of a pipe has gone, as in `npm run demo | head`.
  process.stdout.on('error', () => interrupted.abort());
  let world: DemoWorld | undefined;
  try {
    const { startDemoWorld } = await withDevelopmentPackages('The demo', () => import('./demo-world.ts'));
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
    throw new Error(`port ${asked} is taken; leave --port out, and the demo takes a free one`);
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
  console  ${gateway.url}/console, key ${key}
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
