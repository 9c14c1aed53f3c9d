import { fileTokens, LIKELY_SEARCHES } from '../../billing/quote.ts';
import { EXPECTED_TEXT_SHARE } from '../../text/likely-tokens.ts';
import { tokensOf } from '../../text/shared-text.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { Usage } from '../../billing/read-usage.ts';
import type { RequestContext } from '../request-context.ts';

/** The facts about a reply that the gateway ended. */
export interface CutReply {
  /** The usage that the provider reported before the end. */
  readonly reported: Usage | undefined;
  /** The tokens of the text and reasoning that came, counted high. */
  readonly tokensWritten: number;
  /** The provider has shown reasoning. */
  readonly hasReasoned: boolean;
  /**
   * How the reply came. `events`: the events show how far the model was. `whole`: nothing shows it, because the reply would
   * have come whole. `unbegun`: the provider has the prompt and had not begun to send events.
   */
  readonly form: 'events' | 'whole' | 'unbegun';
  /** The time since the request was sent, in milliseconds, if the reply would have come whole. */
  readonly workedMs?: number;
  /**
   * The caller ended it, by its own `timeout_seconds` or because its own answers use up the gateway's memory for them; or
   * the caller has the whole answer.
   */
  readonly isEndedByCaller: boolean;
}

/** The cost of a call whose reply the gateway ended. */
export interface CutCost {
  /**
   * What the caller pays: the input and the text that came, or the reported usage if that is more. If the caller ended the
   * call, it pays the whole estimate; otherwise a short `timeout_seconds` would make hidden reasoning free.
   */
  readonly usage: Usage;
  /** What the provider probably bills, at least as much as `usage`. The operator bears the difference. */
  readonly estimate: Usage;
}

/** For a prompt without reported usage. Most tokens have fewer bytes, so the estimate favours the caller. */
const BYTES_PER_TOKEN = 4;

/** Almost every model writes faster, so that the estimate is low. */
const TOKENS_PER_SECOND = 30;

/**
 * Estimates the cost of a call whose reply the gateway ended, because an endless answer must not be free. Reasoning that
 * the provider does not show, or only summarizes, counts as the model's typical reasoning. A reply that would have come
 * whole counts as the model's typical answer, or as the text that its time was enough for if that is more.
 */
export function estimateCut(cut: CutReply, planned: PlannedCall, role: RequestContext['role']): CutCost {
  const { textBytes, fitted, reasoningTokens, call } = planned;
  const { model, settings } = call;
  const { reported, hasReasoned, form } = cut;
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
    cut.tokensWritten === 0 ? 0 : Math.max(1, Math.floor(cut.tokensWritten * EXPECTED_TEXT_SHARE));
  const { answer, verdict, reasoning } = model.typicalOutputTokens;
  const isAllShown = hasReasoned && planned.entry.plugin.stream?.showsAllReasoning === true;
  const isReasoningKnown = form === 'unbegun' || isAllShown || (reported?.tokensReasoning ?? 0) > 0;
  const maySearch = planned.paidExtras.webSearch && form !== 'unbegun';
  const unseenReasoning = isReasoningKnown ? 0 : (reasoningTokens ?? reasoning);
  const typical = unseenReasoning + (role === 'judge' ? verdict : answer);
  const unseen =
    form === 'whole'
      ? Math.max(typical, Math.floor(((cut.workedMs ?? 0) / 1_000) * TOKENS_PER_SECOND))
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
    searches: maySearch && usage.searches === 0 ? LIKELY_SEARCHES : usage.searches,
  };
  return { usage: cut.isEndedByCaller ? estimate : usage, estimate };
}

/** The tokens of the texts, counted high. A judge's call is planned without its turns. */
function plannedTokens({ textTokens, call, fitted }: PlannedCall, role: RequestContext['role']): number {
  if (role !== 'judge') return textTokens;
  const said = [...call.system, ...call.turns];
  return said.reduce((sum, { text }) => sum + tokensOf(text), fitted?.tokens ?? 0);
}
