import { performance } from 'node:perf_hooks';
import { fileTokens, LIKELY } from '../../billing/quote.ts';
import { EXPECTED_TEXT_SHARE, likelyTokensOfLong } from '../../text/likely-tokens.ts';
import { tokensOf } from '../../text/shared-text.ts';
import { type Fault, isLostByTcp, ReplyTooLarge, TransportError } from '../../upstream/fault.ts';
import { isErrorStatus } from '../../upstream/receive/receive-reply.ts';
import { NoMemoryForReply } from '../../upstream/receive/reply-bounds.ts';
import type { Attempt, AttemptResult } from './call-result.ts';
import type { Usage } from '../../billing/read-usage.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * Bills a reply that broke off, by what ended it. If this gateway ended it after the model had begun, the call is not
 * repeated, because that would cost as much. The typical rest is what the model probably wrote unseen: its typical
 * reasoning, and of a reply that would have come whole also its typical answer.
 *
 * | ended by | the caller pays | the operator bears | repeated |
 * |---|---|---|---|
 * | provider or network, or this gateway before the model began, except as in the last row | the reported usage | text beyond it | if the fault may pass |
 * | this gateway, by a clock or a bound | prompt and text, or the reported usage | the typical rest | no |
 * | this gateway, because its threads are busy | the reported usage | text and typical rest | no |
 * | the caller: its `timeout_seconds`, its replies' memory | prompt, text and typical rest | nothing | no |
 * | the caller before the model began, once the prompt was sent whole | prompt | nothing | no |
 */
export function billCutReply(
  { fault, cause, servedBy }: { readonly fault: Fault } & Pick<AttemptResult, 'cause' | 'servedBy'>,
  attempt: Attempt,
  context: RequestContext,
): AttemptResult {
  const { planned, stream, exchange, deadline } = attempt;
  const { status, isSentWhole = false } = exchange;
  const { provider, readUsage } = planned.entry;
  const isTimeOver = deadline.signal.isStopped;
  const reported = readUsage(stream?.reply, stream?.hasReasoned ?? false);
  if (stream?.hasEvents === true)
    context.services.metrics.streamsCut.inc({
      provider: provider.id,
      usage: reported === undefined ? 'unknown' : 'reported',
    });
  const ending = isTimeOver ? 'clock' : endingOf(cause);
  const isEndedByCaller = isCallersDoing(cause, isTimeOver, context);
  // A model that streams has begun to write once its reply begins. A model that answers whole writes before its reply,
  // once it has the whole request.
  const hasStartedGenerating =
    status === undefined ? stream === undefined && isSentWhole : !isErrorStatus(status);
  // The model may not have begun to write, but the provider has the whole request and bills its input.
  const mayBillInput = isEndedByCaller && isSentWhole && status === undefined;
  const broken = { status, servedBy, cause };
  if (ending === undefined || !(hasStartedGenerating || mayBillInput)) {
    const estimate = estimateWritten(reported, attempt, context)?.estimate;
    const outcome = { fault: billedFault(fault, estimate ?? reported) };
    return { ...broken, outcome, usage: reported, estimate };
  }
  const form = stream?.hasBegun === true ? 'events' : hasStartedGenerating ? 'whole' : 'unbegun';
  const { usage, estimate } = estimateCut({ reported, form, isEndedByCaller }, attempt, context.role);
  const paid = ending === 'threads' ? reported : usage;
  return { ...broken, outcome: { fault }, usage: paid, estimate, isFinal: true };
}

/**
 * Estimates the cost of a stream that its provider ended before it reported all usage. The gateway counts high, so only a
 * count of more than twice the reported output shows this.
 * @returns undefined if the provider's own count holds.
 */
export function estimateWritten(
  reported: Usage | undefined,
  attempt: Attempt,
  { role }: RequestContext,
): CutCost | undefined {
  const tokensWritten = attempt.stream?.tokensWritten ?? 0;
  if (tokensWritten <= 2 * (reported?.tokensOut ?? 0)) return undefined;
  return estimateCut({ reported, form: 'events', isEndedByCaller: false }, attempt, role);
}

/**
 * Estimates the cost of a whole text whose usage did not come, because a short `timeout_seconds` would else make it
 * free.
 */
export function billUncountedText(text: string, attempt: Attempt, { role }: RequestContext): Usage {
  const textTokens = likelyTokensOfLong(text);
  const cut = { reported: undefined, textTokens, form: 'events', isEndedByCaller: true } as const;
  return estimateCut(cut, attempt, role).usage;
}

/**
 * Estimates the cost of an attempt whose result an error of the gateway lost.
 * @returns undefined if the provider did not get the whole request, or refused it.
 */
export function estimateLost(attempt: Attempt, context: RequestContext): Usage | undefined {
  const { isSentWhole = false, status } = attempt.exchange;
  const isRefused = status !== undefined && isErrorStatus(status);
  return isSentWhole && !isRefused ? billUncountedText('', attempt, context) : undefined;
}

/**
 * Makes the fault of an unreadable reply final if the reply is billed, because the next one would be billed as well.
 */
export function billedFault(fault: Fault, usage: Usage | undefined): Fault {
  return isBilled(usage) && fault.code === 'malformed_reply' ? { ...fault, retryable: false } : fault;
}

/** Whether the usage has anything that a provider bills. */
export function isBilled(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.tokensIn + usage.tokensOut + usage.searches > 0;
}

/** Finds the part of the gateway that ended a reply; undefined if the provider or the network did. */
function endingOf(cause: unknown): 'clock' | 'size' | 'threads' | undefined {
  if (cause instanceof ReplyTooLarge || cause instanceof NoMemoryForReply) return 'size';
  if (!(cause instanceof TransportError)) return undefined;
  if (isLostByTcp(cause)) return undefined;
  return cause.code === 'timeout' ? 'clock' : cause.code === 'overloaded' ? 'threads' : undefined;
}

/** Only the request's own `timeout_seconds` and the account's own memory use are the caller's doing. */
function isCallersDoing(cause: unknown, isTimeOver: boolean, { ownTimeout }: RequestContext): boolean {
  if (isTimeOver) return ownTimeout?.signal.isStopped === true;
  return cause instanceof NoMemoryForReply && cause.isOfAccount;
}

/** The facts about a reply that the gateway ended. */
interface CutReply {
  /** The usage that the provider reported before the end. */
  readonly reported: Usage | undefined;
  /** The tokens of a whole text. The last event may have had some of it, and they are not counted in the stream. */
  readonly textTokens?: number;
  /**
   * How the reply came. `events`: the events show how far the model was. `whole`: nothing shows it, because the reply would
   * have come whole. `unbegun`: the provider has the prompt and had not begun to send events.
   */
  readonly form: 'events' | 'whole' | 'unbegun';
  /**
   * The caller ended it, by its own `timeout_seconds` or because its own answers use up the gateway's memory for them; or
   * the caller has the whole answer.
   */
  readonly isEndedByCaller: boolean;
}

/** The cost of a call whose reply the gateway ended. */
interface CutCost {
  /**
   * What the caller pays: the input and the text that came, or the reported usage if that is more. If the caller ended the
   * call, it pays the whole estimate; otherwise a short `timeout_seconds` would make hidden reasoning free.
   */
  readonly usage: Usage;
  /** What the provider probably bills, at least as much as `usage`. The operator bears the difference. */
  readonly estimate: Usage;
}

/** Gives a lower bound of a prompt's tokens, because most tokens have fewer bytes. */
const BYTES_PER_TOKEN = 4;

/** Almost every model writes faster, so the estimate is low. */
const TOKENS_PER_SECOND = 30;

/**
 * Estimates the cost of a call whose reply the gateway ended, because an endless answer must not be free. Reasoning that
 * the provider does not show, or only summarizes, counts as the model's typical reasoning. A reply that would have come
 * whole counts as the model's typical answer, or as the text that its time was enough for if that is more.
 */
function estimateCut(
  cut: CutReply,
  { planned, stream, startedAt }: Attempt,
  role: RequestContext['role'],
): CutCost {
  const { textBytes, fitted, reasoningTokens, call } = planned;
  const { model, settings } = call;
  const { reported, form } = cut;
  const hasReasoned = stream?.hasReasoned ?? false;
  const tokensWritten = Math.max(stream?.tokensWritten ?? 0, cut.textTokens ?? 0);
  const promptBytes = textBytes + (fitted?.schemaBytes ?? 0);
  // Each digit or mark is a token, so by its bytes alone a prompt of them would cost a quarter.
  const textTokens = Math.max(
    promptBytes / BYTES_PER_TOKEN,
    plannedTokens(planned, role) * EXPECTED_TEXT_SHARE,
  );
  const promptTokens = Math.ceil(textTokens + fileTokens(call) * EXPECTED_TEXT_SHARE);
  // No provider bills more. The count of a text with many blanks may be higher.
  const maxTokensOut = settings.maxTokens + model.limits.uncappedReasoningTokens;
  const atLeast = (tokens: number): number =>
    Math.max(reported?.tokensOut ?? 0, Math.min(maxTokensOut, tokens));
  const visibleTokens =
    tokensWritten === 0 ? 0 : Math.max(1, Math.floor(tokensWritten * EXPECTED_TEXT_SHARE));
  const { answer, verdict, reasoning } = model.typicalOutputTokens;
  const showsAllReasoning = hasReasoned && planned.entry.plugin.stream?.showsAllReasoning === true;
  const isReasoningKnown = form === 'unbegun' || showsAllReasoning || (reported?.tokensReasoning ?? 0) > 0;
  const maySearch = planned.paidExtras.webSearch && form !== 'unbegun';
  const unseenReasoning = isReasoningKnown ? 0 : (reasoningTokens ?? reasoning);
  const typical = unseenReasoning + (role === 'judge' ? verdict : answer);
  const unseen =
    form === 'whole'
      ? Math.max(typical, Math.floor(((performance.now() - startedAt) / 1_000) * TOKENS_PER_SECOND))
      : unseenReasoning;
  const usage: Usage = {
    // Some providers report zeros first and count at the end.
    tokensIn: reported?.tokensIn || Math.min(promptTokens, model.limits.contextTokens),
    tokensCached: reported?.tokensCached ?? 0,
    tokensCacheWrite: reported?.tokensCacheWrite ?? 0,
    tokensOut: atLeast(visibleTokens),
    tokensReasoning: reported?.tokensReasoning ?? (hasReasoned ? null : 0),
    searches: reported?.searches ?? 0,
  };
  const estimate: Usage = {
    ...usage,
    tokensOut: atLeast(visibleTokens + unseen),
    tokensReasoning: unseenReasoning > 0 ? null : usage.tokensReasoning,
    // Most providers report searches in their last event. A model that has not begun has not searched.
    searches: maySearch && usage.searches === 0 ? LIKELY.searches : usage.searches,
  };
  return { usage: cut.isEndedByCaller ? estimate : usage, estimate };
}

/** The tokens of the texts, counted high. A judge's call is planned without its turns. */
function plannedTokens({ textTokens, call, fitted }: PlannedCall, role: RequestContext['role']): number {
  if (role !== 'judge') return textTokens;
  const texts = [...call.system, ...call.turns];
  return texts.reduce((sum, { text }) => sum + tokensOf(text), fitted?.tokens ?? 0);
}
