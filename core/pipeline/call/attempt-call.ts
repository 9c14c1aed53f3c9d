import { performance } from 'node:perf_hooks';
import type { FinishReason, ModelCall } from '../../contract.ts';
import type { Metrics } from '../../metrics.ts';
import type { Span } from '../../tracing/span.ts';
import type { Evidence } from '../../upstream/breaker.ts';
import { classifyFault, faultOf, inBandFault, type Fault } from '../../upstream/classify-fault.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import { pauseBeforeRetry } from '../../upstream/pause-before-retry.ts';
import { pause } from '../../upstream/pause.ts';
import type { ProviderLine } from '../../upstream/provider-line.ts';
import { readUsage, type Usage } from './read-usage.ts';
import type { Priority } from '../../upstream/slots.ts';
import type { LongStrings } from '../../workers/parse-reply.ts';
import { within } from '../../upstream/within.ts';
import type { TimeBound } from '../../upstream/deadline.ts';
import type { Ending } from '../../upstream/ending.ts';
import { TransportError, type UpstreamReply } from '../../upstream/upstream-reply.ts';
import type { ParseReply } from './parse-in-pool.ts';
import type { Upstream } from '../../upstream/upstream.ts';

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
}

export interface AttemptTerms {
  readonly accountId: number;
  readonly upstream: Upstream;
  readonly line: ProviderLine;
  readonly metrics: Pick<Metrics, 'attempts' | 'unsent' | 'retryBudgetExhausted'>;
  /** Of the provider's own time for the call; ends an attempt in flight. */
  readonly bound: TimeBound;
  /** Of the request. An attempt it ends says nothing about the provider. */
  readonly deadline: TimeBound;
  /** From here on no further attempt starts. */
  readonly abandoned: Ending;
  readonly parseReply: ParseReply;
  readonly role: Priority;
  /** 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  /** Of the run. */
  readonly span: Span;
}

type Answered = Pick<Attempted, 'outcome' | 'usage'>;
type Tried = Omit<Attempted, 'attempts' | 'otherUsage'>;

/** Sends a planned call, and again where a fault may pass. Never rejects for a provider's fault. */
export async function attemptCall(planned: PlannedCall, terms: AttemptTerms): Promise<Attempted> {
  const { model, provider } = planned.entry;
  const { line, metrics } = terms;
  const breaker = line.breaker(model.id);
  const otherUsage: Usage[] = [];
  const setAside = ({ usage }: Answered): void => void (usage !== undefined && otherUsage.push(usage));
  let attempts = 0;
  let last: Tried = { ...failed(faultOf('unavailable')), latencyMs: 0 };
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
    const answered = terms.span.isRecording
      ? await traceAttempt(planned, { key, attempts }, terms)
      : await tryOnce(planned, key, terms);
    breaker.report(admission, evidenceOf(answered, terms));
    const fault = 'fault' in answered.outcome ? answered.outcome.fault : undefined;
    metrics.attempts.inc({ provider: provider.id, outcome: fault?.code ?? 'completed' });
    // A deadline that ends a further attempt says less than the fault that made it necessary.
    if (fault === undefined || attempts === 1 || !terms.bound.ending.isOver) {
      setAside(last);
      last = { ...answered, latencyMs: Math.round(performance.now() - startedAt) };
    } else setAside(answered);
    return fault !== undefined && (await isWorthAnother(planned, { fault, key, attempts }, terms));
  });
  return { ...last, otherUsage, attempts };
}

interface Failure {
  readonly fault: Fault;
  readonly key: number;
  readonly attempts: number;
}

/** Decides about a further attempt, and waits until it may start. */
async function isWorthAnother(
  planned: PlannedCall,
  { fault, key, attempts }: Failure,
  { line, metrics, bound, abandoned, random }: AttemptTerms,
): Promise<boolean> {
  const { model, provider } = planned.entry;
  const restMs = restOf(fault, provider.keys);
  if (restMs !== undefined) line.keys.rest(key, restMs);
  const failure = {
    fault,
    attempts,
    remainingMs: bound.endsAt - performance.now(),
    hasOtherKey: restMs !== undefined && line.keys.hasOther(key),
  };
  const pauseMs = pauseBeforeRetry(failure, provider.retries, random);
  if (pauseMs === undefined || bound.ending.isOver || abandoned.isOver) return false;
  if (line.breaker(model.id).refuses()) return false;
  if (!line.budget.spend()) {
    metrics.retryBudgetExhausted.inc({ provider: provider.id });
    return false;
  }
  return pauseMs === 0 || pause(pauseMs, [bound.ending, abandoned]);
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
function evidenceOf({ outcome }: Answered, { deadline }: AttemptTerms): Evidence {
  if ('text' in outcome || !PROVIDER_FAILS.has(outcome.fault.code)) return 'answering';
  return deadline.ending.isOver ? 'nothing' : 'failing';
}

/** One request to the provider as a span; its status and its fault, never what was sent. */
async function traceAttempt(
  planned: PlannedCall,
  { key, attempts }: { readonly key: number; readonly attempts: number },
  terms: AttemptTerms,
): Promise<Answered> {
  const span = terms.span.child('POST', 'client', {
    'http.request.method': 'POST',
    'http.request.resend_count': attempts - 1,
    'gen_ai.provider.name': planned.entry.provider.telemetryName,
  });
  try {
    const answered = await tryOnce(planned, key, terms);
    if ('fault' in answered.outcome) span.fail(answered.outcome.fault.code);
    return answered;
  } finally {
    span.end();
  }
}

async function tryOnce(
  planned: PlannedCall,
  key: number,
  { upstream, accountId, bound, parseReply, role }: AttemptTerms,
): Promise<Answered> {
  const { entry, call, texts } = planned;
  const { plugin, provider } = entry;
  let reply: UpstreamReply;
  try {
    // Else the event loop would stand still while 64 models' bodies are written.
    if (isLarge(planned)) await upstream.pace(accountId);
    const request = await within(plugin.buildRequest(call), bound.ending);
    reply = await upstream.send(request, plugin, {
      providerId: provider.id,
      accountId,
      key,
      ending: bound.ending,
      texts,
      parse: (bytes, status) => {
        const parsed = parseReply(bytes, longStringsOf(status, call, role));
        // The status of an error says what happened, whatever its body is.
        return isError(status) ? parsed.catch(() => undefined) : parsed;
      },
    });
  } catch (cause) {
    return failed(cause instanceof TransportError ? cause.fault : faultOf('rejected'));
  }
  try {
    return await readAnswer(reply, { entry, call }, bound.ending);
  } catch (cause) {
    // A plugin must not throw over a reply; if one does, the reply is what it could not read.
    return failed(cause instanceof TransportError ? cause.fault : faultOf('malformed_reply'));
  }
}

function isError(status: number): boolean {
  return status < 200 || status > 299;
}

/** Of an error and of a verdict little is read; the input of a forced tool is written as JSON again. */
function longStringsOf(status: number, { model, outputSchema }: ModelCall, role: Priority): LongStrings {
  if (isError(status) || role === 'judge') return 'cut';
  return outputSchema !== undefined && model.schemaEnforcement === 'forcedTool' ? 'kept' : 'marked';
}

async function readAnswer(
  reply: UpstreamReply,
  { entry, call }: Pick<PlannedCall, 'entry' | 'call'>,
  ending: Ending,
): Promise<Answered> {
  const { plugin, provider } = entry;
  if (isError(reply.status)) return failed(classifyFault(reply, plugin.readFault?.(reply)));
  if (reply.body === undefined) return failed(faultOf('malformed_reply'));
  const read = await within(plugin.readReply(reply.body, call), ending);
  const usage = readUsage(reply.body, provider.usage, 'thought' in read && read.thought);
  if ('fault' in read) return { outcome: { fault: billedFault(inBandFault(read.fault), usage) }, usage };
  return { outcome: { text: read.text, finishReason: read.finishReason }, usage };
}

/** A reply that was paid for and cannot be read is not asked for again: the next would be paid for as well. */
function billedFault(fault: Fault, usage: Usage | undefined): Fault {
  const isBilled = usage !== undefined && usage.tokensIn + usage.tokensOut + usage.searches > 0;
  return isBilled && fault.code === 'malformed_reply' ? { ...fault, retryable: false } : fault;
}

function failed(fault: Fault): Answered {
  return { outcome: { fault }, usage: undefined };
}

/** Many texts, or long ones: writing such a body takes a noticeable part of a millisecond. */
function isLarge({ call, textBytes }: PlannedCall): boolean {
  return textBytes > 8_192 || call.system.length + call.turns.length > 16;
}
