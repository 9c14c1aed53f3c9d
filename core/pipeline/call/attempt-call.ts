import { performance } from 'node:perf_hooks';
import type { Evidence } from '../../upstream/provider-line.ts';
import { type Fault, unavailable } from '../../upstream/fault.ts';
import { pause } from '../../upstream/stop-signal.ts';
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

const UNSENT: Tried = { outcome: { fault: unavailable('breaker') }, usage: undefined, latencyMs: 0 };

/** Sends a planned call, and again where a fault may pass. Never rejects for a provider's fault. */
export async function attemptCall(
  planned: PlannedCall,
  held: HeldCall,
  context: RunContext,
): Promise<Attempted> {
  const { model, provider } = planned.entry;
  const { metrics } = context.services;
  const { line } = held.connection;
  const breaker = line.breaker(model.id);
  const otherUsage: BilledUsage[] = [];
  const setAside = ({ usage, servedBy }: Pick<Answered, 'usage' | 'servedBy'>): void =>
    void (usage !== undefined && otherUsage.push({ usage, servedBy }));
  let attempts = 0;
  let last: Tried | undefined;
  // The provider's rules bound the attempts: see `pauseBeforeRetry`.
  for (;;) {
    const admission = breaker.admit();
    if (admission === undefined) {
      if (attempts === 0) metrics.unsent.inc({ provider: provider.id, reason: 'breaker' });
      break;
    }
    if (attempts === 0) line.budget.called();
    attempts += 1;
    const key = line.keys.take();
    held.watch.sends(held, { key, attempts });
    const startedAt = performance.now();
    const answered = context.span.isRecording
      ? await traceAttempt(planned, { key, attempts }, held, context)
      : await tryOnce(planned, key, held, context);
    const fault = 'fault' in answered.outcome ? answered.outcome.fault : undefined;
    const evidence = fault === undefined ? 'answering' : evidenceOf(fault, answered, held, context);
    breaker.report(admission, evidence);
    metrics.attempts.inc({ provider: provider.id, outcome: fault?.code ?? 'completed' });
    const latencyMs = Math.round(performance.now() - startedAt);
    const { firstTokenAt, hasReasoned } = answered;
    const firstTokenMs = firstTokenAt === undefined ? undefined : Math.round(firstTokenAt - startedAt);
    // A deadline that ends a further attempt says less than the fault that made it necessary, unless it is charged for.
    const saysLess = attempts > 1 && held.callDeadline.signal.isStopped && answered.usage === undefined;
    if (fault === undefined || !saysLess) {
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
    const signals = [held.callDeadline.signal, context.clientSignal];
    if (step.pauseMs > 0 && !(await pause(step.pauseMs, signals))) break;
  }
  return { ...(last ?? UNSENT), otherUsage, attempts };
}

interface Failure extends Pick<FailedAttempt, 'fault' | 'key' | 'attempts'> {
  readonly isFinal: boolean;
}

/** Decides about a further attempt, and has the key rest that met a fault of its own. */
function chooseStep(
  planned: PlannedCall,
  { fault, key, attempts, isFinal }: Failure,
  { connection: { line }, callDeadline }: HeldCall,
  { services: { metrics, random }, clientSignal, listener }: RunContext,
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
  if (!line.budget.spend()) {
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

/** Any reply that is no failure of the provider's side is an answer, a refusal or a limit just as well. */
function evidenceOf(
  { code, because }: Fault,
  { firstTokenAt }: Answered,
  { callDeadline }: HeldCall,
  { deadline }: RunContext,
): Evidence {
  if (!PROVIDER_FAILS.has(code)) return 'answering';
  // It was never asked.
  if (because === 'no_files') return 'nothing';
  // It was writing when its time was over: a caller that asks for an endless answer must not open the breaker for others.
  if (firstTokenAt !== undefined && callDeadline.signal.isStopped) return 'nothing';
  return deadline.signal.isStopped ? 'nothing' : 'failing';
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
