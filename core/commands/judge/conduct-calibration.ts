import { createHash, randomUUID } from 'node:crypto';
import { counted } from '../../console/report/board-words.js';
import type { ModelsResponse } from '../../generated/models-response.ts';
import { labelBody, type LabelTerms } from '../../eval/calibrate/label-body.ts';
import type { Label } from '../../eval/calibrate/label.ts';
import { calibrationOf, measureLabels, type MeasuredPanel } from '../../eval/calibrate/measure-labels.ts';
import { openLabels, runLabels } from '../../eval/calibrate/run-labels.ts';
import {
  openVerdictFile,
  type CalibrationHead,
  type VerdictFile,
} from '../../eval/calibrate/verdict-file.ts';
import { createGatewayClient, type GatewayClient } from '../../eval/run/gateway-client.ts';
import { CLOCK, Pace } from '../../eval/run/pace.ts';
import { RunStopped } from '../../eval/run/persist.ts';
import { quoteBodies, type RowsQuote } from '../../eval/run/quote-rows.ts';
import { logOddsWeight } from '../../statistics/log-odds-weight.ts';
import { calibrationReport, type ReportedPanel } from '../../terminal/calibration-report.ts';
import { paintFor } from '../../terminal/paint.ts';
import { createProgressLine } from '../../terminal/progress-line.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { plainJson } from '../../text/plain-json.ts';
import { gatewayRefusal } from '../gateway-failure.ts';
import type { GatewayTarget } from '../gateway-target.ts';
import { isConfirmed } from '../is-confirmed.ts';
import { now, saveCalibration } from './save-calibration.ts';

export interface ConductedCalibration {
  readonly labels: readonly Label[];
  readonly terms: LabelTerms;
  readonly name: string;
  /** Path of the calibration. */
  readonly file: string;
  /** Path of the verdicts. */
  readonly out: string;
  readonly concurrency: number;
  readonly address: GatewayTarget;
  /** Whether a person at a terminal may be asked before credits are spent. */
  readonly mayAsk: boolean;
  readonly json: boolean;
  /** Whether the terminal cannot move its cursor. */
  readonly isDumb: boolean;
}

const SOME_MISSING = 3;
const INTERRUPTED = 130;
/** With fewer labels an interval is wider than 25 points. */
const FEW_LABELS = 50;

/** Calibrates judges as far as it goes, then reports. @returns the exit code. @throws Error for a person at the terminal. */
export async function conductCalibration(calibration: ConductedCalibration): Promise<number> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    return await conduct(calibration, interrupted.signal);
  } catch (error) {
    const { out, address } = calibration;
    if (interrupted.signal.aborted) {
      say(
        'assay judge calibrate: stopped. What was sent runs on at the gateway; the same command goes on where it stood.',
      );
      return INTERRUPTED;
    }
    if (error instanceof RunStopped)
      throw new Error(
        `${error.message}. The same command goes on where it stood; ${out} has what came so far.`,
        {
          cause: error,
        },
      );
    throw gatewayRefusal(error, address.url) ?? error;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

async function conduct(calibration: ConductedCalibration, signal: AbortSignal): Promise<number> {
  const { labels, terms, out, address } = calibration;
  const client = createGatewayClient({ ...address, signal, path: '/compare' });
  const registry = await client.registry();
  const head = headOf(calibration, registry);
  const file = await openVerdictFile(out, () => head);
  try {
    checkSame(file.head, head, out);
    const open = openLabels(labels, file);
    if (open.length === 0) say(`Every label in ${out} has its verdicts; nothing was sent.`);
    else {
      const quote = await quoteBodies(open, ({ label }) => ({ body: labelBody(label, terms) }), {
        client,
        pace: new Pace(calibration.concurrency, CLOCK),
        clock: CLOCK,
        signal,
      });
      say(quoteText(calibration, { quote, open: open.length, spent: file.creditsUsed() }));
      if (calibration.mayAsk && !(await isConfirmed(signal))) return 0;
      await work(calibration, { file, client, signal });
    }
    return await report(calibration, file, registry);
  } finally {
    await file.close();
  }
}

interface Working {
  readonly file: VerdictFile;
  readonly client: GatewayClient;
  readonly signal: AbortSignal;
}

async function work(calibration: ConductedCalibration, working: Working): Promise<void> {
  const { stderr } = process;
  // A program that reads JSON wants no lines from us, unless a person is watching it.
  const stream = calibration.json && !stderr.isTTY ? { write: () => true } : stderr;
  const line = createProgressLine(
    {
      stream,
      inPlace: stderr.isTTY && !calibration.isDumb,
      paint: paintFor(stderr),
      now: () => performance.now(),
    },
    'label',
  );
  try {
    await runLabels({ ...calibration, ...working, progress: line.show });
  } finally {
    line.close();
  }
}

/** @returns the exit code. */
async function report(
  { labels, name, file: path, json, terms }: ConductedCalibration,
  file: VerdictFile,
  { models }: ModelsResponse,
): Promise<number> {
  const measured = measureLabels(labels, file, models);
  const silent = measured.judges.filter(({ labelled }) => labelled.pairs === 0).map(({ modelId }) => modelId);
  const written = silent.length < terms.judges.length ? path : null;
  if (written !== null)
    await saveCalibration(written, calibrationOf(measured, file.head), notesOf(measured, file.head));
  const weighed: ReportedPanel = { ...measured, judges: measured.judges.map(withWeight) };
  const missing = [...file.missing].map(([row, reason]) => ({ label: Number(row), reason }));
  const { stdout } = process;
  if (json) {
    const told = { name, file: written, labels: labels.length, pairs: measured.pairs };
    stdout.write(`${plainJson({ ...told, creditsUsed: file.creditsUsed(), missing, ...weighed }, 2)}\n`);
  } else {
    stdout.write(calibrationReport(weighed, paintFor(stdout)));
    stdout.write(`\n${closing({ written, silent, labels: labels.length })}`);
  }
  for (const { label, reason } of missing) say(`label ${label} has no verdicts: ${reason}`);
  return missing.length > 0 || silent.length > 0 ? SOME_MISSING : 0;
}

function withWeight(figures: MeasuredPanel['judges'][number]): ReportedPanel['judges'][number] {
  const { pairs, right, ties } = figures.labelled;
  return { ...figures, weight: logOddsWeight(right + ties / 2, pairs) };
}

interface Closing {
  readonly written: string | null;
  readonly silent: readonly string[];
  readonly labels: number;
}

function closing({ written, silent, labels }: Closing): string {
  const lines = [
    ...silent.map((id) => `${id} gave no verdict that could be used, and is left out.`),
    ...(labels < FEW_LABELS
      ? [`${counted(labels, 'label')} say little: the intervals show it. Use ${FEW_LABELS} or more.`]
      : []),
    written === null
      ? 'No calibration was written.'
      : `Wrote ${written}. Next: "assay reload", so that requests use it.`,
  ];
  return `${lines.join('\n')}\n`;
}

function notesOf({ pairs, judges }: MeasuredPanel, { terms }: CalibrationHead): readonly string[] {
  return [
    `Written by "assay judge calibrate" from ${counted(pairs, 'labelled pair')}.`,
    ...judges.map(
      ({ modelId, accuracy, interval: [low, high] }) =>
        `${modelId}: right in ${Math.round(accuracy * 100)} %, in truth ${Math.round(low * 100)} to ${Math.round(high * 100)} %.`,
    ),
    ...(terms.judge_prompt === undefined
      ? []
      : ['The judges had criteria: it holds for requests with the same.']),
  ];
}

/** @throws Error naming a judge the gateway does not have. */
function headOf(
  { labels, terms }: ConductedCalibration,
  { models, judgePrompt }: ModelsResponse,
): CalibrationHead {
  const versions = new Map(models.map(({ id, version }) => [id, version]));
  const unknown = terms.judges.find((id) => !versions.has(id));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, versions.keys());
    throw new Error(
      `the gateway has no model ${unknown}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
    );
  }
  const hash = createHash('sha256');
  for (const label of labels) hash.update(`${JSON.stringify([label.winner, labelBody(label, terms)])}\n`);
  return {
    type: 'calibration',
    version: 1,
    run: randomUUID(),
    startedAt: now(),
    terms,
    labels: { count: labels.length, digest: hash.digest('hex') },
    judgePrompt,
    versions: Object.fromEntries(terms.judges.map((id) => [id, versions.get(id) ?? ''])),
  };
}

/** @throws Error where verdicts of two kinds would be counted together. */
function checkSame(before: CalibrationHead, after: CalibrationHead, out: string): void {
  const changed = [
    ...(before.labels.digest === after.labels.digest ? [] : ['the labels, the judges or their criteria']),
    ...(before.judgePrompt === after.judgePrompt ? [] : ['the judge prompt of the gateway']),
    ...after.terms.judges.filter(
      (id) => before.versions[id] !== undefined && before.versions[id] !== after.versions[id],
    ),
  ];
  if (changed.length > 0)
    throw new Error(
      `${out} was begun otherwise; changed since: ${changed.join(', ')}. Use another --out, or delete it.`,
    );
}

function quoteText(
  { name, terms }: ConductedCalibration,
  { quote, open, spent }: { readonly quote: RowsQuote; readonly open: number; readonly spent: number },
): string {
  const { expected, held, judgeRuns } = quote;
  const before = spent === 0 ? '' : ` ${spent.toFixed(2)} credits are already spent.`;
  return (
    `${name}: ${counted(open, 'label')} for ${counted(terms.judges.length, 'judge')}, ${counted(judgeRuns, 'judge run')}. ` +
    `Expected: ${expected.toFixed(2)} credits, hardly more than ${held.toFixed(2)}.${before}`
  );
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
