import { whenFirstIsOver, type Ending } from './ending.ts';

/** @returns false where an ending cut the pause short. It leaves neither timer nor callback behind. */
export function pause(durationMs: number, endings: readonly Ending[]): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      forget();
      resolve(true);
    }, durationMs);
    const forget = whenFirstIsOver(endings, () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
