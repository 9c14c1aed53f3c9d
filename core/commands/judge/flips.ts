import { calibrationDate } from '../../calibration/calibration-text.ts';
import { builtInVersions, joinPrompts, joinVersions } from '../../calibration/judge-prompt-versions.ts';
import { FlipTally, type JudgeFlips, type VersionFlips } from '../../calibration/measure/count-flips.ts';
import { UNKNOWN_VERSION } from '../../calibration/model-version.ts';
import type { JudgingNow } from '../../calibration/moved-parts.ts';
import { loadConfig } from '../../config.ts';
import type { CalibratedJudge, Calibration } from '../../generated/calibration.ts';
import { JUDGE_PROMPT_VERSION } from '../../pipeline/judge/judge-prompt.ts';
import { versionOfModel } from '../../registry/version-of-model.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import type { Registry } from '../../registry/registry.ts';
import { logOddsWeight } from '../../statistics/log-odds-weight.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import { ArgumentError } from '../../argument-error.ts';
import { print, defineCommand, type Command, type CommandArguments } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { countLogged } from './count-logged.ts';
import { calibrationName, calibrationPath, saveCalibration } from './save-calibration.ts';

const DEFAULT_LAST = 1_000;
const MAX_LAST = 1_000_000;
const INTERRUPTED = 130;

const TABLE: CommandTable = {
  command: 'assay judge flips',
  purpose: 'count how often the judges in the log named the other winner when two answers changed places.',
  forms: [{ inline: '[--last N] [--account NAME] [--since DAY] [--current] [--write] [--name NAME]' }],
  notes: `It takes no file: it reads the stored answers of judged requests in the ledger of ASSAY_DATABASE_URL, beside a running
gateway. Requests under zero data retention are stored nowhere, so they never count, and comparisons of given answers,
such as those of a calibration, are left out. A judge that flips often follows the position; one that never does may still
be wrong: labels tell more, see "assay judge calibrate". The calibration names the versions of the judges and of their
prompt that gave the verdicts; of requests that were logged before versions were, it says unknown.`,
  options: {
    last: {
      value: 'N',
      says: `look at the newest N judged requests of each account; default ${DEFAULT_LAST}`,
    },
    account: {
      value: 'NAME',
      says: "of one account alone, by its own judge_prompts too; without it, verdicts by a caller's judge_prompt do not count, and no account counts for more than half as many pairs as the others together, or 20",
    },
    since: { value: 'DAY', says: 'only requests from this day on, such as 2026-11-01' },
    current: { says: 'only verdicts of the judges and of the built-in judge prompt as they are now' },
    write: { says: 'write a calibration, which weighs judges that no labels tell of' },
    name: { value: 'NAME', says: 'of the calibration; default flips' },
  },
  json: 'print JSON: { requests, judges: [{ modelId, pairs, flipped, share, interval, weight, versions: [{ judgePrompt, model, pairs, flipped }] }], ownCriteriaPairs, file }; judgePrompt has a + and a digest after it for requests with a judge_prompt of their own',
  closing: `The progress goes to standard error. Ctrl-C ends with exit code 130, and nothing is written.`,
  examples: ['assay judge flips --since 2026-11-01 --write'],
};

export const flips: Command = defineCommand(TABLE, async (args, environment) => {
  if (args.text('name') !== undefined && !args.flag('write'))
    throw new ArgumentError('--name requires --write');
  const name = calibrationName(args.text('name') ?? 'flips');
  const query = { last: lastOf(args), account: args.text('account'), sinceMs: sinceOf(args) };
  const file = args.flag('write') ? calibrationPath(name, environment) : null;
  const isCurrent = args.flag('current');
  const registry =
    isCurrent || file !== null ? (await loadRegistry(loadConfig(environment))).registry : undefined;
  const tally = new FlipTally({
    now: isCurrent && registry !== undefined ? judgingNow(registry) : undefined,
    countsOwnCriteria: query.account !== undefined,
  });
  const requests = await countLogged(query, tally, { environment, json: args.json });
  if (requests === undefined) {
    process.stderr.write('assay judge flips: stopped; nothing was written.\n');
    return INTERRUPTED;
  }
  if (file !== null && registry !== undefined) await write(file, tally.judges, registry);
  const judges = tally.judges.map(describe);
  print({ requests, judges, ownCriteriaPairs: tally.ownCriteriaPairs, file }, judges.map(toRow), args.json);
  if (!args.json)
    process.stdout.write(closing({ requests, file, judges, ownCriteriaPairs: tally.ownCriteriaPairs }));
  return 0;
});

function lastOf(args: CommandArguments): number {
  const text = args.text('last') ?? String(DEFAULT_LAST);
  if (!/^[1-9]\d{0,6}$/.test(text) || Number(text) > MAX_LAST)
    throw new ArgumentError(`--last takes a whole number from 1 to ${MAX_LAST}`);
  return Number(text);
}

function sinceOf(args: CommandArguments): number | undefined {
  const text = args.text('since');
  if (text === undefined) return undefined;
  const timeMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(timeMs)) throw new ArgumentError('--since takes a day, such as 2026-11-01');
  return timeMs;
}

interface DescribedJudge extends JudgeFlips {
  readonly share: number;
  readonly interval: readonly [number, number];
  readonly weight: number;
}

function describe(judge: JudgeFlips): DescribedJudge {
  const { pairs, flipped } = judge;
  return {
    ...judge,
    share: flipped / pairs,
    interval: wilsonInterval(flipped, pairs),
    weight: logOddsWeight(pairs - flipped, pairs),
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function toRow({ modelId, pairs, flipped, share, interval: [low, high], weight, versions }: DescribedJudge) {
  return {
    judge: modelId,
    pairs,
    flips: flipped,
    share: percent(share),
    '95 % interval': `${percent(low)} to ${percent(high)}`,
    weight: weight === 0 ? 'no say' : weight.toFixed(2),
    'judge prompt': joinPrompts(versions.map(({ judgePrompt }) => judgePrompt)),
  };
}

interface Counted {
  readonly requests: number;
  readonly file: string | null;
  readonly judges: readonly JudgeFlips[];
  readonly ownCriteriaPairs: number;
}

function closing({ requests, file, judges, ownCriteriaPairs }: Counted): string {
  const leftOut =
    ownCriteriaPairs === 0
      ? ''
      : ` Left out ${ownCriteriaPairs} verdicts by a judge_prompt of the callers' own; --account counts those of one account.`;
  const read = `Read ${requests} judged request${requests === 1 ? '' : 's'}.${leftOut}`;
  if (judges.length === 0) return `${read} ${nothingCounted(requests)}\n`;
  const mixed = judges.some(({ versions }) => isMixed(versions))
    ? ' Verdicts of several versions count together; --current counts those of today’s alone.'
    : '';
  return file === null
    ? `${read}${mixed} --write makes a calibration of it.\n`
    : `${read}${mixed} Wrote ${file}. Next: "assay reload", so that requests use it.\n`;
}

function nothingCounted(requests: number): string {
  return requests === 0
    ? 'Only requests with judges count: not comparisons of given answers, such as those of a calibration, and none under zero data retention.'
    : 'None has a pair that counts: a judge has to give a verdict in both orders, and with --current it and the built-in judge prompt must not have changed since.';
}

function isMixed(versions: readonly VersionFlips[]): boolean {
  const distinct = new Set(
    versions.map(({ judgePrompt, model }) => [...builtInVersions(judgePrompt), model].join(' ')),
  );
  return distinct.size > 1;
}

function judgingNow(registry: Registry): JudgingNow {
  return { judgePrompt: JUDGE_PROMPT_VERSION, versionOf: (id) => versionOfModel(id, registry) };
}

/** @throws Error where none of the judges is a model of the manifests any more. */
async function write(path: string, counted: readonly JudgeFlips[], registry: Registry): Promise<void> {
  const known = counted.filter(({ modelId }) => registry.find(modelId) !== undefined);
  if (known.length === 0)
    throw new Error(
      'no verdict of a judge that the manifests declare was found: nothing was written. Without --write the command says what it read',
    );
  const prompts = known.flatMap(({ versions }) => versions.map(({ judgePrompt }) => judgePrompt));
  const calibration: Calibration = {
    version: 1,
    date: calibrationDate(new Date()),
    judgePrompt: joinPrompts(prompts),
    judges: Object.fromEntries(known.map((judge) => [judge.modelId, calibrated(judge)])),
  };
  const isUnknown = known.some(({ versions }) => versions.some(({ model }) => model === UNKNOWN_VERSION));
  await saveCalibration(path, calibration, [
    'Written by "assay judge flips" from the log: counts of order flips, no labels.',
    ...(isUnknown
      ? [
          'Some verdicts were logged before their versions were; "assay judge flips --current" leaves them out.',
        ]
      : []),
  ]);
}

function calibrated({ pairs, flipped, versions }: JudgeFlips): CalibratedJudge {
  return { model: joinVersions(versions.map(({ model }) => model)), flips: { pairs, flipped } };
}
