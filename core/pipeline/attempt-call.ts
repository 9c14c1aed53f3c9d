import { performance } from 'node:perf_hooks';
import { DelegateBackoff, handleWhen, retry } from 'cockatiel';
import type { FinishReason } from '../contract.ts';
import { classifyFault, faultOf, type Fault } from './classify-fault.ts';
import type { PlannedCall } from './plan-call.ts';
import { readUsage, type Usage } from './read-usage.ts';
import { TransportError, type Upstream, type UpstreamReply } from './upstream.ts';

/** Tries after the first one. */
const MAX_RETRIES = 2;
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 4_000;
/** A provider that asks for a longer pause is not waited for: the caller learns at once. */
const MAX_RETRY_AFTER_MS = 15_000;

/** What the last attempt brought. */
export interface Attempted {
  readonly outcome:
    | { readonly text: string; readonly finishReason: FinishReason }
    | { readonly fault: Fault };
  /** Undefined where the provider reported none. */
  readonly usage: Usage | undefined;
  /** Requests sent. */
  readonly attempts: number;
  /** The last attempt alone, request written to reply read, milliseconds. */
  readonly latencyMs: number;
}

export interface AttemptTerms {
  readonly upstream: Upstream;
  /** Ends an attempt in flight. */
  readonly signal: AbortSignal;
  /** From here on no further attempt starts. */
  readonly abandoned: AbortSignal;
  /** 0 inclusive to 1 exclusive. */
  readonly random: () => number;
}

type Reply = Pick<Attempted, 'usage'> & {
  readonly outcome: Extract<Attempted['outcome'], { readonly text: string }>;
};

/** A failed attempt on its way to the retry policy. */
class AttemptFailed extends Error {
  readonly fault: Fault;
  readonly usage: Usage | undefined;

  constructor(fault: Fault, details: { readonly usage?: Usage | undefined; readonly cause?: unknown } = {}) {
    super(fault.code, { cause: details.cause });
    this.fault = fault;
    this.usage = details.usage;
  }
}

/** Sends a planned call, and again where a fault may pass. Never rejects for a provider's fault. */
export async function attemptCall(planned: PlannedCall, terms: AttemptTerms): Promise<Attempted> {
  let attempts = 0;
  let startedAt = performance.now();
  let earlier: AttemptFailed | undefined;
  const attempt = (): Promise<Reply> => {
    attempts += 1;
    startedAt = performance.now();
    return tryOnce(planned, terms).catch((error: unknown) => {
      // A deadline that ends a further attempt says less than the fault that made it necessary.
      const failed = terms.signal.aborted && earlier !== undefined ? earlier : asFailure(error, terms.signal);
      earlier = failed;
      throw failed;
    });
  };
  const ended = await retry(worthAnother(terms), { maxAttempts: MAX_RETRIES, backoff: backoff(terms.random) })
    .execute(attempt, terms.signal)
    .catch((error: unknown) => asFailure(error, terms.signal));
  const figures = { usage: ended.usage, attempts, latencyMs: Math.round(performance.now() - startedAt) };
  return ended instanceof AttemptFailed
    ? { outcome: { fault: ended.fault }, ...figures }
    : { outcome: ended.outcome, ...figures };
}

/** @throws AttemptFailed */
async function tryOnce(planned: PlannedCall, { upstream, signal }: AttemptTerms): Promise<Reply> {
  const { plugin, provider } = planned.entry;
  let reply: UpstreamReply;
  try {
    reply = await upstream.send(plugin.buildRequest(planned.call), plugin, {
      providerId: provider.id,
      signal,
    });
  } catch (cause) {
    throw new AttemptFailed(faultOf(cause instanceof TransportError ? cause.code : 'rejected'), { cause });
  }
  if (reply.status < 200 || reply.status > 299)
    throw new AttemptFailed(classifyFault(reply, plugin.readFault?.(reply)));
  if (reply.body === undefined) throw new AttemptFailed(faultOf('malformed_reply'));
  const read = plugin.readReply(reply.body, planned.call);
  const usage = readUsage(reply.body, provider.usage, 'thought' in read && read.thought);
  if ('fault' in read) throw new AttemptFailed({ ...faultOf(read.fault.code), ...read.fault }, { usage });
  return { outcome: { text: read.text, finishReason: read.finishReason }, usage };
}

function asFailure(error: unknown, signal: AbortSignal): AttemptFailed {
  if (error instanceof AttemptFailed) return error;
  return new AttemptFailed(faultOf(signal.aborted ? 'timeout' : 'malformed_reply'), { cause: error });
}

function worthAnother({ signal, abandoned }: AttemptTerms): ReturnType<typeof handleWhen> {
  return handleWhen(
    (error) =>
      error instanceof AttemptFailed &&
      error.fault.retryable &&
      (error.fault.retryAfterMs ?? 0) <= MAX_RETRY_AFTER_MS &&
      !signal.aborted &&
      !abandoned.aborted,
  );
}

/** Full jitter, so that callers a provider turned away together do not come back together. */
function backoff(random: () => number) {
  return new DelegateBackoff(
    ({
      attempt,
      result,
    }: {
      readonly attempt: number;
      readonly result: { readonly error?: unknown } | object;
    }) => {
      const error = 'error' in result ? result.error : undefined;
      const askedMs = error instanceof AttemptFailed ? (error.fault.retryAfterMs ?? 0) : 0;
      return askedMs + random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt);
    },
  );
}
