import { runWorkers } from '../run/run-workers.ts';
import type { GatewayClient } from '../run/gateway-client.ts';
import { CLOCK, Pace, type Clock } from '../run/pace.ts';
import type { RunProgress } from '../run/run-rows.ts';
import { idempotencyKeyOf, sendRow, written, type RowEnd, type RowSending } from '../run/send-row.ts';
import { labelBody } from './label-body.ts';
import type { Label } from './label.ts';
import { verdictsIn, type VerdictFile, type VerdictLine } from './verdict-file.ts';

export interface LabelsRun {
  readonly labels: readonly Label[];
  readonly file: VerdictFile;
  readonly client: GatewayClient;
  /** Requests that may run at the same time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Called before the first label and after each. */
  readonly progress: (progress: RunProgress) => void;
  readonly clock?: Clock;
}

/** A label and its number, by which the file knows it. */
interface NumberedLabel {
  readonly row: string;
  readonly label: Label;
}

/** Labels that have neither verdicts nor a reason why they have none; those that were sent come first. */
export function openLabels(
  labels: readonly Label[],
  { verdicts, missing, sent }: VerdictFile,
): readonly NumberedLabel[] {
  const open = labels
    .map((label, index) => ({ row: String(index + 1), label }))
    .filter(({ row }) => !verdicts.has(row) && !missing.has(row));
  return [...open.filter(({ row }) => sent.has(row)), ...open.filter(({ row }) => !sent.has(row))];
}

/**
 * Has the judges compare every pair that has not ended, and writes down what they say. A pair that an earlier sitting sent
 * is followed, not sent again.
 * @throws RunStopped if none can be sent; the signal's reason once it is aborted. What was sent runs on at the gateway.
 */
export async function runLabels(run: LabelsRun): Promise<void> {
  const { labels, file, client, concurrency, clock = CLOCK } = run;
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  const sending: RowSending = { client, pace: new Pace(concurrency, clock), clock, signal };
  const queue = [...openLabels(labels, file)];
  let running = 0;
  let [failedAnswers, ended] = [0, labels.length - queue.length];
  const tell = (): void =>
    run.progress({ rows: labels.length, ended, running, failedAnswers, creditsUsed: file.creditsUsed() });
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      running += 1;
      tell();
      const line = await endOf(next, file, sending);
      running -= 1;
      ended += 1;
      if (line.type !== 'verdicts') failedAnswers += 1;
      tell();
    }
  };
  tell();
  await runWorkers(Math.min(concurrency, queue.length), work, { failed, signal: run.signal });
}

async function endOf(
  { row, label }: NumberedLabel,
  file: VerdictFile,
  sending: RowSending,
): Promise<VerdictLine> {
  const { terms, run } = file.head;
  const end = await sendRow({
    ...sending,
    body: labelBody(label, terms),
    idempotencyKey: idempotencyKeyOf(run, row, 'calibrate'),
    promptLogId: file.sent.get(row),
    taken: (promptLogId) => file.append({ type: 'sent', row, promptLogId }),
  });
  const line = lineOf(row, end, terms.judges.length);
  await written(file.append(line));
  return line;
}

function lineOf(row: string, end: RowEnd, judges: number): VerdictLine {
  if (end.kind !== 'answer') return { type: end.kind, row, reason: end.reason, creditsUsed: end.creditsUsed };
  const { evaluations, creditsUsed } = end.response;
  return { type: 'verdicts', row, judges: verdictsIn(evaluations, judges), creditsUsed };
}
