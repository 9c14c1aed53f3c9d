import './refuse-debugger.ts';
import './keep-wasm-code.ts';
import './collect-when-needed.ts';
import { readStartArguments, type StartArguments } from './start-arguments.ts';
import { needWorkingDirectory } from './working-directory.ts';
import { exitCodeFor } from '../argument-error.ts';

const args = readArguments();
if (args !== undefined) {
  const { start } = await import('../start.ts');
  await start(args, process.env);
}

/** @returns undefined if the gateway should not start. */
function readArguments(): StartArguments | undefined {
  try {
    needWorkingDirectory();
    return readStartArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`assay: ${error instanceof Error ? error.message : 'the start failed'}\n`);
    process.exitCode = exitCodeFor(error);
    return undefined;
  }
}
