import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { end, printedPort } from '../support/servers/child-process.ts';
import { baseUrlsAt } from '../support/servers/provider-wires.ts';
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
  try {
    const url = `http://127.0.0.1:${await printedPort(upstream)}`;
    const gateway = await startLoadedGateway({
      ...options,
      environment: { ...baseUrlsAt(url, HOSTILE_PROVIDERS), ...options.environment },
    });
    return {
      ...gateway,
      async stop() {
        await gateway.stop();
        await end(upstream);
      },
    };
  } catch (error) {
    await end(upstream);
    throw error;
  }
}
