import { creditsFromMicroCredits } from '../billing/amounts.ts';
import { LedgerError, type LedgerErrorCode } from '../ledger/ledger-error.ts';
import type { CallRecord, Ledger, Reservation, Settlement, Texts } from '../ledger/ledger.ts';
import { GatewayError } from '../errors.ts';
import type { PromptResponse } from '../generated/prompt-response.ts';
import { spliceTexts, type JsonPieces } from '../text/splice-texts.ts';
import { keepsNothing } from './call/ask-model.ts';
import { countCharge } from './count-charge.ts';
import type { Delivery } from './delivery.ts';
import type { PromptJob, PromptOutcome, PromptServices } from './prompt-job.ts';
import { settlementOf } from './settlement.ts';
import { toCallRecord, toResult } from './call/to-result.ts';

export interface Finished {
  readonly reservation: Reservation;
  readonly outcome: PromptOutcome;
  readonly job: PromptJob;
  /** Undefined where nothing of the answer leaves before all of it. */
  readonly delivery: Delivery | undefined;
}

/**
 * Charges what was spent, at most the hold, and stores the texts apart from it.
 * @returns the answer, a `PromptResponse` as JSON: the very text that is stored.
 * @throws GatewayError 503 where the charge is not known to be durable: no whole answer is sent.
 */
export async function settlePrompt(
  { reservation, outcome, job, delivery }: Finished,
  services: Pick<PromptServices, 'ledger' | 'metrics' | 'recentReplies'>,
): Promise<JsonPieces> {
  const { ledger, metrics } = services;
  await delivery?.end();
  const settlement = settlementOf(reservation, delivery?.calls ?? callRecords(outcome));
  const response: PromptResponse = {
    promptLogId: reservation.requestId,
    results: outcome.runs.map(toResult),
    evaluations: outcome.judged.map(({ evaluation }) => evaluation),
    creditsUsed: creditsFromMicroCredits(settlement.chargeMicroCredits),
  };
  const body = spliceTexts(JSON.stringify(response), job.prompt.texts);
  const texts = textsOf(settlement, job, body);
  if (reservation.idempotency !== null) await keepReply(texts, { reservation, body }, services);
  await settleTwice(settlement, ledger);
  countCharge(metrics, settlement);
  // Whoever asks for the record waits for its texts; the answer does not.
  if (texts !== undefined && reservation.idempotency === null) ledger.keepTexts(texts).catch(() => {});
  delivery?.sendRest();
  return body;
}

/** How long an answer under an idempotency key waits for its texts to be stored, milliseconds. */
const TEXTS_WAIT_MS = 2_000;

/**
 * Stores the reply before the charge is durable, since from then on a repetition may ask for it: one that was charged
 * finds it after a crash too. A reply that the ledger does not keep, or not in time, stays in memory for a while.
 */
async function keepReply(
  texts: Texts | undefined,
  { reservation, body }: { readonly reservation: Reservation; readonly body: JsonPieces },
  { ledger, recentReplies }: Pick<PromptServices, 'ledger' | 'recentReplies'>,
): Promise<void> {
  const isKept = texts !== undefined && (await isKeptInTime(ledger.keepTexts(texts)));
  if (!isKept) recentReplies.keep(reservation.accountId, reservation.requestId, body);
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

function callRecords({ runs, judged }: PromptOutcome): readonly CallRecord[] {
  return [
    ...runs.map(({ run }, index) => toCallRecord(run, { role: 'contestant', index })),
    ...judged.flatMap(judgeRecords),
  ];
}

/** The metering rows of one judged pair. */
export function judgeRecords({ evaluation, calls }: PromptOutcome['judged'][number]): readonly CallRecord[] {
  return calls.map((call) => toCallRecord(call, { role: 'judge', index: evaluation.judge.index }));
}

/** Undefined under zero data retention, and where no model answered and nothing is charged: a free request fills no disk. */
function textsOf(
  { requestId, calls, chargeMicroCredits }: Settlement,
  { prompt, account }: PromptJob,
  response: Texts['response'],
): Texts | undefined {
  const isAnswered = chargeMicroCredits > 0 || calls.some(({ status }) => status === 'completed');
  if (!isAnswered || keepsNothing(prompt, account)) return undefined;
  const attachments = prompt.attachments.map(({ name, mediaType, sizeBytes }) => ({
    name,
    type: mediaType,
    sizeBytes,
  }));
  const request = attachments.length === 0 ? prompt.request : { ...prompt.request, attachments };
  return {
    requestId,
    accountId: account.id,
    request: spliceTexts(JSON.stringify(request), prompt.texts),
    response,
  };
}
