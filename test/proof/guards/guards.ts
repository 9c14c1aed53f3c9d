import { PIPELINE_GUARDS } from './pipeline-guards.ts';
import { POSTGRES_GUARDS } from './postgres-guards.ts';
import { SQLITE_GUARDS } from './sqlite-guards.ts';

/** One line of the program that money depends on, how it is taken away, and the test that must notice. */
export interface Guard {
  readonly name: string;
  readonly file: string;
  /** Occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly test: string;
  /** Part of the test's name, as it stands in the test's source. */
  readonly title: string;
}

export const GUARDS: readonly Guard[] = [...PIPELINE_GUARDS, ...SQLITE_GUARDS, ...POSTGRES_GUARDS];
