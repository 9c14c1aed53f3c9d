import { performance } from 'node:perf_hooks';
import { likelyTokensOfLong } from '../../text/likely-tokens.ts';
import { type Fault, ReplyTooLarge, TransportError } from '../../upstream/fault.ts';
import { isErrorStatus } from '../../upstream/receive/receive-reply.ts';
import { NoRoomForReply } from '../../upstream/receive/reply-bounds.ts';
import type { Attempt, AttemptResult } from './call-result.ts';
import { type CutCost, estimateCut } from './estimate-cut.ts';
import type { Usage } from '../../billing/read-usage.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * Adds the cost to a reply that broke off. By default that is the usage its provider reported before. If this gateway
 * ended the reply, the cost is estimated from the text that came and the typical rest, and there is no further attempt,
 * because it would cost as much.
 * @param broken has a fault and its cause.
 */
export function billCutReply(
  broken: Omit<AttemptResult, 'usage'>,
  { planned, stream, exchange, startedAt, deadline: { signal } }: Attempt,
  context: RequestContext,
): AttemptResult {
  const { provider, readUsage } = planned.entry;
  const { outcome, cause } = broken;
  const hasReasoned = stream?.hasReasoned ?? false;
  const reported = readUsage(stream?.reply, hasReasoned);
  if (stream?.hasEvents === true)
    context.services.metrics.streamsCut.inc({
      provider: provider.id,
      usage: reported === undefined ? 'unknown' : 'reported',
    });
  const ending = signal.isStopped ? 'clock' : endingOf(cause);
  const isEndedByCaller = isCallersDoing(cause, signal.isStopped, context);
  // A model that streams has begun to write once its reply begins. A model that answers whole writes before its reply.
  const hasStartedGenerating =
    exchange.status === undefined
      ? stream === undefined && exchange.isSent === true
      : !isErrorStatus(exchange.status);
  // The model may not have begun to write, but the provider has the whole request and bills its input.
  const mayBillInput = isEndedByCaller && exchange.isSentWhole === true && exchange.status === undefined;
  if (ending === undefined || !(hasStartedGenerating || mayBillInput)) {
    const estimate = estimateWritten(reported, { planned, stream }, context)?.estimate;
    const known = { ...broken, usage: reported, estimate };
    if ('text' in outcome) return known;
    return { ...known, outcome: { fault: billedFault(outcome.fault, estimate ?? reported) } };
  }
  const cut = {
    reported,
    tokensWritten: stream?.tokensWritten ?? 0,
    hasReasoned,
    form: stream?.hasBegun === true ? 'events' : hasStartedGenerating ? 'whole' : 'unbegun',
    workedMs: performance.now() - startedAt,
    isEndedByCaller,
  } as const;
  const { usage, estimate } = estimateCut(cut, planned, context.role);
  return { ...broken, usage: ending === 'threads' ? reported : usage, estimate, isFinal: true };
}

/**
 * Estimates the cost of a stream that its provider ended before it reported all usage. That is so if more than twice
 * the reported output was written; the factor allows for the gateway's high count.
 * @returns undefined if the provider's own count holds.
 */
export function estimateWritten(
  reported: Usage | undefined,
  { planned, stream }: Pick<Attempt, 'planned' | 'stream'>,
  context: RequestContext,
): CutCost | undefined {
  const tokensWritten = stream?.tokensWritten ?? 0;
  if (stream === undefined || tokensWritten <= 2 * (reported?.tokensOut ?? 0)) return undefined;
  const { hasReasoned } = stream;
  const cut = { reported, tokensWritten, hasReasoned, form: 'events', isEndedByCaller: false } as const;
  return estimateCut(cut, planned, context.role);
}

/**
 * Estimates the cost of a whole text whose usage did not come, because a short `timeout_seconds` would else make it
 * free.
 */
export function billUncountedText(
  text: string,
  { planned, stream }: Pick<Attempt, 'planned' | 'stream'>,
  context: RequestContext,
): Usage {
  const cut = {
    reported: undefined,
    // The last event may have had some of the text, and it was not counted.
    tokensWritten: Math.max(stream?.tokensWritten ?? 0, likelyTokensOfLong(text)),
    hasReasoned: stream?.hasReasoned ?? false,
    form: 'events',
    isEndedByCaller: true,
  } as const;
  return estimateCut(cut, planned, context.role).usage;
}

/**
 * Estimates the cost of an attempt whose result an error of the gateway lost.
 * @returns undefined if the provider did not get the whole request, or refused it.
 */
export function estimateLost(one: Attempt, context: RequestContext): Usage | undefined {
  const { isSentWhole = false, status } = one.exchange;
  const isRefused = status !== undefined && isErrorStatus(status);
  return isSentWhole && !isRefused ? billUncountedText('', one, context) : undefined;
}

/**
 * Makes the fault of an unreadable reply final if the reply is billed, because the next one would be billed as well.
 */
export function billedFault(fault: Fault, usage: Usage | undefined): Fault {
  return isBilled(usage) && fault.code === 'malformed_reply' ? { ...fault, retryable: false } : fault;
}

export function isBilled(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.tokensIn + usage.tokensOut + usage.searches > 0;
}

/** Finds the part of the gateway that ended a reply; undefined if the provider or the network did. */
function endingOf(cause: unknown): 'clock' | 'size' | 'threads' | undefined {
  if (cause instanceof ReplyTooLarge || cause instanceof NoRoomForReply) return 'size';
  if (!(cause instanceof TransportError)) return undefined;
  return cause.code === 'timeout' ? 'clock' : cause.code === 'overloaded' ? 'threads' : undefined;
}

/** Only the request's own `timeout_seconds` and the account's own memory use are the caller's doing. */
function isCallersDoing(cause: unknown, isTimeOver: boolean, { ownTimeout }: RequestContext): boolean {
  if (isTimeOver) return ownTimeout?.signal.isStopped === true;
  return cause instanceof NoRoomForReply && cause.isOfAccount;
}
