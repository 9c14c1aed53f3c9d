import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/** A command's summary and its `--help`. */
export interface CommandHelp {
  readonly summary: string;
  readonly help: string;
}

const SCRIPT = join(import.meta.dirname, 'print-help.ts');

/** Reads the help of every command from a child process. @throws Error if there is no command. */
export async function readCommands(): Promise<readonly CommandHelp[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT]);
  const [overview = '', ...helps] = stdout.split('\f');
  const summaries = [...overview.matchAll(/^ {2}[a-z-]+ +([A-Z].*)$/gm)].map(([, summary = '']) => summary);
  if (summaries.length === 0) throw new Error('"assay --help" lists no command');
  return summaries.map((summary, index) => ({ summary, help: helps[index] ?? '' }));
}
