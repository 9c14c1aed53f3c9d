import { runWorkers } from '../run/run-workers.ts';
import type { GatewayClient } from '../run/gateway-client.ts';
import { CLOCK, Pace, type Clock } from '../run/pace.ts';
import type { RunProgress } from '../../client/run-progress.ts';
import { RunTally } from '../run/run-tally.ts';
import {
  idempotencyKeyOf,
  sendRow,
  stopUnlessWritten,
  type RowEnd,
  type SendOptions,
} from '../run/send-row.ts';
import { calibrationDate } from '../../calibration/calibration-text.ts';
import { bodyOf, type LabelQuestions, type JudgingSetup, type Question } from './question.ts';
import { isWhole, runsIn, type VerdictFile, type VerdictLine } from './verdict-file.ts';

export interface QuestionsRun {
  readonly labelQuestions: readonly LabelQuestions[];
  readonly setup: Pick<JudgingSetup, 'criteria'>;
  readonly file: VerdictFile;
  readonly client: GatewayClient;
  /** Requests that may run at the same time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Called before the first question and after each. */
  readonly progress: (progress: RunProgress) => void;
  readonly clock?: Clock;
}

/** The questions of all labels, each question once. */
export function questionsOf(labelQuestions: readonly LabelQuestions[]): readonly Question[] {
  const byId = new Map<string, Question>();
  for (const { questions } of labelQuestions)
    for (const question of questions) if (!byId.has(question.id)) byId.set(question.id, question);
  return [...byId.values()];
}

/** Questions that have neither a whole verdict nor a reason why they have none; those that were sent come first. */
export function openQuestions(
  questions: readonly Question[],
  { verdicts, missing, sent }: Pick<VerdictFile, 'verdicts' | 'missing' | 'sent'>,
): readonly Question[] {
  const open = questions.filter(({ id }) => !isWhole(verdicts.get(id)) && !missing.has(id));
  return [...open.filter(({ id }) => sent.has(id)), ...open.filter(({ id }) => !sent.has(id))];
}

/**
 * Asks every question that has no verdict yet, and writes the answers down. One that an earlier sitting sent is followed,
 * not sent again. One of which a run failed is sent again by the next sitting.
 * Each question is one request, so that its key and its price do not depend on other questions.
 * @throws RunStopped if none can be sent; the signal's reason once it is aborted. What was sent runs on at the gateway.
 */
export async function runQuestions(run: QuestionsRun): Promise<void> {
  const { labelQuestions, setup, file, client, concurrency, clock = CLOCK } = run;
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  const sendOptions: SendOptions = { client, pace: new Pace(concurrency, clock), clock, signal };
  const questions = questionsOf(labelQuestions);
  const queue = [...openQuestions(questions, file)];
  const earlier = {
    rows: questions.length,
    ended: questions.length - queue.length,
    creditsUsed: file.creditsUsed(),
    // The file also has verdicts on questions that no label asks now.
    hasOnlyEndedRows: false,
  };
  const tally = new RunTally(earlier, run.progress);
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      tally.begin();
      const { type, creditsUsed } = await endOf(next, setup, { file, sendOptions });
      tally.end({ creditsUsed, failedAnswers: type === 'verdict' ? 0 : 1 });
    }
  };
  await runWorkers(Math.min(concurrency, queue.length), work, { failed, signal: run.signal });
}

/** A request that ended in failures is over: the same key would get its answer again. */
function attemptOf(id: string, { failures }: VerdictFile): string {
  const earlier = failures.get(id) ?? 0;
  return earlier === 0 ? id : `${id} ${earlier}`;
}

/** With which a question ends. */
type EndLine = Exclude<VerdictLine, { type: 'calibration' | 'sent' }>;

async function endOf(
  question: Question,
  setup: QuestionsRun['setup'],
  { file, sendOptions }: { readonly file: VerdictFile; readonly sendOptions: SendOptions },
): Promise<EndLine> {
  const { id, judge, pair } = question;
  const end = await sendRow({
    ...sendOptions,
    body: bodyOf(pair, [judge], setup),
    idempotencyKey: idempotencyKeyOf(file.head.run, attemptOf(id, file), 'calibrate'),
    promptLogId: file.sent.get(id),
    onAccepted: (promptLogId) => file.append({ type: 'sent', question: id, promptLogId }),
  });
  const line = lineOf(id, end);
  await stopUnlessWritten(file.append(line));
  return line;
}

function lineOf(question: string, end: RowEnd): EndLine {
  if (end.kind !== 'answer')
    return { type: end.kind, question, reason: end.reason, creditsUsed: end.creditsUsed };
  const { evaluations, creditsUsed } = end.response;
  return {
    type: 'verdict',
    question,
    at: calibrationDate(new Date()),
    runs: runsIn(evaluations),
    creditsUsed,
  };
}
