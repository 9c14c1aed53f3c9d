import { defineGroup, type Command } from '../command.ts';
import type { CommandTable } from '../command-table.ts';

const VERBS: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./run.ts')).run,
  report: async () => (await import('./report.ts')).report,
  migrate: async () => (await import('./migrate.ts')).migrate,
};

const TABLE: CommandTable = {
  command: 'assay eval',
  purpose: 'run prompts against models and judges, and report which model is better.',
  forms: [
    {
      verb: 'run',
      words: ['SUITE'],
      says: 'ask every model of a suite every prompt, and have the judges compare',
    },
    { verb: 'report', words: ['FILE'], says: 'leaderboard, win rates, costs and failures of a run' },
    {
      verb: 'migrate',
      words: ['OLD'],
      inline: '--to MODEL',
      says: 'compare the successors of a model with it, on your own logged prompts',
    },
  ],
  notes: `Each of them has --help, which lists its options. A running gateway does the work; the API key is read from ASSAY_KEY.`,
  json: null,
  examples: ['assay eval run examples/eval/suite.yaml'],
};

export const evaluate: Command = defineGroup(TABLE, VERBS);
