import './refuse-debugger.ts';
import './keep-wasm-code.ts';
import { needWorkingDirectory } from './working-directory.ts';
import { COMMANDS } from '../commands/command-list.js';
import { exitCodeFor } from '../argument-error.ts';
import { printableLines } from '../terminal/printable-text.ts';

process.exitCode = await main(process.argv.slice(2));

async function main([name = '', ...rest]: readonly string[]): Promise<number> {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    const { nearestName } = await import('../text/nearest-name.ts');
    const nearest = nearestName(
      name,
      COMMANDS.map((candidate) => candidate.name),
    );
    const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
    process.stderr.write(`assay: There is no command "${name}".${hint} "assay --help" lists them.\n`);
    return 2;
  }
  try {
    needWorkingDirectory();
    return await (await command.load()).run(rest, process.env);
  } catch (error) {
    // It may quote a file or a gateway.
    const message = printableLines(error instanceof Error ? error.message : 'failed');
    process.stderr.write(`assay ${name}: ${message}\n`);
    return exitCodeFor(error);
  }
}
