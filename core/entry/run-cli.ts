import './refuse-debugger.ts';
import './keep-wasm-code.ts';
import { needWorkingDirectory } from './working-directory.ts';
import { runCommand } from '../commands/run-command.ts';

try {
  needWorkingDirectory();
  process.exitCode = await runCommand(process.argv.slice(2), process.env);
} catch (error) {
  process.stderr.write(`assay: ${error instanceof Error ? error.message : 'It failed.'}\n`);
  process.exitCode = 1;
}
