import { readArguments, usageError, type Command, type CommandTable } from '../command.ts';

const HELP = `assay eval: run prompts against models and judges, and report which model is better.

  assay eval run SUITE               ask every model of a suite every prompt, and have the judges compare
  assay eval report FILE             leaderboard, win rates, costs and failures of a run
  assay eval migrate OLD --to MODEL  compare the successors of a model with it, on your own logged prompts

Each of them has --help, which lists its options. A running gateway does the work; the API key is read from ASSAY_KEY.

Example: assay eval run examples/eval/suite.yaml
`;

const VERBS: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./run.ts')).run,
  report: async () => (await import('./report.ts')).report,
  migrate: async () => (await import('./migrate.ts')).migrate,
};

const TABLE: CommandTable = {
  help: HELP,
  options: {},
  forms: [
    { verb: 'run', words: ['SUITE'] },
    { verb: 'report', words: ['FILE'] },
    { verb: 'migrate', words: ['OLD'] },
  ],
};

export const evaluate: Command = {
  async run([verb = '', ...rest], environment) {
    // Prints the help where that is asked for, and names an option there is not.
    if (verb.startsWith('-') && readArguments([verb], TABLE) === undefined) return 0;
    const load = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (load === undefined) throw usageError(TABLE, verb === '' ? [] : [verb]);
    return (await load()).run(rest, environment);
  },
};
