import { print, readWords, usageError, type Command } from './command.ts';
import { withLedger } from './with-ledger.ts';

const HELP = `assay ledger: prove the books.

  assay ledger check     every invariant in one read transaction; exit code 1 where one fails

  --json    print JSON

Example: assay ledger check
`;

export const ledger: Command = {
  name: 'ledger',
  summary: 'Check every invariant of the ledger.',
  async run(rest, environment) {
    const words = readWords(rest, HELP);
    if (words === undefined) return 0;
    if (words.positionals.join(' ') !== 'check') throw usageError(HELP);
    const problems = await withLedger(environment, (opened) => opened.check());
    if (problems.length === 0 && !words.json)
      process.stdout.write('The ledger is clean: every invariant holds.\n');
    else
      print(
        { clean: problems.length === 0, problems },
        problems.map((problem) => ({ ...problem })),
        words.json,
      );
    return problems.length === 0 ? 0 : 1;
  },
};
