import './refuse-debugger.ts';
import './keep-wasm-code.ts';
import { needWorkingDirectory } from './working-directory.ts';
import { COMMANDS } from '../commands/command-list.ts';
import { exitCodeFor } from '../argument-error.ts';
import { printableLines } from '../terminal/printable-text.ts';
import { VERSION } from '../version.ts';

const HELP = `assay: accounts, keys, models, books and checks of an Assay gateway.

  assay <command> [options]
  assay --version

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}`).join('\n')}

"assay <command> --help" shows its options and an example. Every command prints a table, or JSON with --json.
The database and the manifests are the gateway's: ASSAY_DATABASE_URL and ASSAY_MANIFESTS.
`;

// Such as `head`, which ends when it has read enough: the command ends its work, and says no more.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
process.exitCode = await main(process.argv.slice(2));

async function main([name, ...rest]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h') {
    process.stdout.write(HELP);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
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
