import type { Command, CommandGroup, CommandOption } from '../command-table.ts';
import { TARGET_NOTE, URL_OPTION } from './client-tables.ts';

/** The arms of `core/eval/experiment/arms.ts`, in its order: the tables import no other layer. */
const ARMS = ['once', 'repeated', 'picked', 'fused'];

const YES: CommandOption = {
  help: 'Do not ask before credits are spent. Without a terminal nothing is asked.',
};
const BUDGET: CommandOption = {
  number: { min: 0.000001, max: 1e9 },
  help: 'Begin no prompt that could take the run beyond N credits.',
};
const EXIT_CODES =
  'Exit codes: 0 every prompt has its answers, 3 some prompts were refused, or some answers failed or are gone, 4 the budget ended the run, 1 the run stopped, 2 the arguments are invalid, 130 stopped by Ctrl-C.';

const RUN: Command = {
  name: 'eval run',
  summary: 'Ask every model of a suite every prompt, and have its judges compare the answers.',
  words: ['SUITE'],
  options: {
    out: { value: 'FILE', help: 'Where the run is written; runs/<name>.jsonl by default.' },
    budget: BUDGET,
    concurrency: {
      integer: { min: 1, max: 64 },
      help: 'Requests at the same time; as in the suite, or 4, by default.',
    },
    'judge-until': {
      number: { min: 0.5, max: 0.999 },
      help: 'Stop judging a prompt once one answer is the best with probability N; as judge_until of SUITE.',
    },
    fuse: {
      value: 'MODEL',
      help: 'Have this model write one more answer to each prompt from all others; as fuse of SUITE.',
    },
    keep: {
      help: 'Give the requests of a new run one label, so that the history of the console and GET /api/v1/prompts show the run as one entry. Under zero data retention it has no effect.',
    },
    yes: YES,
    url: URL_OPTION,
  },
  notes: `SUITE is a YAML file, such as examples/eval/suite.yaml in a clone. Repeating the command resumes the run and pays for nothing twice; prompts added at the end of SUITE go into the same run. Failed answers are not asked for again: use another --out.

${TARGET_NOTE} The quote and the progress go to standard error, the report to standard output. Failed answers are in the report.

${EXIT_CODES}`,
  json: 'Print the board as JSON.',
  examples: ['assay eval run suite.yaml --budget 50'],
  load: async () => (await import('../eval/run.ts')).runSuite,
};

const REPORT: Command = {
  name: 'eval report',
  summary: 'Print leaderboard, win rates, costs and failures of a run, without a gateway.',
  words: ['FILE'],
  options: {
    html: { value: 'FILE', help: 'Write one HTML file with everything, every prompt included.' },
    'fail-if-worse-than': {
      value: 'MODEL',
      help: 'Exit code 3 if another model of the run is decisively worse: the 95 % interval of its difference lies wholly below 0.',
    },
  },
  notes: `FILE is what "assay eval run" has written. Exit codes: 0 the report is printed, 3 it is printed and --fail-if-worse-than finds a worse model, 1 FILE is not a run or too few prompts compare MODEL, 2 the arguments are invalid.`,
  json: 'Print the board as JSON.',
  examples: [
    'assay eval report runs/support.jsonl --html report.html',
    'assay eval report runs/support.jsonl --fail-if-worse-than MODEL',
  ],
  load: async () => (await import('../eval/report.ts')).reportRun,
};

const EXPERIMENT: Command = {
  name: 'eval experiment',
  summary: 'Compare a panel, or a fused answer, with the best model alone for the same number of answers.',
  words: ['SUITE'],
  options: {
    best: {
      value: 'MODEL',
      isRequired: true,
      help: 'The model of SUITE that answers alone: once, and as often as --times says.',
    },
    fuse: { value: 'MODEL', isRequired: true, help: 'Writes one answer from those of the panel.' },
    referee: {
      value: 'MODEL',
      multiple: true,
      isRequired: true,
      help: 'A judge that scores the arms; repeat it for more. Judges of SUITE choose the answers, so they cannot score them.',
    },
    times: {
      integer: { min: 2, max: 16 },
      help: 'How often the best model is asked; as many times as SUITE has models by default.',
    },
    arm: { oneOf: ARMS, help: 'Which arm may be better; fused by default.' },
    against: { oneOf: ARMS, help: 'Which arm it is compared with; repeated by default.' },
    margin: {
      number: { min: 0, max: 100 },
      help: 'Ignore a difference of up to N points of 100; 0 by default.',
    },
    out: { value: 'FILE', help: 'Where the run is written; runs/<name>-experiment.jsonl by default.' },
    budget: BUDGET,
    concurrency: {
      integer: { min: 1, max: 64 },
      help: 'Prompts at the same time; as in the suite, or 4, by default.',
    },
    yes: YES,
    url: URL_OPTION,
  },
  notes: `SUITE is a YAML file with the models of the panel and its judges. Arms: once is the best model's first answer, repeated the best of --times of its answers, picked the best of the panel's, fused what the panel with fuse returns. The rule that decides is written into the run's file before the first answer. Repeating the command resumes the run and pays for nothing twice.

${TARGET_NOTE}

${EXIT_CODES}`,
  json: 'Print JSON: { name, prompts, referees, arms, decision, says }.',
  examples: ['assay eval experiment suite.yaml --best MODEL --fuse MODEL --referee OTHER --budget 50'],
  load: async () => (await import('../eval/experiment.ts')).runExperiment,
};

const MIGRATE: Command = {
  name: 'eval migrate',
  summary: 'Compare a model with its successors, on your own logged prompts.',
  words: ['OLD'],
  options: {
    to: { value: 'LIST', isRequired: true, help: 'Up to 16 successors, separated by commas.' },
    'from-log': {
      integer: { min: 1, max: 20_000, fallback: 200 },
      help: 'Take at most N different prompts; fewer than 10 judged ones decide nothing.',
    },
    judges: {
      value: 'LIST',
      help: 'Up to 6 judges; by default two that the gateway recommends, of different providers.',
    },
    'judge-prompt': {
      value: 'TEXT',
      help: 'Criteria for the judges; those of each logged request by default.',
    },
    calibration: {
      value: 'NAME',
      help: 'The calibration of the gateway that weighs the judges, or none to let them count alike; by default as for any request.',
    },
    'old-answers': {
      oneOf: ['fresh', 'logged'],
      help: 'Ask OLD again, or compare its logged answers. By default fresh, or logged if the gateway cannot ask OLD any more.',
    },
    out: {
      value: 'FILE',
      help: 'Where the run is written; runs/migrate-<OLD>-to-<successors>.jsonl by default.',
    },
    budget: BUDGET,
    concurrency: { integer: { min: 1, max: 64, fallback: 4 }, help: 'Requests at the same time.' },
    yes: YES,
    url: URL_OPTION,
  },
  notes: `It takes the newest different prompts of your account's log that OLD has answered, asks OLD and each successor again, and has judges compare each successor with OLD. The report is that of any run: who wins how often against OLD, what an answer costs, how long it takes, and what fails. System prompts, histories, settings and schemas are sent as they were logged. Repeating the command resumes the run and pays for nothing twice.

${TARGET_NOTE} Only requests of that key's account count, and none under zero data retention. The counts, the quote and the progress go to standard error, the report to standard output.

${EXIT_CODES}`,
  json: 'Print the board as JSON.',
  examples: ['assay eval migrate OLD --to MODEL,OTHER --from-log 200'],
  load: async () => (await import('../eval/migrate.ts')).migrate,
};

export const EVAL: CommandGroup = {
  name: 'eval',
  summary: 'Run prompts against models and judges, and report which model is better.',
  commands: [RUN, REPORT, EXPERIMENT, MIGRATE],
};

const CALIBRATE: Command = {
  name: 'judge calibrate',
  summary: 'Have judges compare pairs whose better answer you know, and learn how good they are.',
  words: ['LABELS'],
  options: {
    judges: { value: 'LIST', isRequired: true, help: 'Up to 6 judges, which are calibrated together.' },
    'judge-prompt': { value: 'TEXT', help: 'Criteria for the judges, as in your requests.' },
    name: { value: 'NAME', help: 'Name of the calibration; the name of LABELS by default.' },
    out: {
      value: 'FILE',
      help: 'File for verdicts, which a repetition of the command reads again; runs/calibration-<name>.jsonl by default.',
    },
    concurrency: {
      integer: { min: 1, max: 64, fallback: 8 },
      help: 'Requests at the same time, one for each judge and pair.',
    },
    yes: YES,
    url: URL_OPTION,
  },
  notes: `LABELS has one JSON object on each line: { "task", "a", "b", "winner" }, where winner is "a", "b" or "tie"; if the answers were given under a system prompt or in a conversation, "system_prompt" and "history", as in a request; and, if you know it, "models": [who gave a, who gave b]. 50 labels are a good start. A running gateway asks the same questions as for a judged request, each pair in both orders. The report goes to standard output, and the counts into a calibration, by which requests weigh these judges.

No question is asked, or paid for, twice: you can correct a winner, add, remove or reorder labels, or add a judge, and run the command again.

${TARGET_NOTE} The folder of calibrations is ASSAY_CALIBRATIONS. The quote and the progress go to standard error.

Exit codes: 0 all is done, 3 some pairs or judges have no verdicts, 1 it stopped, 2 the arguments are invalid, 130 stopped by Ctrl-C.`,
  json: 'Print JSON: { name, file, labels, pairs, creditsUsed, missing, judges, panel }.',
  examples: ['assay judge calibrate labels.jsonl --judges JUDGE,OTHER --name support'],
  load: async () => (await import('../judge/calibrate.ts')).calibrate,
};

const LABELS: Command = {
  name: 'judge labels',
  summary: 'Write the votes of your account as labels, those on the newest request first.',
  options: {
    from: {
      value: 'DATE',
      help: 'Only votes on requests from this day in UTC on, or this moment as ISO 8601.',
    },
    to: { value: 'DATE', help: 'Only votes on requests before this day or moment.' },
    url: URL_OPTION,
  },
  notes: `Votes are given in the console, or with POST /api/v1/prompts/{promptLogId}/votes. The labels go to standard output, one JSON object on each line, as "assay judge calibrate" reads them, with the system prompt and the earlier turns that the judges saw.

${TARGET_NOTE}`,
  json: null,
  examples: ['assay judge labels > labels.jsonl', 'assay judge labels --from 2026-11-01 > november.jsonl'],
  load: async () => (await import('../judge/labels.ts')).writeLabels,
};

const FLIPS: Command = {
  name: 'judge flips',
  summary: 'Count how often judges in the log changed their winner when two answers changed places.',
  options: {
    last: {
      integer: { min: 1, max: 1_000_000, fallback: 1_000 },
      help: 'Look at the newest N judged requests of each account.',
    },
    account: {
      value: 'NAME',
      help: "Count only one account, its requests with a judge_prompt included. Without this option, verdicts by a caller's judge_prompt do not count, and an account counts for at most half as many pairs as all others together, or 20.",
    },
    since: { value: 'DATE', help: 'Only requests from this day on, or this moment as ISO 8601.' },
    write: { help: 'Write a calibration, which weighs judges without labels.' },
    name: { value: 'NAME', help: 'Name of the calibration; flips by default.' },
  },
  notes: `It takes no file: it reads the stored answers of judged requests in the ledger of ASSAY_DATABASE_URL, beside a running gateway. Requests under zero data retention are stored nowhere, so they never count, and comparisons of given answers, such as those of a calibration, are left out. A judge that flips often follows the position of the answers. One that never flips may still be wrong, so labels say more: see "assay judge calibrate".

The calibration names the versions of the judges and of their prompt that gave the verdicts. The progress goes to standard error. Ctrl-C ends with exit code 130, and nothing is written.`,
  isWide: true,
  json: 'Print JSON: { requests, judges: [{ modelId, pairs, flipped, share, interval, weight, versions: [{ judgePrompt, model, pairs, flipped }] }], ownCriteriaPairs, file }. judgePrompt has a + and a digest after it for requests with a judge_prompt of their own.',
  examples: ['assay judge flips --since 2026-11-01 --write'],
  load: async () => (await import('../judge/flips.ts')).countFlips,
};

export const JUDGE: CommandGroup = {
  name: 'judge',
  summary: 'Find out how good judges are, from labelled pairs or from the log.',
  notes:
    '"calibrate" and "flips" write a calibration: a file in the folder ASSAY_CALIBRATIONS, which the gateway reads at "assay reload".',
  commands: [CALIBRATE, LABELS, FLIPS],
};
