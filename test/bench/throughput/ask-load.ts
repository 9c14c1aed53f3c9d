import type { ChildProcess } from 'node:child_process';
import type { LoadFigures } from './load-figures.ts';
import type { Load } from './load.ts';
import { ask } from '../../support/servers/child-process.ts';

/** Has a load generator post for as long as the load says. */
export function askLoad(generator: ChildProcess, load: Load): Promise<LoadFigures> {
  return ask<LoadFigures>(generator, load);
}
