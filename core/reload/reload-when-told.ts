import type { Logger } from '../log.ts';
import type { Reload } from './reload.ts';
import { watchManifests } from './watch-manifests.ts';

export interface WhenTold {
  readonly manifestsPath: string;
  /** Whether a change of the manifests is enough. */
  readonly watches: boolean;
  readonly log: Logger;
}

/**
 * Reloads at SIGHUP, and where that is wanted at every change. To be called before the start: a signal during it would
 * end the process.
 * @returns what to hand the reload to, once there is one.
 */
export function reloadWhenTold({
  manifestsPath,
  watches,
  log,
}: WhenTold): (reload: Pick<Reload, 'run'>) => void {
  const { promise, resolve } = Promise.withResolvers<Pick<Reload, 'run'>>();
  const run = (): void => void promise.then((reload) => reload.run());
  process.on('SIGHUP', run);
  if (watches) watchManifests(manifestsPath, run, log);
  return resolve;
}
