import { creditsFromMicroCredits } from '../billing/amounts.ts';
import { GatewayError } from '../errors.ts';
import type { PromptRequest } from '../generated/prompt-request.ts';
import type { PromptResponse } from '../generated/prompt-response.ts';
import { LedgerError, type LedgerErrorCode } from '../ledger/ledger-error.ts';
import type { Ledger, Reservation, SettleResult, Settlement, Texts } from '../ledger/ledger.ts';
import { type JsonPieces, spliceTexts } from '../text/long-text.ts';
import { plainJson } from '../text/plain-json.ts';
import { servedWarning } from './call/served-by-other.ts';
import { type BilledCall, toCallRecords, toResult } from './call/to-result.ts';
import type { Delivery } from './delivery.ts';
import { hasAnswer, type JudgedOutput } from './judge/judged-output.ts';
import { compareAll } from './judge/compare-all.ts';
import { incompleteJudging } from './judge/incomplete-judging.ts';
import { judgedWith } from './judge/judged-with.ts';
import type { RankedEntry } from './judge/rank-models.ts';
import type { WeighedJudges } from './judge/weigh-judges.ts';
import type { GivenAnswer, PromptServices } from './plan/request-context.ts';
import type { HeldRequest, PromptJob, PromptRuns } from './prompt-job.ts';

/**
 * Charges what was spent, as far as hold and account cover it, and stores the texts apart from it.
 * @param delivery undefined where nothing of the answer leaves before all of it.
 * @returns the answer, and as JSON the very text that is stored.
 * @throws GatewayError 503 where the charge is not known to be durable: no whole answer is sent.
 */
export async function settlePrompt(
  ran: PromptRuns,
  held: HeldRequest,
  delivery: Delivery | undefined,
  job: PromptJob,
): Promise<SettledAnswer> {
  const { ledger } = job.services;
  const { reservation } = held;
  await delivery?.end();
  const settlement = settlementOf(held, delivery?.calls ?? callRecords(ran));
  const evaluations = ran.judged.map(({ evaluation }) => evaluation);
  const comparison =
    evaluations.length === 0
      ? { ranking: [], consensus: [] }
      : compareAll(ran.outputs.map(rankedEntry), evaluations, withWarnings(ran));
  const judgingCredits = creditsFromMicroCredits(
    ran.judged
      .flatMap(({ calls }) => calls)
      .reduce((sum, { chargeMicroCredits }) => sum + chargeMicroCredits, 0),
  );
  const answerOf = (chargeMicroCredits: number): Answer => {
    const response: PromptResponse = {
      promptLogId: reservation.requestId,
      results: ran.runs.map(toResult),
      evaluations,
      ...comparison,
      creditsUsed: creditsFromMicroCredits(chargeMicroCredits),
      judgingCredits,
    };
    return { chargeMicroCredits, response, body: spliceTexts(plainJson(response), job.prompt.texts) };
  };
  let answer = answerOf(settlement.chargeMicroCredits);
  // Under zero data retention nothing is kept, and a request that was neither answered nor charged fills no disk.
  const isAnswered =
    settlement.calls.some(({ status }) => status === 'completed') ||
    ran.runs.some(({ isCached }) => isCached);
  const isKept = !reservation.zeroDataRetention && (isAnswered || settlement.chargeMicroCredits > 0);
  const keep = (): Promise<void> =>
    keepReply(isKept ? textsOf(reservation, job, answer) : undefined, { reservation, answer }, job.services);
  // Whoever asks later finds it as soon as the charge is durable, at every gateway.
  const isAskedForLater = reservation.idempotency !== null || job.isAsync;
  if (isAskedForLater) await keep();
  const settled = await settleTwice(settlement, ledger);
  const { chargeMicroCredits } = settled;
  countCharge(job, settlement, settled);
  if (chargeMicroCredits !== settlement.chargeMicroCredits) {
    // The account did not have so much: the ledger has deleted what says so.
    answer = answerOf(chargeMicroCredits);
    if (isAskedForLater) await keep();
  }
  // Whoever asks for the record waits for its texts; the answer does not.
  if (isKept && !isAskedForLater) ledger.keepTexts(textsOf(reservation, job, answer), false).catch(ignore);
  delivery?.sendRest();
  return answer;
}

/** Declared here: a function made where the request is settled would keep all of it in memory until its texts are written. */
function ignore(): void {}

/** What a request came to, once it is paid for. */
export interface SettledAnswer {
  /** Long texts are marks in it. */
  readonly response: PromptResponse;
  /** The same as JSON, with the long texts. */
  readonly body: JsonPieces;
}

/** With the charge that it says. */
interface Answer extends SettledAnswer {
  readonly chargeMicroCredits: number;
}

function rankedEntry(output: JudgedOutput): RankedEntry {
  return { modelId: output.modelId, answers: hasAnswer(output) };
}

/** How long an answer under an idempotency key waits for its texts to be stored, milliseconds. */
const TEXTS_WAIT_MS = 2_000;

/**
 * Stores the reply before the charge is durable, since from then on a repetition may ask for it: one that was charged
 * finds it after a crash too. A reply that the ledger does not keep, or not in time, stays in memory for a while.
 */
async function keepReply(
  texts: Texts | undefined,
  { reservation, answer }: { readonly reservation: Reservation; readonly answer: Answer },
  { ledger, recentReplies }: Pick<PromptServices, 'ledger' | 'recentReplies'>,
): Promise<void> {
  const isKept = texts !== undefined && (await isKeptInTime(ledger.keepTexts(texts)));
  if (!isKept) recentReplies.keep(reservation.accountId, reservation.requestId, answer.body);
}

/** False where the texts are refused, or still wait after `TEXTS_WAIT_MS`; those may be stored later. Never rejects. */
async function isKeptInTime(keeping: Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), TEXTS_WAIT_MS);
  try {
    return await Promise.race([keeping.catch(() => false), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing was changed, and a second try costs nothing. */
const WORTH_A_SECOND_TRY: ReadonlySet<LedgerErrorCode> = new Set(['unavailable', 'queue-full', 'rejected']);

async function settleTwice(settlement: Settlement, ledger: Ledger): Promise<SettleResult> {
  const again = async (error: unknown): Promise<SettleResult> => {
    if (!(error instanceof LedgerError && WORTH_A_SECOND_TRY.has(error.code))) throw error;
    return await ledger.settle(settlement);
  };
  return await ledger
    .settle(settlement)
    .catch(again)
    .catch((cause: unknown) => {
      throw new GatewayError('unavailable', {
        detail: 'The charge could not be recorded, so the whole answer is not sent.',
        cause,
      });
    });
}

/** The judges, with a warning for each other model that answered in the place of one, and each that gave no verdict. */
function withWarnings({ judges, judged }: PromptRuns): WeighedJudges {
  const told = judged.flatMap(({ calls }) => calls.map(servedWarning));
  const served = told.filter((warning) => warning !== undefined);
  // A judge has a call for each pair and order.
  const distinct = new Map(served.map((warning) => [warning.pointer + warning.message, warning]));
  return { ...judges, warnings: [...judges.warnings, ...distinct.values(), ...incompleteJudging(judged)] };
}

function callRecords({ runs, judged }: PromptRuns): readonly BilledCall[] {
  return [
    ...runs.flatMap(({ run }, index) => toCallRecords(run, { role: 'contestant', index })),
    ...judged.flatMap(judgeRecords),
  ];
}

/** The metering rows of one judged pair. */
export function judgeRecords({ evaluation, calls }: PromptRuns['judged'][number]): readonly BilledCall[] {
  return calls.flatMap((call) => toCallRecords(call, { role: 'judge', index: evaluation.judge.index }));
}

/** What the ledger keeps of a request beside its money. */
function textsOf(
  { requestId, accountId }: Reservation,
  job: PromptJob,
  { chargeMicroCredits, body, response }: Answer,
): Texts {
  const { prompt } = job;
  const attachments = prompt.attachments.map(({ name, mediaType, sizeBytes }) => ({
    name,
    type: mediaType,
    sizeBytes,
  }));
  const sent = prompt.given === undefined ? prompt.request : comparisonOf(prompt.request, prompt.given);
  const request = attachments.length === 0 ? sent : { ...sent, attachments };
  const judging = judgedWith(response.evaluations, job);
  return {
    requestId,
    accountId,
    request: spliceTexts(JSON.stringify(request), prompt.texts),
    response: body,
    chargeMicroCredits,
    ...(judging !== undefined && { judgedWith: judging }),
  };
}

/** A comparison as it was sent, each answer with its name. */
function comparisonOf(
  request: PromptRequest,
  answers: readonly GivenAnswer[],
): Omit<PromptRequest, 'models'> & { readonly answers: readonly GivenAnswer[] } {
  const { models: _, ...asked } = request;
  return { ...asked, answers };
}

/**
 * Charges the caller's part of what the calls cost, up to the request's own bound; the house bears the rest. That another,
 * dearer model answered is charged as far as the hold covers it, and never counts against the account.
 */
export function settlementOf(
  { reservation: { requestId, holdMicroCredits }, maxChargeMicroCredits, isOwnBound }: HeldRequest,
  calls: readonly BilledCall[],
): Settlement {
  const cost = calls.reduce((sum, { chargeMicroCredits }) => sum + chargeMicroCredits, 0);
  const spent = calls.reduce((sum, { absorbedMicroCredits = 0 }) => sum - absorbedMicroCredits, cost);
  const asAsked = calls.reduce((sum, { surplusMicroCredits = 0 }) => sum - surplusMicroCredits, spent);
  const charge = Math.min(spent, Math.max(asAsked, holdMicroCredits), maxChargeMicroCredits);
  // Whatever made it dear, such as a long answer: the account has not paid for it.
  const overrun = Math.max(0, asAsked - charge);
  return {
    requestId,
    chargeMicroCredits: charge,
    absorbedMicroCredits: cost - charge,
    ...(overrun > 0 && { overrunMicroCredits: overrun, ...(isOwnBound && { unpaidMicroCredits: overrun }) }),
    calls,
  };
}

/** Counts what a durable settlement charged, and what the house bears of it. */
export function countCharge(
  { account, services: { metrics, onOverrunning } }: Pick<PromptJob, 'account' | 'services'>,
  settlement: Settlement,
  { chargeMicroCredits, beganOverrunning, isRefused = false }: SettleResult,
): void {
  const unpaid = settlement.chargeMicroCredits - chargeMicroCredits;
  metrics.creditsCharged.inc(creditsFromMicroCredits(chargeMicroCredits));
  metrics.creditsAbsorbed.inc(creditsFromMicroCredits(settlement.absorbedMicroCredits + unpaid));
  if (beganOverrunning) onOverrunning(account, 'holds-worst');
  if (isRefused) onOverrunning(account, 'is-refused');
}
