import { watch } from 'node:fs';
import type { Logger } from '../log.ts';

/** An editor writes a file in several steps, and a person saves several files. */
const QUIET_MS = 250;
/** Who writes on and on is not waited for any longer. */
const MAX_WAIT_MS = 2_000;

/**
 * Calls back once a folder has been changed and is quiet again.
 * @throws Error where the folder cannot be watched.
 */
export function watchManifests(folder: string, onChange: () => void, log: Logger): { close(): void } {
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
