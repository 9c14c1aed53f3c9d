import { performance } from 'node:perf_hooks';
import type { Admission, Breaker, Evidence } from '../../upstream/breaker.ts';
import type { Fault } from '../../upstream/fault.ts';
import { pause, type StopSignal } from '../../upstream/stop-signal.ts';
import { pauseBeforeRetry } from '../../upstream/pause-before-retry.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import { type FailedAttempt, logFailedAttempt, type NextStep } from './log-attempt.ts';
import type { Usage } from './read-usage.ts';
import type { RunContext } from './run-context.ts';
import { type Answered, type HeldCall, tryOnce } from './try-once.ts';

/** What the last attempt brought. */
export interface Attempted extends Pick<Answered, 'outcome' | 'usage' | 'estimate' | 'servedBy'> {
  /** What the other attempts reported: the provider bills it, and the caller does not pay for it. */
  readonly otherUsage: readonly BilledUsage[];
  /** Requests sent. */
  readonly attempts: number;
  /** The last attempt alone, request written to reply read, milliseconds. */
  readonly latencyMs: number;
  /** Of that time the part up to the first text or reasoning; undefined where the reply came whole. */
  readonly firstTokenMs?: number | undefined;
  /** The last attempt's provider has shown reasoning. */
  readonly hasReasoned?: boolean | undefined;
}

/** What one attempt used, and whose price it has. */
export interface BilledUsage extends Pick<Answered, 'servedBy'> {
  readonly usage: Usage;
}

type Tried = Omit<Attempted, 'attempts' | 'otherUsage'>;

/** A call that has its slot, and how its first attempt was let through. */
export interface AdmittedCall extends Omit<HeldCall, 'begins' | 'writes'> {
  readonly admission: Admission;
}

/** Sends a planned call, and again where a fault may pass. Never rejects for a provider's fault. */
export async function attemptCall(
  planned: PlannedCall,
  admitted: AdmittedCall,
  context: RunContext,
): Promise<Attempted> {
  const { model, provider } = planned.entry;
  const { metrics } = context.services;
  const { line } = admitted.connection;
  const accountId = context.account.id;
  const breaker = line.breaker(model.id);
  const signals = [admitted.callDeadline.signal, context.clientSignal];
  const otherUsage: BilledUsage[] = [];
  const setAside = ({ usage, servedBy }: Pick<Answered, 'usage' | 'servedBy'>): void =>
    void (usage !== undefined && otherUsage.push({ usage, servedBy }));
  let admission: Admission | undefined = admitted.admission;
  let attempts = 0;
  let last: Tried | undefined;
  line.budget.called(accountId);
  // The provider's rules bound the attempts: see `pauseBeforeRetry`.
  do {
    attempts += 1;
    const key = line.keys.take();
    const report = reportOnce(breaker, admission, accountId);
    const isProbe = admission === 'probe';
    const held: HeldCall = {
      ...admitted,
      // So a probe has told what it was to find out. No prompt can have it end as a failure from here on, and what it asks
      // may keep the model silent for minutes, while all others wait.
      begins: () => isProbe && report('answering'),
      writes: () => report('answering'),
    };
    held.watch.sends(held, { key, attempts });
    const startedAt = performance.now();
    const answered = context.span.isRecording
      ? await traceAttempt(planned, { key, attempts }, held, context)
      : await tryOnce(planned, key, held, context);
    const fault = 'fault' in answered.outcome ? answered.outcome.fault : undefined;
    report(fault === undefined ? 'answering' : evidenceOf(fault, answered, context));
    metrics.attempts.inc({ provider: provider.id, outcome: fault?.code ?? 'completed' });
    const latencyMs = Math.round(performance.now() - startedAt);
    const { firstTokenAt, hasReasoned } = answered;
    const firstTokenMs = firstTokenAt === undefined ? undefined : Math.round(firstTokenAt - startedAt);
    // A deadline that ends a further attempt says less than the fault that made it necessary, unless it is charged for.
    const saysLess = attempts > 1 && held.callDeadline.signal.isStopped && answered.usage === undefined;
    if (last === undefined || fault === undefined || !saysLess) {
      if (last !== undefined) setAside(last);
      const { outcome, usage, estimate, servedBy } = answered;
      last = { outcome, usage, estimate, servedBy, latencyMs, firstTokenMs, hasReasoned };
    }
    if (fault === undefined) break;
    const { isFinal = false } = answered;
    const step = chooseStep(planned, { fault, key, attempts, isFinal }, held, context);
    const { said, cause, path } = answered;
    const { host } = held.connection;
    logFailedAttempt({ fault, said, cause, key, attempts, latencyMs, host, path }, step, planned, context);
    if (step.next === 'give_up') break;
    held.watch.rests();
    // Now, while nothing of it has gone out.
    if (firstTokenAt !== undefined) context.listener?.restart();
    if (step.pauseMs > 0 && !(await pause(step.pauseMs, signals))) break;
    admission = await readmit(breaker, accountId, signals);
  } while (admission !== undefined);
  return { ...last, otherUsage, attempts };
}

/** What an attempt says counts once: by its beginning, its first words, or its end. */
function reportOnce(breaker: Breaker, admission: Admission, accountId: number): (evidence: Evidence) => void {
  let isReported = false;
  return (evidence) => {
    if (!isReported) breaker.report(admission, accountId, evidence);
    isReported = true;
  };
}

/** Before a further attempt. @returns undefined where the breaker has opened, or nothing is to be sent any more. */
async function readmit(
  breaker: Breaker,
  accountId: number,
  signals: readonly StopSignal[],
): Promise<Admission | undefined> {
  // One round for each probe that is waited for, until the deadline.
  while ((await breaker.waitForProbe(accountId, signals)) === 'over') {
    const admission = breaker.admit(accountId);
    if (admission !== undefined || breaker.refuses()) return admission;
  }
  return undefined;
}

interface Failure extends Pick<FailedAttempt, 'fault' | 'key' | 'attempts'> {
  readonly isFinal: boolean;
}

/** Decides about a further attempt, and has the key rest that met a fault of its own. */
function chooseStep(
  planned: PlannedCall,
  { fault, key, attempts, isFinal }: Failure,
  { connection: { line }, callDeadline }: HeldCall,
  { services: { metrics, random }, account, clientSignal, listener }: RunContext,
): NextStep {
  const { model, provider } = planned.entry;
  const restMs = restOf(fault, provider.keys);
  if (restMs !== undefined) line.keys.rest(key, restMs);
  const hasOtherKey = restMs !== undefined && line.keys.hasOther(key);
  const failure = { fault, attempts, remainingMs: callDeadline.endsAt - performance.now(), hasOtherKey };
  const pauseMs = pauseBeforeRetry(failure, provider.retries, random);
  if (typeof pauseMs === 'string') return { next: 'give_up', reason: pauseMs };
  if (isFinal) return { next: 'give_up', reason: 'billed' };
  if (callDeadline.signal.isStopped) return { next: 'give_up', reason: 'no_time_left' };
  if (listener?.hasReachedCaller === true) return { next: 'give_up', reason: 'partly_delivered' };
  if (clientSignal.isStopped) return { next: 'give_up', reason: 'client_gone' };
  if (line.breaker(model.id).refuses()) return { next: 'give_up', reason: 'breaker_open' };
  if (!line.budget.spend(account.id)) {
    metrics.retryBudgetExhausted.inc({ provider: provider.id });
    return { next: 'give_up', reason: 'retry_budget_spent' };
  }
  return { next: hasOtherKey ? 'retry_other_key' : 'retry', pauseMs };
}

/** How long the key that met this fault is kept back, milliseconds; undefined where the fault is not the key's. */
function restOf(
  { code, retryable, retryAfterMs }: Fault,
  rests: { readonly limitedRestMs: number; readonly refusedRestMs: number },
): number | undefined {
  if (code === 'provider_auth') return rests.refusedRestMs;
  if (code !== 'rate_limited') return undefined;
  // A quota that is used up comes back no sooner than a key that was refused.
  return retryAfterMs ?? (retryable ? rests.limitedRestMs : rests.refusedRestMs);
}

const PROVIDER_FAILS: ReadonlySet<string> = new Set(['unavailable', 'overloaded', 'timeout']);

/** Only what no prompt can bring about counts against a provider: no connection, no first byte in time, or a status of 5xx. */
function evidenceOf(
  { code, because }: Fault,
  { firstTokenAt, status }: Answered,
  { deadline }: RunContext,
): Evidence {
  // A refusal or a limit is an answer just as well.
  if (firstTokenAt !== undefined || !PROVIDER_FAILS.has(code)) return 'answering';
  if (status !== undefined) return status >= 500 ? 'failing' : 'nothing';
  // It was never asked, or had less than its time.
  return because === 'no_files' || deadline.signal.isStopped ? 'nothing' : 'failing';
}

/** One request to the provider as a span; its status and its fault, never what was sent. */
async function traceAttempt(
  planned: PlannedCall,
  { key, attempts }: Pick<Failure, 'key' | 'attempts'>,
  held: HeldCall,
  context: RunContext,
): Promise<Answered> {
  const span = context.span.child('POST', 'client', {
    'http.request.method': 'POST',
    'http.request.resend_count': attempts - 1,
    'gen_ai.provider.name': planned.entry.provider.telemetryName,
  });
  try {
    const answered = await tryOnce(planned, key, held, context);
    if ('fault' in answered.outcome) span.fail(answered.outcome.fault.code);
    return answered;
  } finally {
    span.end();
  }
}
