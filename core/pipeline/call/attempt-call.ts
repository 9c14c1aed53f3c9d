import { performance } from 'node:perf_hooks';
import type { FaultCode, FinishReason, ModelCall } from '../../contract.ts';
import type { Evidence } from '../../upstream/breaker.ts';
import { classifyFault, type Fault, faultOf, inBandFault } from '../../upstream/classify-fault.ts';
import { type StopSignal, pause, type Deadline, within } from '../../upstream/stop-signal.ts';
import { pauseBeforeRetry } from '../../upstream/pause-before-retry.ts';
import { type ProviderError, readProviderError } from '../../upstream/provider-error.ts';
import type { ReceivedReply } from '../../upstream/receive/receive-reply.ts';
import type { Priority } from '../../upstream/slots.ts';
import {
  isErrorStatus,
  replyTooLarge,
  TransportError,
  type UpstreamReply,
} from '../../upstream/upstream-reply.ts';
import type { Connection } from '../../upstream/upstream.ts';
import type { LongStrings } from '../../workers/parse-reply.ts';
import { TaskRefusal } from '../../workers/pool.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import { type FailedAttempt, logFailedAttempt, type NextStep } from './log-attempt.ts';
import { readUsage, type Usage } from './read-usage.ts';
import type { RunContext } from './run-context.ts';
import type { FirstToken } from './stream-speed.ts';

/** What the last attempt brought. */
export interface Attempted {
  readonly outcome:
    | { readonly text: string; readonly finishReason: FinishReason }
    | { readonly fault: Fault };
  /** Undefined where the provider reported none. */
  readonly usage: Usage | undefined;
  /** What the other attempts reported: the provider bills it, and the caller does not pay for it. */
  readonly otherUsage: readonly Usage[];
  /** Requests sent. */
  readonly attempts: number;
  /** The last attempt alone, request written to reply read, milliseconds. */
  readonly latencyMs: number;
  /** Of the last attempt; undefined where its reply did not come as a stream. */
  readonly firstToken?: FirstToken | undefined;
}

/** What a call holds while it runs. */
export interface HeldCall {
  readonly connection: Connection;
  /** Of the provider's own time for the call; ends an attempt in flight. */
  readonly callDeadline: Deadline;
}

type Tried = Omit<Attempted, 'attempts' | 'otherUsage'>;

/** What one attempt brought; the rest tells the operator why it failed, and is not kept. */
interface Answered extends Pick<Attempted, 'outcome' | 'usage'> {
  readonly said?: ProviderError;
  readonly cause?: unknown;
}

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
  const otherUsage: Usage[] = [];
  const setAside = ({ usage }: Answered): void => void (usage !== undefined && otherUsage.push(usage));
  let attempts = 0;
  let last: Tried = { outcome: { fault: faultOf('unavailable') }, usage: undefined, latencyMs: 0 };
  await line.repeat.execute(async () => {
    const admission = breaker.admit();
    if (admission === undefined) {
      if (attempts === 0) metrics.unsent.inc({ provider: provider.id, reason: 'breaker' });
      return false;
    }
    if (attempts === 0) line.budget.called();
    attempts += 1;
    const key = line.keys.take();
    const startedAt = performance.now();
    const answered = context.span.isRecording
      ? await traceAttempt(planned, { key, attempts }, held, context)
      : await tryOnce(planned, key, held, context);
    breaker.report(admission, evidenceOf(answered, context));
    const fault = 'fault' in answered.outcome ? answered.outcome.fault : undefined;
    metrics.attempts.inc({ provider: provider.id, outcome: fault?.code ?? 'completed' });
    const latencyMs = Math.round(performance.now() - startedAt);
    // A deadline that ends a further attempt says less than the fault that made it necessary.
    if (fault === undefined || attempts === 1 || !held.callDeadline.signal.isStopped) {
      setAside(last);
      last = { outcome: answered.outcome, usage: answered.usage, latencyMs };
    } else setAside(answered);
    if (fault === undefined) return false;
    const step = chooseStep(planned, { fault, key, attempts }, held, context);
    const { said, cause } = answered;
    logFailedAttempt({ fault, said, cause, key, attempts, latencyMs }, step, planned, context);
    if (step.next === 'give_up') return false;
    return step.pauseMs === 0 || pause(step.pauseMs, [held.callDeadline.signal, context.clientSignal]);
  });
  return { ...last, otherUsage, attempts };
}

type Failure = Pick<FailedAttempt, 'fault' | 'key' | 'attempts'>;

/** Decides about a further attempt, and has the key rest that met a fault of its own. */
function chooseStep(
  planned: PlannedCall,
  { fault, key, attempts }: Failure,
  { connection: { line }, callDeadline }: HeldCall,
  { services: { metrics, random }, clientSignal }: RunContext,
): NextStep {
  const { model, provider } = planned.entry;
  const restMs = restOf(fault, provider.keys);
  if (restMs !== undefined) line.keys.rest(key, restMs);
  const hasOtherKey = restMs !== undefined && line.keys.hasOther(key);
  const failure = { fault, attempts, remainingMs: callDeadline.endsAt - performance.now(), hasOtherKey };
  const pauseMs = pauseBeforeRetry(failure, provider.retries, random);
  if (typeof pauseMs === 'string') return { next: 'give_up', reason: pauseMs };
  if (callDeadline.signal.isStopped) return { next: 'give_up', reason: 'no_time_left' };
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
function evidenceOf({ outcome }: Answered, { deadline }: RunContext): Evidence {
  if ('text' in outcome || !PROVIDER_FAILS.has(outcome.fault.code)) return 'answering';
  return deadline.signal.isStopped ? 'nothing' : 'failing';
}

/** One request to the provider as a span; its status and its fault, never what was sent. */
async function traceAttempt(
  planned: PlannedCall,
  { key, attempts }: Omit<Failure, 'fault'>,
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

async function tryOnce(
  planned: PlannedCall,
  key: number,
  { connection, callDeadline: { signal } }: HeldCall,
  context: RunContext,
): Promise<Answered> {
  const { entry, call, texts } = planned;
  const { upstream } = context.serving;
  const accountId = context.account.id;
  let reply: UpstreamReply;
  try {
    // Else the event loop would stand still while 64 models' bodies are written.
    if (isLarge(planned)) await upstream.pace(accountId);
    const request = await within(entry.plugin.buildRequest(call), signal);
    const terms = { plugin: entry.plugin, key, accountId, signal, texts };
    const received = await upstream.send(connection, request, terms);
    const { status, headers } = received;
    reply = { status, headers, body: await within(parseReply(received, call, context), signal) };
  } catch (cause) {
    return failed(cause, 'rejected');
  }
  try {
    return explained(await readAnswer(reply, planned, signal), reply, planned, connection.secrets);
  } catch (cause) {
    // A plugin must not throw over a reply; if one does, the reply is what it could not read.
    return failed(cause, 'malformed_reply', reply.status);
  }
}

/**
 * The reply's JSON, a large one parsed on a thread; its long texts go to the request's.
 * @throws TransportError where it is larger than is read. The status of an error says what happened, whatever its body
 * is: that is undefined then.
 */
async function parseReply(
  { status, bytes }: ReceivedReply,
  call: ModelCall,
  { services, account, prompt, role }: RunContext,
): Promise<unknown> {
  const task = { bytes, longStrings: longStringsOf(status, call, role) };
  try {
    const parsed = await services.pool.parseReply(task, account.id);
    if (parsed === 'too_large') throw replyTooLarge();
    for (const [mark, long] of parsed.texts) prompt.texts.set(mark, long);
    return parsed.value;
  } catch (cause) {
    if (isErrorStatus(status)) return undefined;
    if (cause instanceof TransportError) throw cause;
    const isBusy = cause instanceof TaskRefusal && cause.reason === 'busy';
    // The call has been paid for, so it is not made again for want of a thread.
    throw isBusy ? new TransportError('overloaded', cause, true) : replyTooLarge(cause);
  }
}

/** Of an error and of a verdict little is read; the input of a forced tool is written as JSON again. */
function longStringsOf(status: number, { model, outputSchema }: ModelCall, role: Priority): LongStrings {
  if (isErrorStatus(status) || role === 'judge') return 'cut';
  return outputSchema !== undefined && model.schemaEnforcement === 'forcedTool' ? 'kept' : 'marked';
}

async function readAnswer(
  reply: UpstreamReply,
  { entry, call }: PlannedCall,
  signal: StopSignal,
): Promise<Answered> {
  const { plugin, provider } = entry;
  if (isErrorStatus(reply.status)) return faulty(classifyFault(reply, plugin.readFault?.(reply)));
  if (reply.body === undefined) return faulty(faultOf('malformed_reply'));
  const read = await within(plugin.readReply(reply.body, call), signal);
  const usage = readUsage(reply.body, provider.usage, 'thought' in read && read.thought);
  if ('fault' in read) return { outcome: { fault: billedFault(inBandFault(read.fault), usage) }, usage };
  return { outcome: { text: read.text, finishReason: read.finishReason }, usage };
}

/** A reply that was paid for and cannot be read is not asked for again: the next would be paid for as well. */
function billedFault(fault: Fault, usage: Usage | undefined): Fault {
  const isBilled = usage !== undefined && usage.tokensIn + usage.tokensOut + usage.searches > 0;
  return isBilled && fault.code === 'malformed_reply' ? { ...fault, retryable: false } : fault;
}

function faulty(fault: Fault): Answered {
  return { outcome: { fault }, usage: undefined };
}

/** @param otherwise what it means where it is not the transport's. */
function failed(cause: unknown, otherwise: FaultCode, providerStatus?: number): Answered {
  const fault = cause instanceof TransportError ? cause.fault : faultOf(otherwise);
  return { ...faulty({ ...fault, ...(providerStatus !== undefined && { providerStatus }) }), cause };
}

/** Adds what the reply says of its fault in the provider's words. */
function explained(
  answered: Answered,
  reply: UpstreamReply,
  { entry: { plugin } }: PlannedCall,
  secrets: readonly string[],
): Answered {
  const { outcome } = answered;
  if (!('fault' in outcome)) return answered;
  const said = readProviderError(reply, plugin, secrets);
  const providerCode = said.code ?? said.type;
  const fault: Fault = {
    ...outcome.fault,
    providerStatus: reply.status,
    ...(providerCode !== undefined && { providerCode }),
  };
  return { ...answered, outcome: { fault }, said };
}

/** Many texts, or long ones: writing such a body takes a noticeable part of a millisecond. */
function isLarge({ call, textBytes }: PlannedCall): boolean {
  return textBytes > 8_192 || call.system.length + call.turns.length > 16;
}
