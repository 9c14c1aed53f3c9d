import { readFileSync } from 'node:fs';
import process from 'node:process';
import { COMMANDS } from '../commands/command-list.js';

const HELP = `assay: accounts, keys, models, books and checks of an Assay gateway.

  assay <command> [options]
  assay --version

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}`).join('\n')}

"assay <command> --help" shows its options and an example. Every command prints a table, or JSON with --json.
The database and the manifests are the gateway's: ASSAY_DATABASE_URL and ASSAY_MANIFESTS.
`;

/**
 * Answers `assay --help` and `assay --version` before any TypeScript is loaded: to strip its types takes longer than all the
 * rest.
 * @param {readonly string[]} words
 * @returns {boolean} whether it has answered
 */
export function answerAtOnce([name]) {
  if (name === undefined || name === '--help' || name === '-h') {
    process.stdout.write(HELP);
    process.exitCode = name === undefined ? 2 : 0;
    return true;
  }
  if (name !== '--version') return false;
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
  return true;
}
