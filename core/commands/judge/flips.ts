import { calibrationDate } from '../../calibration/calibration-text.ts';
import { builtInVersions, joinPrompts, joinVersions } from '../../calibration/judge-prompt-versions.ts';
import { FlipTally, type JudgeFlips, type VersionFlips } from '../../calibration/measure/count-flips.ts';
import { formatShare } from '../../client/figures.ts';
import { weightText } from '../../client/weights.ts';
import { loadConfig, type Environment } from '../../config.ts';
import type { CalibratedJudge, Calibration } from '../../generated/calibration.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { LedgerAdmin } from '../../ledger/administration/ledger-admin.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import type { Registry } from '../../registry/registry.ts';
import { logOddsWeight } from '../../statistics/log-odds-weight.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import { ArgumentError } from '../../argument-error.ts';
import { createReadingLine, follow } from '../../terminal/progress-line.ts';
import { say } from '../../terminal/say.ts';
import { withAccount, withLedger } from '../account/with-ledger.ts';
import { interruptible, progressOutput } from '../client/interruptible.ts';
import type { CommandArguments } from '../command-table.ts';
import { formatTable, print } from '../print.ts';
import { readTime } from '../read-argument.ts';
import { loggedEvaluations, type LoggedQuery, type LogReader } from './logged-evaluations.ts';
import { calibrationName, calibrationPath, saveCalibration } from './save-calibration.ts';

/** `judge flips`. @returns the exit code. */
export async function countFlips(args: CommandArguments, environment: Environment): Promise<number> {
  if (args.text('name') !== undefined && !args.flag('write'))
    throw new ArgumentError('--name requires --write.');
  const name = calibrationName(args.text('name') ?? 'flips');
  const query = {
    last: args.integer('last') ?? 0,
    account: args.text('account'),
    sinceMs: readTime('--since', args.text('since')),
  };
  const file = args.flag('write') ? calibrationPath(name, environment) : null;
  const registry = file === null ? undefined : (await loadRegistry(loadConfig(environment))).registry;
  const tally = new FlipTally(query.account !== undefined);
  return interruptible(
    async (signal) => {
      const line = createReadingLine(progressOutput(args.json, environment), 'judged request');
      const requests = await follow(line, (request) =>
        countLogged({ ...query, signal }, environment, {
          evaluation: (evaluation, accountId, judgedWith) => tally.add(evaluation, accountId, judgedWith),
          request,
        }),
      );
      if (file !== null && registry !== undefined) await write(file, tally.judges, registry);
      const judges = tally.judges.map(describe);
      const report = { requests, judges, ownCriteriaPairs: tally.ownCriteriaPairs, file };
      const table = judges.length === 0 ? '' : formatTable(judges.map(toRow), args.flag('wide'));
      print(args, report, `${table}${closing(report)}`);
      return 0;
    },
    () => say('assay judge flips: Stopped; nothing was written.'),
  );
}

/** @returns the number of requests read. @throws Error for an unknown ledger or account, or once the signal is aborted. */
async function countLogged(query: LoggedQuery, environment: Environment, reader: LogReader): Promise<number> {
  const read = (ledger: Ledger & LedgerAdmin): Promise<number> => loggedEvaluations(ledger, query, reader);
  return query.account === undefined
    ? await withLedger(environment, read)
    : await withAccount(environment, query.account, ({ ledger }) => read(ledger));
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

function toRow({ modelId, pairs, flipped, share, interval: [low, high], weight, versions }: DescribedJudge) {
  return {
    judge: modelId,
    pairs,
    flips: flipped,
    share: formatShare(share),
    '95 % interval': `${formatShare(low)} to ${formatShare(high)}`,
    weight: weightText({ weight }),
    'judge prompt': joinPrompts(versions.map(({ judgePrompt }) => judgePrompt)),
  };
}

interface FlipsReport {
  readonly requests: number;
  readonly file: string | null;
  readonly judges: readonly JudgeFlips[];
  readonly ownCriteriaPairs: number;
}

function closing({ requests, file, judges, ownCriteriaPairs }: FlipsReport): string {
  const leftOut =
    ownCriteriaPairs === 0
      ? ''
      : ` Left out ${ownCriteriaPairs} verdicts by a judge_prompt of the callers' own; --account counts those of one account.`;
  const readSummary = `Read ${requests} judged ${requests === 1 ? 'request' : 'requests'}.${leftOut}`;
  if (judges.length === 0) return `${readSummary} ${emptyHint(requests)}\n`;
  const mixedHint = judges.some(({ versions }) => isMixed(versions))
    ? ' Verdicts of several versions of judges or of their prompt count together; --since leaves out older ones.'
    : '';
  return file === null
    ? `${readSummary}${mixedHint} --write makes a calibration of it.\n`
    : `${readSummary}${mixedHint} Wrote ${file}. Next: "assay reload", so that requests use it.\n`;
}

function emptyHint(requests: number): string {
  return requests === 0
    ? 'Only requests with judges count: not comparisons of given answers, such as those of a calibration, and none under zero data retention.'
    : 'None has a pair that counts: a judge has to give a verdict in both orders.';
}

function isMixed(versions: readonly VersionFlips[]): boolean {
  const distinct = new Set(
    versions.map(({ judgePrompt, model }) => [...builtInVersions(judgePrompt), model].join(' ')),
  );
  return distinct.size > 1;
}

/** @throws Error where none of the judges is a model of the manifests any more. */
async function write(path: string, judges: readonly JudgeFlips[], registry: Registry): Promise<void> {
  const knownJudges = judges.filter(({ modelId }) => registry.find(modelId) !== undefined);
  if (knownJudges.length === 0)
    throw new Error(
      'No verdict of a judge that the manifests declare was found, so nothing was written. Without --write the command says what it read.',
    );
  const prompts = knownJudges.flatMap(({ versions }) => versions.map(({ judgePrompt }) => judgePrompt));
  const calibration: Calibration = {
    version: 1,
    date: calibrationDate(new Date()),
    judgePrompt: joinPrompts(prompts),
    judges: Object.fromEntries(knownJudges.map((judge) => [judge.modelId, calibrationEntry(judge)])),
  };
  await saveCalibration(path, calibration, [
    'Written by "assay judge flips" from the log: counts of order flips, no labels.',
  ]);
}

function calibrationEntry({ pairs, flipped, versions }: JudgeFlips): CalibratedJudge {
  return { model: joinVersions(versions.map(({ model }) => model)), flips: { pairs, flipped } };
}
