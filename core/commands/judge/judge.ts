import { defineGroup, type Command } from '../command.ts';
import type { CommandTable } from '../command-table.ts';

const VERBS: Readonly<Record<string, () => Promise<Command>>> = {
  calibrate: async () => (await import('./calibrate.ts')).calibrate,
  labels: async () => (await import('./labels.ts')).labels,
  flips: async () => (await import('./flips.ts')).flips,
};

const TABLE: CommandTable = {
  command: 'assay judge',
  purpose: 'find out how good your judges are, so that the ranking can weigh them.',
  forms: [
    { verb: 'calibrate', words: ['LABELS'], says: 'have judges compare pairs whose better answer you know' },
    { verb: 'labels', says: 'write the votes of your account as such pairs' },
    { verb: 'flips', says: 'without labels: count how often the judges in the log contradicted themselves' },
  ],
  notes: `"assay judge VERB --help" lists the options of a verb. What they find out is written into
a calibration, a file in the folder ASSAY_CALIBRATIONS names, which the gateway takes at "assay reload".`,
  json: null,
  examples: ['assay judge calibrate labels.jsonl --judges JUDGE,OTHER'],
};

export const judge: Command = defineGroup(TABLE, VERBS);
