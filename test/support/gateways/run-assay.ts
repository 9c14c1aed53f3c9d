import { join } from 'node:path';
import { ROOT } from './run-gateway.ts';
import { runProcess, type ChildEnvironment, type Finished } from './run-process.ts';

const CLI_SCRIPT = join(ROOT, 'core/cli.ts');

/** Runs one `assay` command in a process of its own, as a person at a terminal would. */
export async function runAssay(words: readonly string[], environment: ChildEnvironment): Promise<Finished> {
  return runProcess({ words: [CLI_SCRIPT, ...words], environment, folder: ROOT });
}
