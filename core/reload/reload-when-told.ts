import type { Logger } from '../log.ts';
import type { Reload } from './reload.ts';
import { watchManifests } from './watch-manifests.ts';

export interface WhenTold {
  /** Of manifests, calibrations and panels. */
  readonly folders: readonly string[];
  /** Whether a change in one of them is enough. */
  readonly watches: boolean;
  readonly log: Logger;
}

/**
 * Reloads at SIGHUP, and where that is wanted at every change. To be called before the start: a signal during it would
 * end the process.
 * @returns what to hand the reload to, once there is one.
 */
export function reloadWhenTold({ folders, watches, log }: WhenTold): (reload: Pick<Reload, 'run'>) => void {
  const { promise, resolve } = Promise.withResolvers<Pick<Reload, 'run'>>();
  const run = (): void => void promise.then((reload) => reload.run());
  process.on('SIGHUP', run);
  if (watches) for (const folder of folders) watchManifests(folder, run, log);
  return resolve;
}
