import process from 'node:process';
import { it } from 'vitest';

/** Everything is run: by `npm run test:all`, or because a file or folder was named. */
const IS_WHOLE_RUN = process.env['TEST_ALL'] === 'on';

/** A test of a quick file that takes seconds; `npm test` leaves it out as it leaves out `*.slow.test.ts`. */
export const slowIt = it.runIf(IS_WHOLE_RUN);

/** How many cases of a property are tried: all of them in a whole run, else a tenth and at least 10. */
export function cases(whole: number): number {
  return IS_WHOLE_RUN ? whole : Math.min(whole, Math.max(10, Math.ceil(whole / 10)));
}
