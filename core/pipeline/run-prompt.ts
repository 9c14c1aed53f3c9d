import { performance } from 'node:perf_hooks';
import { creditsFromMicroCredits } from '../billing/amounts.ts';
import { keyVariable } from '../config.ts';
import type { Provider } from '../contract.ts';
import { accountSuspended, unavailableNow } from '../errors.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { inSpan } from '../tracing/span.ts';
import { startDeadline, type TimedDeadline } from '../upstream/stop-signal.ts';
import { countLookups, keepAnswers } from './cache/find-cached.ts';
import { callForSchema } from './call/call-for-schema.ts';
import { callModel } from './call/call-model.ts';
import type { CallResult } from './call/call-result.ts';
import { logFieldsOf } from './call/log-attempt.ts';
import { countRun, countSuccessor, toCallRecords, toResult } from './call/to-result.ts';
import { AnswerDelivery } from './answer-delivery.ts';
import { openReply, type EarlierReply } from './earlier-reply.ts';
import { endFailedRequest } from './end-failed-request.ts';
import { planFused, type PreparedWriter } from './fuse/prepare-writer.ts';
import type { PromptStarted } from './follow/answer-events.ts';
import type { AnswerLog } from './follow/answer-log.ts';
import { type AnswerToJudge, answerOfCaller, answerOfRun } from './judge/answer-to-judge.ts';
import { judgeAnswers } from './judge/judge-answers.ts';
import { aboveMaxCredits, fitsMaxCredits } from './max-charge.ts';
import type { PlannedCall } from './plan/plan-call.ts';
import { planPrompt, type PromptPlan } from './plan-prompt.ts';
import { refusedHold } from './refused-hold.ts';
import { ClientGone, type RequestContext, contextWith } from './request-context.ts';
import { countPrompt, type PromptRuns, settle, type SettledAnswer } from './settle.ts';

/** The answer that a route sends. */
export type PromptAnswer =
  | ({ readonly replayed: false } & SettledAnswer)
  /** The request was answered before, under its idempotency key; nothing was run or charged now. */
  | { readonly replayed: true; readonly reply: EarlierReply };

/** Called once the hold is durable and before any call is sent. */
export type OnStarted = (started: PromptStarted) => void;

/**
 * Sends one prompt to many models and charges it exactly once. It plans the request (`planPrompt`), holds its
 * credits (`takeHold`), runs the models (`callModel`), has their answers judged (`judgeAnswers`) and charges
 * (`settle`). A failure after the hold ends it (`endFailedRequest`). Others can find the request from its hold until
 * `RunningRequests.remove` is called.
 * @throws GatewayError, or ClientGone before anything is spent.
 */
export async function runPrompt(context: RequestContext, onStarted: OnStarted): Promise<PromptAnswer> {
  let plan = await planPrompt(context);
  try {
    let earlier = await takeHold(plan, context);
    if (earlier === 'retention_ended') {
      // The account came under zero data retention after its key was looked up, since the body may come slowly.
      context.account = { ...context.account, zeroDataRetention: true };
      context.zeroDataRetention = true;
      plan.cached?.release();
      plan = await planPrompt(context);
      earlier = await takeHold(plan, context);
      if (earlier === 'retention_ended')
        throw new Error('A request that keeps nothing was refused for its retention.');
    }
    if (earlier !== undefined) return { replayed: true, reply: earlier };
    return { replayed: false, ...(await runWithHold(plan, context, onStarted)) };
  } finally {
    plan.cached?.release();
  }
}

/**
 * Writes the hold to the ledger, where it outlives this process. A request that was answered before holds nothing.
 * @returns the earlier answer; undefined if the hold is taken and the request has to run; `retention_ended` if its
 * account has come under zero data retention since its key was read, so that nothing is held and the request has to be
 * planned again.
 * @throws GatewayError 400 if the request's own bound is too low, 402 with the hold and what the account owes, or with
 * the budget that the hold does not fit in, 403, 409, 422, or 503 without a ledger. ClientGone if nobody waits for it.
 */
async function takeHold(
  plan: PromptPlan,
  context: RequestContext,
): Promise<EarlierReply | 'retention_ended' | undefined> {
  const { services, account, prompt, idempotency, isAsync, zeroDataRetention, cancelSignal, span } = context;
  const { request } = prompt;
  if (cancelSignal.isStopped) throw new ClientGone();
  if (request.max_credits !== undefined && !fitsMaxCredits(plan, request.max_credits))
    throw aboveMaxCredits(plan, request.max_credits, context);
  const promptLogId = services.newId();
  const holdMicroCredits = plan.hold.microCredits;
  const maxChargeMicroCredits = plan.unbounded.length > 0 ? null : plan.atMostMicroCredits;
  const hold = {
    requestId: promptLogId,
    accountId: account.id,
    keyId: account.keyId,
    holdMicroCredits,
    maxChargeMicroCredits,
    models: request.models,
    judges: request.judges ?? [],
    zeroDataRetention,
    followsAccount: request.zero_data_retention === undefined,
    idempotency,
    isAsync,
  };
  const taking = span.isRecording
    ? inSpan(span, 'ledger reserve', () => services.ledger.hold(hold))
    : services.ledger.hold(hold);
  const result = await taking.catch(holdFailed);
  if (result.outcome === 'held') {
    context.promptLogId = promptLogId;
    context.holdMicroCredits = holdMicroCredits;
    context.maxChargeMicroCredits = maxChargeMicroCredits ?? Infinity;
    return undefined;
  }
  if (result.outcome === 'retention_ended') return result.outcome;
  if (result.outcome === 'over_budget' || result.outcome === 'insufficient')
    throw refusedHold(result, plan, context);
  return await openReply(result, account.id, services);
}

function holdFailed(cause: unknown): never {
  // The account was suspended after its key was looked up, since the body may come slowly.
  if (cause instanceof LedgerError && cause.code === 'account-suspended') throw accountSuspended();
  const detail = 'The ledger cannot take a hold now: nothing was run or charged.';
  // A ledger that cannot be written is logged when that begins, not for every request.
  const isLogged = cause instanceof LedgerError && cause.code === 'unavailable';
  throw unavailableNow(detail, isLogged ? undefined : cause);
}

/** Runs and charges a request whose hold is in the ledger. Any failure in it ends the hold. */
async function runWithHold(
  plan: PromptPlan,
  context: RequestContext,
  onStarted: OnStarted,
): Promise<SettledAnswer> {
  const { services, promptLogId, account, answerLog, holdMicroCredits, span } = context;
  const { metrics } = services;
  let deadline: TimedDeadline | undefined;
  try {
    const started = { promptLogId, creditsHeld: creditsFromMicroCredits(holdMicroCredits) };
    if (answerLog !== null) openLog(answerLog, started, context);
    services.running.add(context);
    onStarted(started);
    // The request's time limit is its own `timeout_seconds`, but at most the gateway's.
    const { timeout_seconds: seconds = Infinity } = context.prompt.request;
    const timeoutMs = Math.min(seconds * 1_000, services.requestTimeoutMs);
    deadline = startDeadline(timeoutMs);
    context.deadline = deadline;
    if (timeoutMs < services.requestTimeoutMs) context.ownTimeout = { seconds, signal: deadline.signal };
    const { connections } = context.snapshot.upstream;
    const { writer } = plan;
    const participants = [...plan.calls, ...plan.preparedJudges, ...(writer === undefined ? [] : [writer])];
    const providers = participants.map(({ entry }) => entry.provider);
    const unconfigured = providers.filter(({ id }) => !connections.has(id));
    if (unconfigured.length > 0) logUnconfigured(unconfigured, context);
    if (plan.cached !== undefined) countLookups(metrics, plan.cached);
    // One commit of the ledger lets many requests go on at once, and each call takes a tenth of a millisecond to begin.
    if (plan.calls.length > UNPACED_CALLS)
      await context.snapshot.upstream.nextTurn(account.id, plan.calls.length / UNPACED_CALLS);
    const pendingRuns = plan.calls.map((call, index) => {
      const cachedRun = plan.cached?.runs.get(index);
      return cachedRun === undefined
        ? runContestant(call, index, context)
        : takeCached(cachedRun, index, context);
    });
    const comparing = plan.pairs.length === 0 ? NOT_COMPARED : fuseAndJudge(plan, pendingRuns, context);
    const [runs, compared] = await Promise.all([Promise.all(pendingRuns), comparing]);
    const results = { runs, ...compared, weighedJudges: plan.weighedJudges };
    const settled = span.isRecording
      ? await inSpan(span, 'ledger settle', () => settle(results, context))
      : await settle(results, context);
    if (plan.cached !== undefined) void keepAnswers(plan.cached, runs, context);
    countPrompt(metrics, results, performance.now() - context.openedAt);
    return settled;
  } catch (cause) {
    // Nobody gets what the other calls would answer. Their costs are in no row of the ledger, so they are cut.
    context.cancelSignal.stop();
    deadline?.signal.stop();
    await endFailedRequest(context);
    throw cause;
  } finally {
    deadline?.forget();
  }
}

/** A request with more models waits for its turn. About 32 calls begin in one turn of the event loop. */
const UNPACED_CALLS = 16;

const NOT_COMPARED: Compared = {
  fused: undefined,
  answers: [],
  judged: [],
  until: undefined,
  agreed: undefined,
};

/** Opens the log for readers, who get what is durable. */
function openLog(answerLog: AnswerLog, started: PromptStarted, context: RequestContext): void {
  const delivery = new AnswerDelivery(context.promptLogId, context.services);
  context.delivery = delivery;
  // The ledger marks the request while providers prepare their first words, so that these rarely wait. The mark
  // is not written together with the hold, because a request that died before its first word could then not be voided,
  // and its idempotency key would stay used.
  const onAnswering = (): void => delivery.add([], () => answerLog.open());
  answerLog.start(started, onAnswering, () => delivery.allowSending());
}

/**
 * Logs one line for each request to providers without a key. The line names the variables that the keys are read
 * from, which callers do not see.
 */
function logUnconfigured(unconfigured: readonly Provider[], context: RequestContext): void {
  const variables = Object.fromEntries(unconfigured.map(({ id, auth }) => [id, keyVariable(auth)]));
  context.services.log.warn(
    { ...logFieldsOf(context), fault: 'provider_unconfigured', variables },
    'providers without a key were asked: set their variables, and restart',
  );
}

/**
 * Runs one model. Followers get what it writes, and its result once the cost of that is durable.
 * @param isFused whether it writes its answer from the others.
 */
async function runContestant(
  call: PlannedCall,
  index: number,
  context: RequestContext,
  isFused = false,
): Promise<CallResult> {
  const { answerLog, services } = context;
  const ofCall =
    answerLog === null ? context : contextWith(context, { listener: answerLog.listen(index, !isFused) });
  const answer =
    call.fitted === undefined ? await callModel(call, ofCall) : await callForSchema(call, ofCall);
  const run: CallResult = isFused ? { ...answer, isFused } : answer;
  // With fewer than two answers to fuse, the model was not asked, so it did not fail.
  if (call.fault !== 'nothing_to_fuse') countRun(services.metrics, run, 'contestant');
  if (answerLog !== null) await queueResult(run, index, answerLog, context);
  return run;
}

/** Queues a result, which followers get once its cost is durable. */
async function queueResult(
  run: CallResult,
  index: number,
  answerLog: AnswerLog,
  { snapshot, account, delivery }: RequestContext,
): Promise<void> {
  const records = toCallRecords(run, { role: 'contestant', index });
  const result = toResult(run);
  for (const _ of answerLog.prepare(index, result)) await snapshot.upstream.nextTurn(account.id);
  delivery?.add(records, () => answerLog.result(index, result));
}

/** Takes an answer from the cache in place of a run. */
async function takeCached(run: CallResult, index: number, context: RequestContext): Promise<CallResult> {
  if (run.planned.inPlaceOf !== undefined) countSuccessor(context.services.metrics, run, 'contestant');
  if (context.answerLog !== null) await queueResult(run, index, context.answerLog, context);
  return run;
}

type Compared = Pick<PromptRuns, 'fused' | 'answers' | 'judged' | 'until' | 'agreed'>;

/** Has the writer add its answer and the judges compare all answers, as soon as they come. */
async function fuseAndJudge(
  plan: PromptPlan,
  pendingRuns: readonly Promise<CallResult>[],
  context: RequestContext,
): Promise<Compared> {
  const answers =
    plan.givenAnswers?.map((answer, index) => answerOfCaller(index, answer, context)) ??
    pendingRuns.map((run, index) => answerOfRun(index, run, context));
  const fusing = plan.writer === undefined ? undefined : fuse(plan.writer, [...answers], context);
  if (fusing !== undefined) answers.push(answerOfRun(answers.length, fusing, context));
  const [fused, judged] = await Promise.all([fusing, judgeAnswers(plan, answers, context)]);
  return { fused, answers: await Promise.all(answers), ...judged };
}

/** Has the writer write one more answer from all the others, once they exist. Its index follows theirs. */
async function fuse(
  writer: PreparedWriter,
  answers: readonly Promise<AnswerToJudge>[],
  context: RequestContext,
): Promise<CallResult> {
  const { answerLog, delivery } = context;
  const index = answers.length;
  const call = planFused(writer, await Promise.all(answers));
  const { entry, inPlaceOf: modelId = entry.model.id, fault } = call;
  if (fault === undefined) delivery?.add([], () => answerLog?.fusing({ index, modelId }));
  return await runContestant(call, index, context, true);
}
