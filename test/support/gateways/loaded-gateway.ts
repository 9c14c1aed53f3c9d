import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { NODE_FLAGS } from '../../../core/commands/gateway/serve.ts';
import { SANDBOX_KEYS } from '../../../core/sandbox/environment.ts';
import { undatedEnvironment } from './undated-manifests.ts';
import { keptCode } from '../kept-code.ts';
import { end, printedPort } from '../servers/child-process.ts';
import { baseUrlsAt } from '../servers/provider-wires.ts';

const GATEWAY = fileURLToPath(new URL('../../../core/main.ts', import.meta.url));
const UPSTREAM = fileURLToPath(new URL('../servers/fast-upstream.ts', import.meta.url));
const END_WITH_PARENT = new URL('../servers/end-with-parent.ts', import.meta.url).href;
const MAX_COMPLAINTS = 100;

/** `core/main.ts` and a fast upstream, each a process of its own, for more requests than anybody wants the logs of. */
export interface LoadedGateway {
  readonly port: number;
  readonly metricsPort: number;
  readonly child: ChildProcess;
  /** What it printed that is no line of its log, and what it logged as an error; the first hundred. */
  readonly complaints: readonly string[];
  isRunning(): boolean;
  /** The value of a metric without labels. */
  metric(name: string): Promise<number>;
  metrics(): Promise<string>;
  /** SIGTERM to the gateway, then an end to both. */
  stop(): Promise<void>;
}

export interface LoadedGatewayOptions {
  readonly databaseUrl: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** For Node, before the script. */
  readonly flags?: readonly string[];
}

/** @throws Error with what it printed, where the gateway does not start. */
export async function startLoadedGateway(options: LoadedGatewayOptions): Promise<LoadedGateway> {
  const upstream = start([UPSTREAM], {});
  const upstreamPort = await printedPort(upstream);
  const child = start([...NODE_FLAGS, '--import', END_WITH_PARENT, ...(options.flags ?? []), GATEWAY], {
    ...(SANDBOX_KEYS as Record<string, string>),
    ...undatedEnvironment(),
    ...baseUrlsAt(`http://127.0.0.1:${upstreamPort}`),
    ASSAY_PORT: '0',
    ASSAY_METRICS_PORT: '0',
    ASSAY_DATABASE_URL: options.databaseUrl,
    ...options.environment,
  });
  const complaints: string[] = [];
  const complain = (line: string): void => {
    if (complaints.length < MAX_COMPLAINTS) complaints.push(line);
  };
  if (child.stderr !== null) createInterface(child.stderr).on('line', complain);
  const { port, metricsPort } = await listeningLine(child, complain).catch((cause: unknown) => {
    upstream.kill('SIGKILL');
    throw new Error(`the gateway did not start: ${complaints.join('\n')}`, { cause });
  });
  const metrics = async (): Promise<string> =>
    (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    port,
    metricsPort,
    child,
    complaints,
    isRunning,
    metrics,
    async metric(name) {
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics())?.[1]);
    },
    async stop() {
      await end(child, 'SIGTERM');
      await end(upstream);
    },
  };
}

/** As `npm start` does it. Nothing of the caller's environment but what finds programs. */
function start(words: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, words, {
    env: {
      PATH: process.env['PATH'],
      ...keptCode(),
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

const LISTENING = /"port":(\d+),"metricsPort":(\d+)/;
/** pino's levels; 50 is an error. What was turned away as a 503 is counted by whoever asked. */
const ERROR_LINE = /^\{"level":[56]0,(?!.*"problem":"unavailable")/;

/** Reads the log to its end: a full pipe would hold up whoever logs into it. */
function listeningLine(
  child: ChildProcess,
  complain: (line: string) => void,
): Promise<{ readonly port: number; readonly metricsPort: number }> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    if (child.stdout === null) throw new Error('the process has no output to read');
    createInterface(child.stdout).on('line', (line) => {
      const [, port, metricsPort] = LISTENING.exec(line) ?? [];
      if (port !== undefined) resolve({ port: Number(port), metricsPort: Number(metricsPort) });
      if (ERROR_LINE.test(line) || !line.startsWith('{')) complain(line);
    });
  });
}
