import { performance } from 'node:perf_hooks';
import { creditsFromMicroCredits } from '../billing/amounts.ts';
import type { JsonPieces } from '../text/long-text.ts';
import { inSpan } from '../tracing/span.ts';
import { startDeadline, type TimedDeadline } from '../upstream/stop-signal.ts';
import { runChecked, type CheckedRun } from './call/run-checked.ts';
import type { RunContext } from './call/run-context.ts';
import { toCallRecord, toResult } from './call/to-result.ts';
import { ClientGone } from './client-gone.ts';
import { Delivery } from './delivery.ts';
import type { EarlierReply } from './earlier-reply.ts';
import { endHold } from './end-hold.ts';
import { judgeOutputs } from './judge/judge-outputs.ts';
import type { JudgedPair } from './judge/judge-pair.ts';
import type { JudgeSeat } from './judge/judge-seat.ts';
import type { PlannedCall } from './plan/plan-call.ts';
import { atMostFor, estimateCredits } from './estimate-credits.ts';
import { maxChargeOf } from './max-charge.ts';
import type { Reservation } from '../ledger/ledger.ts';
import { keepsNothing, planPrompt, type PromptPlan } from './plan-prompt.ts';
import type { HeldRequest, PromptJob } from './prompt-job.ts';
import { recordPrompt, recordRun } from './record-run.ts';
import { reservePrompt } from './reserve-prompt.ts';
import { judgeRecords, settlePrompt } from './settle-prompt.ts';

/** What is sent for a request. */
export type PromptAnswer =
  /** A `PromptResponse` as JSON. */
  | { readonly replayed: false; readonly body: JsonPieces }
  /** The request was answered before, under its idempotency key; nothing was run or charged now. */
  | { readonly replayed: true; readonly reply: EarlierReply };

/**
 * The product: one prompt to many models, paid for exactly once. Whatever fails once the hold stands, the hold is ended.
 * @throws GatewayError, or ClientGone before anything is spent.
 */
export async function runPrompt(job: PromptJob): Promise<PromptAnswer> {
  const startedAt = performance.now();
  const { services, span, log } = job;
  const plan = await planPrompt(job);
  const wanted = wantedHold(plan, job);
  if (job.clientSignal.isStopped) throw new ClientGone();
  const reserved = await inSpan(span, 'ledger reserve', () =>
    reservePrompt(wanted.reservation, () => estimateCredits(plan, job), services),
  );
  if ('earlier' in reserved) return { replayed: true, reply: reserved.earlier };
  const { heldMicroCredits } = reserved;
  const reservation: Reservation = { ...wanted.reservation, holdMicroCredits: heldMicroCredits };
  const held: HeldRequest = { ...wanted, reservation };
  const delivery = log === null ? undefined : new Delivery(reservation.requestId, services.ledger);
  let deadline: TimedDeadline | undefined;
  services.metrics.creditsReserved.hold(heldMicroCredits);
  try {
    const started = {
      promptLogId: reservation.requestId,
      creditsHeld: creditsFromMicroCredits(heldMicroCredits),
    };
    // Marked while the provider prepares its first words, so that they hardly wait for the ledger. Marked with the hold, a
    // request that dies before any word could no longer be voided, and its idempotency key would be used up for nothing.
    log?.start(started, () => delivery?.add([], () => log.open()));
    if (delivery !== undefined) log?.whenRead(() => delivery.begin());
    job.onStarted(started);
    deadline = startDeadline(services.requestTimeoutMs);
    const { requestId: promptLogId, zeroDataRetention } = reservation;
    const run = {
      ...job,
      deadline,
      role: 'contestant',
      promptLogId,
      keepsNothing: zeroDataRetention,
    } as const;
    const outputs = runModels(plan.calls, delivery, run);
    const judging = judgeModels(plan.seats, outputs, delivery, run);
    const [runs, judged] = await Promise.all([Promise.all(outputs), judging]);
    const ran = { runs, judged };
    const body = await inSpan(span, 'ledger settle', () => settlePrompt(ran, held, delivery, job));
    recordPrompt(services.metrics, ran, performance.now() - startedAt);
    return { replayed: false, body };
  } catch (cause) {
    await endHold(held, delivery, job);
    throw cause;
  } finally {
    deadline?.forget();
    services.metrics.creditsReserved.release(heldMicroCredits);
  }
}

/** What the ledger is asked for. @throws GatewayError 400 where the request's own bound is too low. */
function wantedHold(plan: PromptPlan, job: PromptJob): HeldRequest {
  const { hold } = plan;
  const atMostMicroCredits = atMostFor(plan, job);
  const maxChargeMicroCredits = maxChargeOf(plan, atMostMicroCredits, job);
  return {
    reservation: {
      requestId: job.services.newId(),
      accountId: job.account.id,
      keyId: job.account.keyId,
      holdMicroCredits: hold.microCredits,
      exposureMicroCredits: atMostMicroCredits - hold.microCredits,
      // Held whole, it would be above the request's own bound.
      mayHoldExposure: maxChargeMicroCredits === atMostMicroCredits,
      models: job.prompt.request.models,
      judges: job.prompt.request.judges ?? [],
      zeroDataRetention: keepsNothing(job),
      idempotency: job.idempotency,
    },
    maxChargeMicroCredits,
  };
}

type RunningJob = PromptJob & RunContext;

/** All models at once; of each is told once its cost is durable. */
function runModels(
  calls: readonly PlannedCall[],
  delivery: Delivery | undefined,
  job: RunningJob,
): readonly Promise<CheckedRun>[] {
  return calls.map(async (call, index) => {
    const listener = job.log?.listen(index);
    const checked = await runChecked(call, listener === undefined ? job : { ...job, listener });
    recordRun(job.services.metrics, checked.run, 'contestant');
    if (delivery !== undefined) {
      const record = toCallRecord(checked.run, { role: 'contestant', index });
      const result = toResult(checked);
      for (const _ of job.log?.compare(index, result) ?? []) await job.serving.upstream.pace(job.account.id);
      delivery.add([record], () => job.log?.result(index, result));
    }
    return checked;
  });
}

/** Every pair judged from the moment both its outputs exist; of each is told once its cost is durable. */
async function judgeModels(
  seats: readonly JudgeSeat[],
  outputs: readonly Promise<CheckedRun>[],
  delivery: Delivery | undefined,
  job: RunningJob,
): Promise<readonly JudgedPair[]> {
  if (seats.length === 0) return [];
  const onJudged = (pair: JudgedPair): void => {
    for (const call of pair.calls) recordRun(job.services.metrics, call, 'judge');
    delivery?.add(judgeRecords(pair), () => job.log?.evaluation(pair.evaluation));
  };
  return await judgeOutputs({ seats, outputs, onJudged }, job);
}
