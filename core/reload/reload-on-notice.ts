import { watch } from 'node:fs';
import type { Logger } from '../log.ts';

/** Never rejects. */
export type ReloadFor = (cause: 'SIGHUP' | 'watch') => Promise<unknown>;

/**
 * Reloads at SIGHUP and, if `watches` is set, at every change of a file. Call it before the gateway starts, because a
 * SIGHUP during the start would end the process. Notices that come during the start wait for its end.
 * @param folders of manifests, calibrations and panels.
 * @param watches whether a change of a file reloads, too.
 * @returns a function to call once the gateway can reload, with the folders of the key files.
 */
export function reloadOnNotice(
  folders: readonly string[],
  watches: boolean,
  log: Logger,
): (reload: ReloadFor, keyFolders: readonly string[]) => void {
  const { promise, resolve } = Promise.withResolvers<ReloadFor>();
  const run = (cause: 'SIGHUP' | 'watch'): void => void promise.then((reload) => reload(cause));
  process.on('SIGHUP', () => run('SIGHUP'));
  const watchAll = (watchedFolders: readonly string[]): void => {
    if (watches) for (const folder of watchedFolders) watchFolder(folder, () => run('watch'), log);
  };
  watchAll(folders);
  return (reload, keyFolders) => {
    watchAll(keyFolders);
    resolve(reload);
  };
}

/** An editor writes a file in several steps, and a person saves several files. */
const QUIET_MS = 250;
/** Upper bound of the wait while changes keep coming. */
const MAX_WAIT_MS = 2_000;

/** Calls back once a folder has changed and is quiet again. @throws Error if the folder cannot be watched. */
function watchFolder(folder: string, onChange: () => void, log: Logger): void {
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
}
