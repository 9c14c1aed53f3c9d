import type { Logger } from '../log.ts';
import { watchManifests } from './watch-manifests.ts';

export interface WhenTold {
  /** Of manifests, calibrations and panels. */
  readonly folders: readonly string[];
  /** Whether a change in one of them is enough. */
  readonly watches: boolean;
  readonly log: Logger;
}

/** The signal, or a change of a file that is watched. */
export type ReloadCause = 'SIGHUP' | 'watch';

/** Never rejects. */
export type ReloadFor = (cause: ReloadCause) => Promise<unknown>;

export type OnReloadable = (reload: ReloadFor, keyFolders: readonly string[]) => void;

/**
 * Reloads at SIGHUP, and where that is wanted at every change. To be called before the start: a signal during it would
 * end the process.
 * @returns what to hand the reload to once there is one, and the folders of the key files.
 */
export function reloadWhenTold({ folders, watches, log }: WhenTold): OnReloadable {
  const { promise, resolve } = Promise.withResolvers<ReloadFor>();
  const run = (cause: ReloadCause): void => void promise.then((reload) => reload(cause));
  process.on('SIGHUP', () => run('SIGHUP'));
  const watchAll = (watched: readonly string[]): void => {
    if (watches) for (const folder of watched) watchManifests(folder, () => run('watch'), log);
  };
  watchAll(folders);
  return (reload, others) => {
    watchAll(others);
    resolve(reload);
  };
}
