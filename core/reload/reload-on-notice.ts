import { watch } from 'node:fs';
import type { Logger } from '../log.ts';

interface WhenTold {
  /** Of manifests, calibrations and panels. */
  readonly folders: readonly string[];
  /** Whether a change in one of them is enough. */
  readonly watches: boolean;
  readonly log: Logger;
}

/** The signal, or a change of a file that is watched. */
type ReloadCause = 'SIGHUP' | 'watch';

/** Never rejects. */
export type ReloadFor = (cause: ReloadCause) => Promise<unknown>;

type OnReloadable = (reload: ReloadFor, keyFolders: readonly string[]) => void;

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

/** An editor writes a file in several steps, and a person saves several files. */
const QUIET_MS = 250;
/** Who writes on and on is not waited for any longer. */
const MAX_WAIT_MS = 2_000;

/**
 * Calls back once a folder has been changed and is quiet again.
 * @throws Error where the folder cannot be watched.
 */
function watchManifests(folder: string, onChange: () => void, log: Logger): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let firstAt: number | undefined;
  const fire = (): void => {
    firstAt = undefined;
    onChange();
  };
  const watcher = watch(folder, { persistent: false }, () => {
    const now = performance.now();
    firstAt ??= now;
    clearTimeout(timer);
    timer = setTimeout(fire, Math.max(0, Math.min(QUIET_MS, firstAt + MAX_WAIT_MS - now)));
  });
  watcher.on('error', (error: NodeJS.ErrnoException) => {
    log.error({ code: error.code }, 'a folder is watched no longer: SIGHUP and "assay reload" still work');
  });
  return {
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
