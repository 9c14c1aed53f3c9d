import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ModelsResponse } from '../../generated/models-response.ts';
import type { Label } from '../../eval/calibrate/label.ts';
import { calibrationOf, measureLabels, type MeasuredPanel } from '../../eval/calibrate/measure-labels.ts';
import {
  questionsOfLabels,
  bodyOf,
  type LabelQuestions,
  type JudgingSetup,
  type Question,
} from '../../eval/calibrate/question.ts';
import { openQuestions, questionsOf, runQuestions } from '../../eval/calibrate/run-questions.ts';
import { openVerdictFile, type VerdictFile } from '../../eval/calibrate/verdict-file.ts';
import { createGatewayClient, type GatewayClient } from '../../eval/run/gateway-client.ts';
import { CLOCK, Pace } from '../../eval/run/pace.ts';
import { quoteBodies } from '../../eval/run/quote-rows.ts';
import { logOddsWeight } from '../../statistics/log-odds-weight.ts';
import { calibrationReport, type ReportedPanel } from '../../terminal/calibration-report.ts';
import { paintFor } from '../../terminal/paint.ts';
import { createProgressLine, follow } from '../../terminal/progress-line.ts';
import { say } from '../../terminal/say.ts';
import { checkUsable } from '../client/check-usable.ts';
import type { SendOptions } from '../client/send-options.ts';
import { whileSending } from '../client/while-sending.ts';
import { isConfirmed } from '../client/is-confirmed.ts';
import { print } from '../print.ts';
import { saveCalibration } from './save-calibration.ts';
import { formatCount, formatList } from '../../client/figures.ts';

export interface CalibrationCommand extends SendOptions {
  readonly labels: readonly Label[];
  /** Model IDs. */
  readonly judges: readonly string[];
  /** The caller's own criteria. */
  readonly criteria?: string;
  readonly name: string;
  /** Path of the calibration. */
  readonly file: string;
  readonly concurrency: number;
}

const SOME_MISSING = 3;
const STOPPED = 1;
/** With fewer labels an interval is wider than 25 points. */
const FEW_LABELS = 50;

/** Calibrates judges as far as it goes, then reports. @returns the exit code. @throws Error for a person at the terminal. */
export async function conductCalibration(calibration: CalibrationCommand): Promise<number> {
  return whileSending({
    command: 'assay judge calibrate',
    url: calibration.address.url,
    resumeHint: `same command goes on where it stood; ${calibration.out} has what came so far`,
    work: (signal, markSending) => conduct(calibration, signal, markSending),
  });
}

/** @param markSending is called before the first question is sent. */
async function conduct(
  calibration: CalibrationCommand,
  signal: AbortSignal,
  markSending: () => void,
): Promise<number> {
  const { labels, out, address } = calibration;
  const client = createGatewayClient({ ...address, signal, path: '/compare' });
  const { models, judgePrompt } = await client.models();
  const setup = setupOf(calibration, models, judgePrompt);
  const labelQuestions = questionsOfLabels(labels, setup);
  let isUnused = false;
  const file = await openVerdictFile(out, () => {
    isUnused = true;
    return { type: 'calibration', version: 2, run: randomUUID() };
  });
  const job: Job = { calibration, setup, labelQuestions, file, client, signal };
  try {
    const questions = openQuestions(questionsOf(labelQuestions), file);
    if (questions.length === 0) say(`Every label has its verdicts in ${out}; nothing was sent.`);
    else {
      if (!(await confirmQuote(job, questions))) {
        say('Nothing was sent.');
        return STOPPED;
      }
      isUnused = false;
      markSending();
      const line = createProgressLine(calibration.output, 'verdict');
      const { concurrency } = calibration;
      await follow(line, (progress) => runQuestions({ ...job, concurrency, progress }));
    }
    return await report(job, models);
  } finally {
    await file.close();
    // One that an earlier run began stays: its ID is part of the keys of what that run may have sent.
    if (isUnused) await rm(out, { force: true });
  }
}

interface Job {
  readonly calibration: CalibrationCommand;
  readonly setup: JudgingSetup;
  readonly labelQuestions: readonly LabelQuestions[];
  readonly file: VerdictFile;
  readonly client: GatewayClient;
  readonly signal: AbortSignal;
}

/** Says what the questions that were never sent will cost. @returns whether they may be sent. */
async function confirmQuote(
  { calibration, setup, labelQuestions, file, client, signal }: Job,
  questions: readonly Question[],
): Promise<boolean> {
  const { name, concurrency, mayAsk } = calibration;
  const unsentQuestions = questions.filter(({ id }) => !file.sent.has(id));
  if (unsentQuestions.length < questions.length)
    say(
      `${formatCount(questions.length - unsentQuestions.length, 'verdict')} sent by an earlier run will be fetched.`,
    );
  if (unsentQuestions.length === 0) return true;
  const byPair = [...Map.groupBy(unsentQuestions, ({ pair }) => pair)];
  const bodies = byPair.map(([pair, ofPair]) => ({
    body: bodyOf(
      pair,
      ofPair.map(({ judge }) => judge),
      setup,
    ),
  }));
  const persistence = { pace: new Pace(concurrency, CLOCK), clock: CLOCK, signal };
  const quote = await quoteBodies(bodies, { client, ...persistence });
  const { expectedCredits, heldCredits } = quote;
  const spentCredits = file.creditsUsed();
  const spentText = spentCredits === 0 ? '' : ` ${spentCredits.toFixed(2)} credits are already spent.`;
  say(
    `${name}: ${unsentQuestions.length.toLocaleString('en')} of ${formatCount(questionsOf(labelQuestions).length, 'verdict')} to ask for, on ${formatCount(byPair.length, 'pair')}, ${formatCount(2 * unsentQuestions.length, 'judge run')}. ` +
      `Expected: ${expectedCredits.toFixed(2)} credits; rarely more than ${heldCredits.toFixed(2)}.${spentText}`,
  );
  return !mayAsk || (await isConfirmed(signal));
}

/** @returns the exit code. */
async function report(
  { calibration: { labels, name, file: path, json }, setup, labelQuestions, file }: Job,
  models: ModelsResponse['models'],
): Promise<number> {
  const panel = measureLabels(labelQuestions, setup, file, models);
  const { newest, ...figures } = panel;
  const silentJudges = panel.judges
    .filter(({ labelled }) => labelled.pairs === 0)
    .map(({ modelId }) => modelId);
  const calibrationFile = newest !== undefined && silentJudges.length < setup.judges.length ? path : null;
  if (newest !== undefined && calibrationFile !== null)
    await saveCalibration(calibrationFile, calibrationOf(panel, setup, newest), notesOf(panel, setup));
  const weightedPanel: ReportedPanel = { ...figures, judges: panel.judges.map(withWeight) };
  const missing = missingIn(labelQuestions, file);
  const head = { name, file: calibrationFile, labels: labels.length, pairs: panel.pairs };
  print(
    { json },
    { ...head, creditsUsed: file.creditsUsed(), missing, ...weightedPanel },
    `${calibrationReport(weightedPanel, paintFor(process.stdout))}\n${closing({ calibrationFile, silentJudges, labels: labels.length })}`,
  );
  for (const { label, judges, reason } of missing)
    say(`label ${label} has no verdict of ${formatList(judges)}: ${reason}`);
  return missing.length > 0 || silentJudges.length > 0 ? SOME_MISSING : 0;
}

interface MissingVerdicts {
  /** Its number, from 1. */
  readonly label: number;
  readonly judges: readonly string[];
  readonly reason: string;
}

function missingIn(
  labelQuestions: readonly LabelQuestions[],
  { missing }: Pick<VerdictFile, 'missing'>,
): readonly MissingVerdicts[] {
  return labelQuestions.flatMap(({ questions }, index) => {
    const reasons = Map.groupBy(questions, ({ id }) => missing.get(id));
    return [...reasons].flatMap(([reason, without]) =>
      reason === undefined ? [] : [{ label: index + 1, judges: without.map(({ judge }) => judge), reason }],
    );
  });
}

function withWeight(figures: MeasuredPanel['judges'][number]): ReportedPanel['judges'][number] {
  const { pairs, right, ties } = figures.labelled;
  return { ...figures, weight: logOddsWeight(right + ties / 2, pairs) };
}

interface ClosingFacts {
  readonly calibrationFile: string | null;
  readonly silentJudges: readonly string[];
  readonly labels: number;
}

function closing({ calibrationFile, silentJudges, labels }: ClosingFacts): string {
  const lines = [
    ...silentJudges.map((id) => `${id} gave no verdict that could be used, and is left out.`),
    ...(labels < FEW_LABELS
      ? [
          `${formatCount(labels, 'label')} are few, as the intervals show. Use ${FEW_LABELS} or more. One right and one wrong verdict are added to each judge’s count, so that few labels give no large weight.`,
        ]
      : []),
    calibrationFile === null
      ? 'No calibration was written.'
      : `Wrote ${calibrationFile}. Next: "assay reload", so that requests use it.`,
  ];
  return `${lines.join('\n')}\n`;
}

function notesOf({ pairs, judges }: MeasuredPanel, { criteria }: JudgingSetup): readonly string[] {
  return [
    `Written by "assay judge calibrate" from ${formatCount(pairs, 'labelled pair')}.`,
    ...judges.map(
      ({ modelId, accuracy, interval: [low, high] }) =>
        `${modelId}: right in ${Math.round(accuracy * 100)} %, 95 % interval ${Math.round(low * 100)} to ${Math.round(high * 100)} %.`,
    ),
    ...(criteria === undefined ? [] : ['The judges had criteria: it holds for requests with the same.']),
  ];
}

/** @throws Error naming a judge that the gateway cannot ask. */
function setupOf(
  { judges, criteria }: CalibrationCommand,
  models: ModelsResponse['models'],
  judgePrompt: string,
): JudgingSetup {
  const today = new Date().toISOString().slice(0, 10);
  for (const id of judges) checkUsable(id, models, today);
  const versions = new Map(models.map(({ id, version }) => [id, version]));
  return {
    judges,
    ...(criteria !== undefined && { criteria }),
    judgePrompt,
    versions: Object.fromEntries(judges.map((id) => [id, versions.get(id) ?? ''])),
  };
}
