import { fileTokens, LIKELY_SEARCHES } from '../../billing/quote.ts';
import { EXPECTED_TEXT_SHARE } from '../../text/likely-tokens.ts';
import { tokensOf } from '../../text/shared-text.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { Usage } from '../../billing/read-usage.ts';
import type { RequestContext } from '../request-context.ts';

/** What is known of a reply that the gateway ended. */
export interface CutReply {
  /** By the provider, until then. */
  readonly reported: Usage | undefined;
  /** Of the text and the reasoning that came, counted high. */
  readonly tokensWritten: number;
  /** The provider has shown reasoning. */
  readonly hasReasoned: boolean;
  /**
   * What shows how far the model was: `events`, or nothing, since the reply was to come `whole`. `unbegun`: it was to come
   * as events, and the provider has had the prompt and not begun.
   */
  readonly form: 'events' | 'whole' | 'unbegun';
  /** Since the request went out, milliseconds; of a reply that was to come whole. */
  readonly workedMs?: number;
  /**
   * The caller ended it, by its own `timeout_seconds` or since its own answers fill the gateway's room for them; or it has
   * the whole answer.
   */
  readonly isEndedByCaller: boolean;
}

/** What a call has cost whose reply the gateway ended. */
export interface CutCost {
  /**
   * What the caller pays: the input and what came, or what the provider has reported of them where that is more. All of
   * the estimate where it ended the call itself, else a short time of its own would make hidden reasoning free.
   */
  readonly usage: Usage;
  /** What the provider bills by estimate, at least the same. The operator bears the difference. */
  readonly estimate: Usage;
}

/** Of a prompt whose provider has reported nothing. Fewer than most have, so that an estimate is in the caller's favour. */
const BYTES_PER_TOKEN = 4;

/** Fewer than nearly every model writes in a second. */
const TOKENS_PER_SECOND = 30;

/**
 * What a call has cost whose reply the gateway ended: an endless answer is no way to use a provider for nothing, read or
 * not. Reasoning that the provider does not show, or only sums up, and an answer that was to come whole, count as what is
 * typical of the model, and the latter also as what its time was enough for.
 */
export function estimateCut(cut: CutReply, planned: PlannedCall, role: RequestContext['role']): CutCost {
  const { textBytes, fitted, reasoningTokens, call } = planned;
  const { model, settings } = call;
  const { reported, hasReasoned, form } = cut;
  const promptBytes = textBytes + (fitted?.schemaBytes ?? 0);
  // Digits and marks are a token each: by their bytes alone a prompt of them would cost a quarter.
  const textTokens = Math.max(
    promptBytes / BYTES_PER_TOKEN,
    plannedTokens(planned, role) * EXPECTED_TEXT_SHARE,
  );
  const promptTokens = Math.ceil(textTokens + fileTokens(call) * EXPECTED_TEXT_SHARE);
  // No provider bills more; blanks, of which a token may be many, could come to more.
  const maxTokensOut = settings.maxTokens + model.limits.uncappedReasoningTokens;
  const atLeast = (tokens: number): number =>
    Math.max(reported?.tokensOut ?? 0, Math.min(maxTokensOut, tokens));
  const came = cut.tokensWritten === 0 ? 0 : Math.max(1, Math.floor(cut.tokensWritten * EXPECTED_TEXT_SHARE));
  const { answer, verdict, reasoning } = model.typicalOutputTokens;
  const isAllShown = hasReasoned && planned.entry.plugin.stream?.showsAllReasoning === true;
  const isReasoningKnown = form === 'unbegun' || isAllShown || (reported?.tokensReasoning ?? 0) > 0;
  const maySearch = planned.asked.webSearch && form !== 'unbegun';
  const unseenReasoning = isReasoningKnown ? 0 : (reasoningTokens ?? reasoning);
  const typical = unseenReasoning + (role === 'judge' ? verdict : answer);
  const unseen =
    form === 'whole'
      ? Math.max(typical, Math.floor(((cut.workedMs ?? 0) / 1_000) * TOKENS_PER_SECOND))
      : unseenReasoning;
  const usage: Usage = {
    // Some begin with zeros, and count at their end.
    tokensIn: reported?.tokensIn || Math.min(promptTokens, model.limits.contextTokens),
    tokensCached: reported?.tokensCached ?? 0,
    tokensCacheWrite: reported?.tokensCacheWrite ?? 0,
    tokensOut: atLeast(came),
    tokensReasoning: reported?.tokensReasoning ?? (hasReasoned ? null : 0),
    searches: reported?.searches ?? 0,
  };
  const estimate: Usage = {
    ...usage,
    tokensOut: atLeast(came + unseen),
    tokensReasoning: unseenReasoning > 0 ? null : usage.tokensReasoning,
    // Most providers name them in their last event. An unbegun reply has looked for nothing yet.
    searches: maySearch && usage.searches === 0 ? LIKELY_SEARCHES : usage.searches,
  };
  return { usage: cut.isEndedByCaller ? estimate : usage, estimate };
}

/** Of the text, counted high. A judge's is planned without its turns. */
function plannedTokens({ textTokens, call, fitted }: PlannedCall, role: RequestContext['role']): number {
  if (role !== 'judge') return textTokens;
  const said = [...call.system, ...call.turns];
  return said.reduce((sum, { text }) => sum + tokensOf(text), fitted?.tokens ?? 0);
}
