import { performance } from 'node:perf_hooks';
import { likelyTokensOfLong } from '../../text/likely-tokens.ts';
import { type Fault, ReplyTooLarge, TransportError } from '../../upstream/fault.ts';
import { isErrorStatus } from '../../upstream/receive/receive-reply.ts';
import { NoRoomForReply } from '../../upstream/receive/reply-room.ts';
import type { Attempt, AttemptResult } from './call-result.ts';
import { type CutCost, estimateCut } from './estimate-cut.ts';
import type { Usage } from '../../billing/read-usage.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * A reply that broke off has cost what its provider has reported by then. Where it was this gateway that ended it, it has
 * cost what was written and what is typical of the rest, and another attempt would cost as much.
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
  // The model has begun to write. One that streams shows it by its reply; one that answers whole writes before its reply.
  const isWorkedOn =
    exchange.status === undefined
      ? stream === undefined && exchange.isSent === true
      : !isErrorStatus(exchange.status);
  // The model may not have begun, but the provider has the whole request, and bills what it has read.
  const isRead = isEndedByCaller && exchange.isSentWhole === true && exchange.status === undefined;
  if (ending === undefined || !(isWorkedOn || isRead)) {
    const estimate = estimateWritten(reported, { planned, stream }, context)?.estimate;
    const known = { ...broken, usage: reported, estimate };
    if ('text' in outcome) return known;
    return { ...known, outcome: { fault: billedFault(outcome.fault, estimate ?? reported) } };
  }
  const cut = {
    reported,
    tokensWritten: stream?.tokensWritten ?? 0,
    hasReasoned,
    form: stream?.hasBegun === true ? 'events' : isWorkedOn ? 'whole' : 'unbegun',
    workedMs: performance.now() - startedAt,
    isEndedByCaller,
  } as const;
  const { usage, estimate } = estimateCut(cut, planned, context.role);
  return { ...broken, usage: ending === 'threads' ? reported : usage, estimate, isFinal: true };
}

/**
 * What a stream has cost that its provider ended before it had counted: twice as much was written as is reported, since
 * the gateway counts high. Undefined where the provider's own count stands.
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

/** What a whole text has cost whose usage did not come; else a short time would make it free. */
export function billUncountedText(
  text: string,
  { planned, stream }: Pick<Attempt, 'planned' | 'stream'>,
  context: RequestContext,
): Usage {
  const cut = {
    reported: undefined,
    // The event that says that the text is whole may have had some of it.
    tokensWritten: Math.max(stream?.tokensWritten ?? 0, likelyTokensOfLong(text)),
    hasReasoned: stream?.hasReasoned ?? false,
    form: 'events',
    isEndedByCaller: true,
  } as const;
  return estimateCut(cut, planned, context.role).usage;
}

/** A reply that was paid for and cannot be read is not asked for again: the next would be paid for as well. */
export function billedFault(fault: Fault, usage: Usage | undefined): Fault {
  return isBilled(usage) && fault.code === 'malformed_reply' ? { ...fault, retryable: false } : fault;
}

export function isBilled(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.tokensIn + usage.tokensOut + usage.searches > 0;
}

/** What of this gateway ended a reply. That its threads are busy is no caller's doing. */
function endingOf(cause: unknown): 'clock' | 'size' | 'threads' | undefined {
  if (cause instanceof ReplyTooLarge || cause instanceof NoRoomForReply) return 'size';
  if (!(cause instanceof TransportError)) return undefined;
  return cause.code === 'timeout' ? 'clock' : cause.code === 'overloaded' ? 'threads' : undefined;
}

/** The provider's time and the gateway's bounds are not the caller's doing. */
function isCallersDoing(cause: unknown, isTimeOver: boolean, { ownTimeout }: RequestContext): boolean {
  if (isTimeOver) return ownTimeout?.signal.isStopped === true;
  return cause instanceof NoRoomForReply && cause.isOfAccount;
}
