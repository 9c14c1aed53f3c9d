import { onAbort } from './on-abort.ts';

/** @returns false where a signal cut the pause short. It leaves neither timer nor listener behind. */
export function pause(durationMs: number, signals: readonly AbortSignal[]): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      stop();
      resolve(true);
    }, durationMs);
    const stop = onAbort(signals, () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
