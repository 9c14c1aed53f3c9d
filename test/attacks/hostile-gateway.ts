import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { printedPort } from '../bench/throughput/pinned-process.ts';
import {
  startLoadedGateway,
  type LoadedGateway,
  type LoadedGatewayOptions,
} from '../support/gateways/loaded-gateway.ts';
import { HOSTILE_PROVIDERS } from './attack.ts';
import { keptCode } from '../support/kept-code.ts';

const UPSTREAM = fileURLToPath(new URL('../support/servers/fast-upstream.ts', import.meta.url));
/** Stands for another machine, and gives way to the gateway and to its threads. */
const PRIORITY = 19;

/** A loaded gateway whose hostile providers are a process apart, so that their long replies delay no other's. */
export async function startHostileGateway(options: LoadedGatewayOptions): Promise<LoadedGateway> {
  const upstream = fork(UPSTREAM, [], {
    execArgv: [],
    env: { ...keptCode(), PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  setPriority(upstream.pid ?? 0, PRIORITY);
  const stopUpstream = async (): Promise<void> => {
    if (upstream.exitCode !== null || upstream.signalCode !== null) return;
    const ended = once(upstream, 'exit');
    upstream.kill('SIGKILL');
    await ended;
  };
  try {
    const port = await printedPort(upstream);
    const baseUrls = HOSTILE_PROVIDERS.map((provider) => [
      `ASSAY_BASE_URL_${provider.toUpperCase()}`,
      `http://127.0.0.1:${port}/${provider}`,
    ]);
    const gateway = await startLoadedGateway({
      ...options,
      environment: { ...Object.fromEntries(baseUrls), ...options.environment },
    });
    return {
      ...gateway,
      async stop() {
        await gateway.stop();
        await stopUpstream();
      },
    };
  } catch (error) {
    await stopUpstream();
    throw error;
  }
}
