import { performance } from 'node:perf_hooks';
import type { Reservation } from '../ledger/ledger.ts';
import { keepsNothing } from './call/ask-model.ts';
import { ClientGone } from './client-gone.ts';
import { startDeadline, type Deadline } from '../upstream/deadline.ts';
import { Delivery } from './delivery.ts';
import type { EarlierReply } from './earlier-reply.ts';
import { endHold } from './end-hold.ts';
import { runChecked } from './call/run-checked.ts';
import { judgeOutputs } from './judge/judge-outputs.ts';
import { parseInPool } from './call/parse-in-pool.ts';
import { planPrompt, type PromptPlan } from './plan-prompt.ts';
import type { PromptJob, PromptOutcome, PromptServices } from './prompt-job.ts';
import { recordPrompt, recordRun } from './record-run.ts';
import { reservePrompt } from './reserve-prompt.ts';
import type { RunContext } from './call/run-model.ts';
import { judgeRecords, settlePrompt } from './settle-prompt.ts';
import { toCallRecord } from './call/to-result.ts';
import type { JsonPieces } from '../text/splice-texts.ts';
import { inSpan } from '../tracing/span.ts';

/** What is sent for a request. */
export type PromptAnswer =
  /** A `PromptResponse` as JSON. */
  | { readonly replayed: false; readonly body: JsonPieces }
  /** The request was answered before, under its idempotency key; nothing was run or charged now. */
  | { readonly replayed: true; readonly reply: EarlierReply };

/** The product: one prompt to many models, paid for exactly once. @throws GatewayError, or ClientGone, before anything is spent. */
export async function runPrompt(job: PromptJob, services: PromptServices): Promise<PromptAnswer> {
  const startedAt = performance.now();
  const plan = await planPrompt(job.prompt, job.account, services);
  const reservation: Reservation = {
    requestId: services.newId(),
    accountId: job.account.id,
    holdMicroCredits: plan.hold.microCredits,
    zeroDataRetention: keepsNothing(job.prompt, job.account),
    idempotency: job.idempotency,
  };
  const { span } = job;
  if (job.abandoned.isOver) throw new ClientGone();
  const earlier = await inSpan(span, 'ledger reserve', () => reservePrompt(reservation, services));
  if (earlier !== undefined) return { replayed: true, reply: earlier };
  return { replayed: false, body: await runReserved({ plan, reservation, job, startedAt }, services) };
}

interface Reserved {
  readonly plan: PromptPlan;
  readonly reservation: Reservation;
  readonly job: PromptJob;
  readonly startedAt: number;
}

/** From the hold to the charge. Whatever fails in here, the hold is ended. */
async function runReserved(
  { plan, reservation, job, startedAt }: Reserved,
  services: PromptServices,
): Promise<JsonPieces> {
  const { metrics } = services;
  const { span, watcher } = job;
  const delivery = watcher === null ? undefined : new Delivery(reservation.requestId, services.ledger);
  let deadline: Deadline | undefined;
  metrics.creditsReserved.hold(plan.hold.microCredits);
  try {
    watcher?.reserved();
    deadline = startDeadline(services.requestTimeoutMs);
    // No more than every run needs: each makes its own of it.
    const context: Omit<RunContext, 'role'> = {
      upstream: services.upstream,
      metrics,
      accountId: job.account.id,
      parseReply: parseInPool(services.pool, { accountId: job.account.id, store: job.prompt.texts }),
      random: services.random,
      rates: plan.rates,
      deadline,
      abandoned: job.abandoned,
      span,
    };
    const outcome = await runAll(plan, job, { services, context, delivery });
    const finished = { reservation, outcome, job, delivery };
    const body = await inSpan(span, 'ledger settle', () => settlePrompt(finished, services));
    recordPrompt(metrics, outcome, performance.now() - startedAt);
    return body;
  } catch (cause) {
    await endHold(reservation, delivery, services);
    throw cause;
  } finally {
    deadline?.forget();
    metrics.creditsReserved.release(plan.hold.microCredits);
  }
}

interface RunScope {
  readonly services: PromptServices;
  readonly context: Omit<RunContext, 'role'>;
  readonly delivery: Delivery | undefined;
}

/** All models at once, and every pair judged from the moment both its outputs exist. */
async function runAll(
  plan: PromptPlan,
  job: PromptJob,
  { services, context, delivery }: RunScope,
): Promise<PromptOutcome> {
  const contestant = { ...context, role: 'contestant' } as const;
  const texts = { store: job.prompt.texts, pool: services.pool, accountId: job.account.id };
  const check = { schema: plan.schema, pool: services.pool, texts };
  const outputs = plan.calls.map(async (call, index) => {
    const checked = await runChecked(call, contestant, check);
    recordRun(services.metrics, checked.run, 'contestant');
    const record = toCallRecord(checked.run, { role: 'contestant', index });
    delivery?.add([record], () => job.watcher?.result(checked, index));
    return checked;
  });
  const judging = judgeOutputs(
    {
      seats: plan.seats,
      outputs,
      weights: plan.weights,
      texts,
      timeoutMs: services.judgeTimeoutMs,
      onJudged(pair) {
        for (const call of pair.calls) recordRun(services.metrics, call, 'judge');
        delivery?.add(judgeRecords(pair), () => job.watcher?.evaluation(pair.evaluation));
      },
    },
    { ...context, role: 'judge' },
  );
  const [runs, judged] = await Promise.all([Promise.all(outputs), judging]);
  return { runs, judged };
}
