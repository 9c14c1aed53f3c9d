import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandboxUpstream, type SandboxUpstream } from '../sandbox/upstream.ts';
import { sandboxEnvironment } from '../sandbox/environment.ts';
import { ACCOUNT, CREDITS } from './demo-account.ts';
import { demoReply } from './demo-answers.ts';
import { assayJson } from './run-assay.ts';
import { ROOT, startGatewayProcess, type GatewayProcess } from './run-gateway.ts';
import type { ChildEnvironment } from './run-process.ts';

/** Everything the demo needs, running: providers, gateway, an account with a key. */
export interface DemoWorld {
  readonly upstream: SandboxUpstream;
  readonly gateway: GatewayProcess;
  readonly key: string;
  /** Of the database; gone after `stop`. */
  readonly folder: string;
  /** Credits. */
  balance(): Promise<number>;
  /** Drains and ends the gateway, then removes every trace. */
  stop(): Promise<void>;
}

export interface DemoPorts {
  readonly port: number;
  readonly metricsPort: number;
}

/** @throws Error where any part cannot start; what had started is stopped and removed first. */
export async function startDemoWorld(ports: DemoPorts): Promise<DemoWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-demo-'));
  const upstream = await startSandboxUpstream({ latency: 'plausible', reply: demoReply });
  let gateway: GatewayProcess | undefined;
  const stop = async (): Promise<void> => {
    await gateway?.stop();
    await upstream.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const database: ChildEnvironment = {
      ASSAY_DATABASE_URL: `file:${join(folder, 'assay.db')}`,
      ASSAY_CACHE: join(folder, 'cache'),
    };
    await assayJson(['account', 'create', ACCOUNT, '--credits', String(CREDITS)], database);
    const key = stringMember(await assayJson(['key', 'create', ACCOUNT], database), 'key');
    gateway = await startGatewayProcess(gatewayEnvironment(upstream, database, ports));
    return { upstream, gateway, key, folder, balance: () => balanceIn(database), stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** From scratch: nothing of this process's own environment, and so no real provider key, reaches the gateway. */
function gatewayEnvironment(
  upstream: SandboxUpstream,
  database: ChildEnvironment,
  { port, metricsPort }: DemoPorts,
): ChildEnvironment {
  const providers = Object.entries(sandboxEnvironment(upstream)).map(([name, value]) => [name, value ?? '']);
  return {
    ...Object.fromEntries(providers),
    ...database,
    ASSAY_MANIFESTS: join(ROOT, 'manifests'),
    ASSAY_PORT: String(port),
    ASSAY_METRICS_PORT: String(metricsPort),
  };
}

async function balanceIn(database: ChildEnvironment): Promise<number> {
  const accounts = await assayJson(['account', 'list'], database);
  const demo = Array.isArray(accounts)
    ? accounts.find((account) => member(account, 'name') === ACCOUNT)
    : undefined;
  const credits = member(demo, 'credits');
  if (typeof credits !== 'number') throw new Error('"assay account list" has no balance of the demo account');
  return credits;
}

function stringMember(value: unknown, name: string): string {
  const found = member(value, name);
  if (typeof found !== 'string') throw new Error(`the answer has no "${name}"`);
  return found;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
