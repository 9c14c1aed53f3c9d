import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildEnvironment } from './run-process.ts';
import { keptCode } from '../kept-code.ts';

export const ROOT = join(import.meta.dirname, '../../..');
export const GATEWAY_SCRIPT = join(ROOT, 'core/main.ts');

export interface Exit {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The gateway as a process of its own, ready to serve. */
export interface GatewayProcess {
  readonly url: string;
  /** Of /metrics, /healthz and /readyz. */
  readonly operationsUrl: string;
  /** What it has printed on both streams; of more than 4 Mi characters the last. */
  output(): string;
  signal(name: NodeJS.Signals): void;
  readonly exited: Promise<Exit>;
  /** SIGTERM, then waits for the drain; SIGKILL where that takes longer than `timeoutMs`. */
  stop(timeoutMs?: number): Promise<Exit>;
}

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 120_000;
const POLL_MS = 20;
const MAX_OUTPUT_CHARACTERS = 4 * 1024 * 1024;

export interface GatewayPlace {
  /** Of the code. */
  readonly checkout?: string;
  /** It may open at most so many files. */
  readonly openFiles?: number | undefined;
}

/**
 * Starts `core/main.ts` of a checkout, with words such as `--watch`, and waits until /readyz says yes. Its ports are read from
 * its own log, so either may be 0.
 * @throws Error with what the gateway printed, where it ends instead or takes longer than two minutes.
 */
export async function startGatewayProcess(
  environment: ChildEnvironment,
  words: readonly string[] = [],
  { checkout = ROOT, openFiles }: GatewayPlace = {},
): Promise<GatewayProcess> {
  const started = [process.execPath, join(checkout, 'core/main.ts'), ...words];
  const limited =
    openFiles === undefined ? started : ['sh', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, ...started];
  const child = spawn(limited[0] ?? '', limited.slice(1), {
    env: { ...keptCode(), ...environment },
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
    });
  }
  const exited = exitOf(child);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const stop = async (timeoutMs = STOP_TIMEOUT_MS): Promise<Exit> => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const exit = await exited;
    clearTimeout(late);
    return exit;
  };
  try {
    const { port, metricsPort } = await untilReady(() => output, isRunning);
    return {
      url: `http://127.0.0.1:${port}`,
      operationsUrl: `http://127.0.0.1:${metricsPort}`,
      output: () => output,
      signal: (name) => void child.kill(name),
      exited,
      stop,
    };
  } catch (cause) {
    child.kill('SIGKILL');
    await exited;
    throw new Error(`the gateway did not start:\n${output.trim()}`, { cause });
  }
}

async function exitOf(child: ReturnType<typeof spawn>): Promise<Exit> {
  // 'close' comes after the last output, 'exit' may come before it.
  await once(child, 'close');
  return { code: child.exitCode, signal: child.signalCode };
}

interface Ports {
  readonly port: number;
  readonly metricsPort: number;
}

async function untilReady(output: () => string, isRunning: () => boolean): Promise<Ports> {
  const deadline = AbortSignal.timeout(START_TIMEOUT_MS);
  for (;;) {
    const ports = portsIn(output());
    if (ports !== undefined && (await isReady(ports))) return ports;
    if (!isRunning()) throw new Error('it ended');
    await wait(POLL_MS, undefined, { signal: deadline });
  }
}

function portsIn(output: string): Ports | undefined {
  const [, port, metricsPort] = /"port":(\d+),"metricsPort":(\d+)/.exec(output) ?? [];
  return port === undefined ? undefined : { port: Number(port), metricsPort: Number(metricsPort) };
}

async function isReady({ metricsPort }: Ports): Promise<boolean> {
  const reply = await fetch(`http://127.0.0.1:${metricsPort}/readyz`).catch(() => undefined);
  await reply?.body?.cancel();
  return reply?.ok === true;
}
