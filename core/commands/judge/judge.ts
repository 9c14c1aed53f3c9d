import { readArguments, usageError, type Command, type CommandTable } from '../command.ts';

const HELP = `assay judge: find out how good your judges are, so that the ranking can weigh them.

  assay judge calibrate LABELS   have judges compare pairs whose better answer you know
  assay judge flips              without labels: count how often the judges in the log contradicted themselves

"assay judge calibrate --help" and "assay judge flips --help" list the options. What they find out is written into
a calibration, a file in the folder ASSAY_CALIBRATIONS names, which the gateway takes at "assay reload".

Example: assay judge calibrate labels.jsonl --judges JUDGE,OTHER
`;

const VERBS: Readonly<Record<string, () => Promise<Command>>> = {
  calibrate: async () => (await import('./calibrate.ts')).calibrate,
  flips: async () => (await import('./flips.ts')).flips,
};

const TABLE: CommandTable = {
  help: HELP,
  options: {},
  forms: [{ verb: 'calibrate', words: ['LABELS'] }, { verb: 'flips' }],
};

export const judge: Command = {
  async run([verb = '', ...rest], environment) {
    // Prints the help where that is asked for, and names an option there is not.
    if (verb.startsWith('-') && readArguments([verb], TABLE) === undefined) return 0;
    const load = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (load === undefined) throw usageError(TABLE, verb === '' ? [] : [verb]);
    return (await load()).run(rest, environment);
  },
};
