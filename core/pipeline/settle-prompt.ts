import { creditsFromMicroCredits } from '../billing/amounts.ts';
import { GatewayError } from '../errors.ts';
import type { PromptRequest } from '../generated/prompt-request.ts';
import type { PromptResponse } from '../generated/prompt-response.ts';
import { LedgerError, type LedgerErrorCode } from '../ledger/ledger-error.ts';
import type { CallRecord, Ledger, Reservation, Settlement, Texts } from '../ledger/ledger.ts';
import { type JsonPieces, spliceTexts } from '../text/long-text.ts';
import { plainJson } from '../text/plain-json.ts';
import { toCallRecords, toResult } from './call/to-result.ts';
import type { Delivery } from './delivery.ts';
import { judgedWith } from './judge/judged-with.ts';
import { compareAnswers } from './judge/rank.ts';
import type { GivenAnswer, PromptServices } from './plan/request-context.ts';
import type { HeldRequest, PromptJob, PromptRuns } from './prompt-job.ts';

/**
 * Charges what was spent, and stores the texts apart from it.
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
  const comparison = evaluations.length === 0 ? { ranking: [], consensus: [] } : compareAnswers(ran);
  const judgingCredits = creditsFromMicroCredits(
    ran.judged
      .flatMap(({ calls }) => calls)
      .reduce((sum, { chargeMicroCredits }) => sum + chargeMicroCredits, 0),
  );
  const response: PromptResponse = {
    promptLogId: reservation.requestId,
    results: ran.runs.map(toResult),
    evaluations,
    ...comparison,
    creditsUsed: creditsFromMicroCredits(settlement.chargeMicroCredits),
    judgingCredits,
  };
  const answer = { response, body: spliceTexts(plainJson(response), job.prompt.texts) };
  // Where this gateway was taken for dead, another has charged what it knew: texts that say this charge are not kept then.
  const { chargeMicroCredits } = settlement;
  const texts = (): Texts => ({ ...textsOf(reservation, job, answer), chargeMicroCredits });
  // Under zero data retention nothing is kept, and a request that was neither answered nor charged fills no disk.
  const isAnswered =
    settlement.calls.some(({ status }) => status === 'completed') ||
    ran.runs.some(({ isCached }) => isCached);
  const isKept = !reservation.zeroDataRetention && (isAnswered || settlement.chargeMicroCredits > 0);
  // Whoever asks later finds it as soon as the charge is durable, at every gateway.
  const isAskedForLater = reservation.idempotency !== null || job.isAsync;
  if (isAskedForLater) await keepReply(isKept ? texts() : undefined, { reservation, answer }, job.services);
  await settleTwice(settlement, ledger);
  countCharge(settlement, job);
  // Whoever asks for the record waits for its texts; the answer does not.
  if (isKept && !isAskedForLater) ledger.keepTexts(texts(), false).catch(ignore);
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

/** How long an answer under an idempotency key waits for its texts to be stored, milliseconds. */
const TEXTS_WAIT_MS = 2_000;

/**
 * Stores the reply before the charge is durable, since from then on a repetition may ask for it: one that was charged
 * finds it after a crash too. A reply that the ledger does not keep, or not in time, stays in memory for a while.
 */
async function keepReply(
  texts: Texts | undefined,
  { reservation, answer }: { readonly reservation: Reservation; readonly answer: SettledAnswer },
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

async function settleTwice(settlement: Settlement, ledger: Ledger): Promise<void> {
  const again = async (error: unknown): Promise<void> => {
    if (!(error instanceof LedgerError && WORTH_A_SECOND_TRY.has(error.code))) throw error;
    await ledger.settle(settlement);
  };
  await ledger
    .settle(settlement)
    .catch(again)
    .catch((cause: unknown) => {
      throw new GatewayError('unavailable', {
        detail: 'The charge could not be recorded, so the whole answer is not sent.',
        cause,
      });
    });
}

function callRecords({ runs, judged }: PromptRuns): readonly CallRecord[] {
  return [
    ...runs.flatMap((run, index) => toCallRecords(run, { role: 'contestant', index })),
    ...judged.flatMap(judgeRecords),
  ];
}

/** The metering rows of one judged pair. */
export function judgeRecords({ evaluation, calls }: PromptRuns['judged'][number]): readonly CallRecord[] {
  return calls.flatMap((call) => toCallRecords(call, { role: 'judge', index: evaluation.judge.index }));
}

/** What the ledger keeps of a request beside its money. */
function textsOf(
  { requestId, accountId }: Reservation,
  job: PromptJob,
  { body, response }: SettledAnswer,
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

/** Charges the caller's part of what the calls cost, up to the most that the request may be charged. */
export function settlementOf(
  { reservation: { requestId }, maxChargeMicroCredits }: HeldRequest,
  calls: readonly CallRecord[],
): Settlement {
  const cost = calls.reduce((sum, { costMicroCredits }) => sum + costMicroCredits, 0);
  const spent = calls.reduce((sum, { absorbedMicroCredits = 0 }) => sum - absorbedMicroCredits, cost);
  const chargeMicroCredits = Math.min(spent, maxChargeMicroCredits);
  return { requestId, chargeMicroCredits, absorbedMicroCredits: cost - chargeMicroCredits, calls };
}

/** Counts what a durable settlement charged, and what the operator bears of it. */
export function countCharge(
  { chargeMicroCredits, absorbedMicroCredits }: Settlement,
  { services: { metrics } }: Pick<PromptJob, 'services'>,
): void {
  metrics.creditsCharged.inc(creditsFromMicroCredits(chargeMicroCredits));
  metrics.creditsAbsorbed.inc(creditsFromMicroCredits(absorbedMicroCredits));
}
