import { performance } from 'node:perf_hooks';
import { creditsFromMicroCredits } from '../billing/amounts.ts';
import { LONG_ANSWER_CHARACTERS } from '../text/long-text.ts';
import { inSpan } from '../tracing/span.ts';
import { startDeadline, type TimedDeadline } from '../upstream/stop-signal.ts';
import { keepAnswers } from './cache/keep-answers.ts';
import { callForSchema } from './call/call-for-schema.ts';
import { callModel } from './call/call-model.ts';
import type { CallResult } from './call/call-result.ts';
import type { RunContext } from './call/run-context.ts';
import { toCallRecords, toResult } from './call/to-result.ts';
import { ClientGone } from './client-gone.ts';
import { Delivery } from './delivery.ts';
import type { EarlierReply } from './earlier-reply.ts';
import { endHold } from './end-hold.ts';
import type { PromptStarted } from './follow/answer-events.ts';
import { judgeOutputs } from './judge/judge-outputs.ts';
import type { JudgedPair } from './judge/judge-pair.ts';
import { type JudgedOutput, outputOfGiven, outputOfRun } from './judge/judged-output.ts';
import { maxChargeOf } from './max-charge.ts';
import type { PlannedCall } from './plan/plan-call.ts';
import { externalized } from './plan/request-texts.ts';
import { keepsNothing, planPrompt, type PromptPlan } from './plan-prompt.ts';
import type { HeldRequest, PromptJob } from './prompt-job.ts';
import { estimateCredits } from './quote-prompt.ts';
import { logUnconfigured } from './log-unconfigured.ts';
import { recordLookups, recordPrompt, recordRun, recordSucceeded } from './record-run.ts';
import { reservePrompt } from './reserve-prompt.ts';
import { waysToHoldLess } from './ways-to-hold-less.ts';
import { judgeRecords, settlePrompt, type SettledAnswer } from './settle-prompt.ts';

/** What is sent for a request. */
export type PromptAnswer =
  | ({ readonly replayed: false } & SettledAnswer)
  /** The request was answered before, under its idempotency key; nothing was run or charged now. */
  | { readonly replayed: true; readonly reply: EarlierReply };

/**
 * The product: one prompt to many models, paid for exactly once. Whatever fails once the hold stands, the hold is ended.
 * @param onStarted called once the hold is durable, before any model is asked, with whether the request keeps nothing.
 * @throws GatewayError, or ClientGone before anything is spent.
 */
export async function runPrompt(job: PromptJob, onStarted: OnStarted): Promise<PromptAnswer> {
  const answer = await planAndRun(job, onStarted);
  if (answer !== 'retention-ended') return answer;
  // Since the key was looked up: the body may have come slowly.
  const account = { ...job.account, zeroDataRetention: true };
  const anew = await planAndRun({ ...job, account }, onStarted);
  if (anew === 'retention-ended')
    throw new Error('A request that keeps nothing was refused for its retention.');
  return anew;
}

async function planAndRun(job: PromptJob, onStarted: OnStarted): Promise<PromptAnswer | 'retention-ended'> {
  const startedAt = performance.now();
  const plan = await planPrompt(job);
  try {
    return await runPlan(plan, job, { startedAt, onStarted });
  } finally {
    plan.cached.release();
  }
}

type OnStarted = (started: PromptStarted, keepsNothing: boolean) => void;

interface RunTerms {
  /** As `performance.now()` told it. */
  readonly startedAt: number;
  readonly onStarted: OnStarted;
}

async function runPlan(
  plan: PromptPlan,
  job: PromptJob,
  { startedAt, onStarted }: RunTerms,
): Promise<PromptAnswer | 'retention-ended'> {
  const { services, span, log } = job;
  const held = heldRequest(plan, job);
  if (job.clientSignal.isStopped) throw new ClientGone();
  const earlier = await inSpan(span, 'ledger reserve', () =>
    reservePrompt(
      held.reservation,
      () => ({ ...estimateCredits(plan, job), cure: waysToHoldLess(plan, job.prompt) }),
      services,
    ),
  );
  if (earlier === 'retention-ended') return earlier;
  if (earlier !== undefined) return { replayed: true, reply: earlier };
  const { reservation } = held;
  const { holdMicroCredits } = reservation;
  const delivery = log === null ? undefined : new Delivery(reservation.requestId, services.ledger);
  let deadline: TimedDeadline | undefined;
  services.metrics.creditsReserved.add(holdMicroCredits);
  try {
    const started = {
      promptLogId: reservation.requestId,
      creditsHeld: creditsFromMicroCredits(holdMicroCredits),
    };
    // The ledger marks the request while providers prepare their first words, so that these rarely wait. It does not mark it
    // with the hold: a request that died before its first word could then not be voided, and would use up its key.
    log?.start(started, () => delivery?.add([], () => log.open()));
    if (delivery !== undefined) log?.whenRead(() => delivery.begin());
    onStarted(started, reservation.zeroDataRetention);
    const seconds = ownTimeoutSecondsOf(job);
    deadline = startDeadline(seconds === undefined ? services.requestTimeoutMs : seconds * 1_000);
    const { requestId: promptLogId, zeroDataRetention } = reservation;
    const run = {
      ...job,
      deadline,
      ...(seconds !== undefined && { ownTimeout: { seconds, signal: deadline.signal } }),
      role: 'contestant',
      promptLogId,
      keepsNothing: zeroDataRetention,
    } as const;
    logUnconfigured(plan, run);
    recordLookups(services.metrics, plan.cached);
    const running = runModels(plan, delivery, run);
    const comparing = plan.preparedJudges.length === 0 ? [] : comparedOutputs(plan, running);
    const judging = judgeModels(plan, comparing, delivery, run);
    const [runs, judged] = await Promise.all([Promise.all(running), judging]);
    const ran = { runs, judged, outputs: await Promise.all(comparing), judges: plan.judges };
    const settled = await inSpan(span, 'ledger settle', () => settlePrompt(ran, held, delivery, job));
    keepAnswers(plan.cached, { requestId: promptLogId, runs }, job);
    recordPrompt(services.metrics, ran, performance.now() - startedAt);
    return { replayed: false, response: settled.response, body: settled.body };
  } catch (cause) {
    await endHold(held, delivery, job);
    throw cause;
  } finally {
    deadline?.forget();
    services.metrics.creditsReserved.add(-holdMicroCredits);
  }
}

/** What the ledger is asked for. @throws GatewayError 400 where the request's own bound is too low. */
function heldRequest(plan: PromptPlan, job: PromptJob): HeldRequest {
  return {
    reservation: {
      requestId: job.services.newId(),
      accountId: job.account.id,
      keyId: job.account.keyId,
      holdMicroCredits: plan.hold.microCredits,
      models: job.prompt.request.models,
      judges: job.prompt.request.judges ?? [],
      zeroDataRetention: keepsNothing(job),
      followsAccount: job.prompt.request.zero_data_retention === undefined,
      idempotency: job.idempotency,
      isAsync: job.isAsync,
    },
    maxChargeMicroCredits: maxChargeOf(plan, job),
  };
}

/** The request's own limit, where it is below the gateway's. */
function ownTimeoutSecondsOf({ prompt, services: { requestTimeoutMs } }: PromptJob): number | undefined {
  const { timeout_seconds: seconds } = prompt.request;
  return seconds !== undefined && seconds * 1_000 < requestTimeoutMs ? seconds : undefined;
}

type RunningJob = PromptJob & RunContext;

/** All models at once, but those whose answers are in the cache; of each is told once its cost is durable. */
function runModels(
  { calls, cached }: Pick<PromptPlan, 'calls' | 'cached'>,
  delivery: Delivery | undefined,
  job: RunningJob,
): readonly Promise<CallResult>[] {
  return calls.map(async (call, index) => {
    const known = cached.runs.get(index);
    const ran = known ?? (await runContestant(call, withListener(job, index)));
    if (known === undefined) recordRun(job.services.metrics, ran, 'contestant');
    else recordSucceeded(job.services.metrics, call, 'contestant');
    if (delivery !== undefined) {
      const records = toCallRecords(ran, { role: 'contestant', index });
      const result = toResult(ran);
      for (const _ of job.log?.compare(index, result) ?? []) await job.serving.upstream.pace(job.account.id);
      delivery.add(records, () => job.log?.result(index, result));
    }
    return ran;
  });
}

async function runContestant(call: PlannedCall, job: RunningJob): Promise<CallResult> {
  const result = call.fitted === undefined ? await callModel(call, job) : await callForSchema(call, job);
  const { outcome } = result;
  if ('fault' in outcome || outcome.text.length <= LONG_ANSWER_CHARACTERS) return result;
  return { ...result, outcome: { ...outcome, text: await externalized(outcome.text, job) } };
}

/** Whoever follows the request is told what the model of this place writes. */
function withListener(job: RunningJob, index: number): RunningJob {
  const listener = job.log?.listen(index);
  return listener === undefined ? job : { ...job, listener };
}

/** What judges compare, each from when it exists. */
function comparedOutputs(
  { given }: Pick<PromptPlan, 'given'>,
  running: readonly Promise<CallResult>[],
): readonly Promise<JudgedOutput>[] {
  if (given !== undefined) return given.map(async (answer) => outputOfGiven(answer));
  return running.map(async (result) => outputOfRun(await result));
}

/** Each pair judged from the moment both its outputs exist; of each is told once its cost is durable. */
async function judgeModels(
  { preparedJudges, pairs }: Pick<PromptPlan, 'preparedJudges' | 'pairs'>,
  outputs: readonly Promise<JudgedOutput>[],
  delivery: Delivery | undefined,
  job: RunningJob,
): Promise<readonly JudgedPair[]> {
  if (preparedJudges.length === 0) return [];
  const onJudged = (pair: JudgedPair): void => {
    for (const call of pair.calls) recordRun(job.services.metrics, call, 'judge');
    delivery?.add(judgeRecords(pair), () => job.log?.evaluation(pair.evaluation));
  };
  return await judgeOutputs({ judges: preparedJudges, outputs, pairs, onJudged }, job);
}
