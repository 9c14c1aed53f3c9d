import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A package of the registry in a folder that is thrown away: it is no dependency of ours. */
export interface FetchedPackage {
  readonly folder: string;
  remove(): void;
}

/** Runs none of its install scripts. @throws Error where the registry does not have it. */
export function fetchPackage(name: string): FetchedPackage {
  const folder = mkdtempSync(join(tmpdir(), 'assay-peer-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', name];
  if (spawnSync('npm', words, { cwd: folder, stdio: 'ignore' }).status !== 0) {
    remove();
    throw new Error(`${name} could not be fetched from the registry`);
  }
  return { folder, remove };
}

/** Waits, ten seconds at most. */
export async function untilListening(port: number): Promise<void> {
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
