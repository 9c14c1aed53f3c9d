import type { Model } from '../../contract.ts';
import type { MeteredOutput, RunRole } from './metered-outputs.ts';
import type { PlannedCall } from './plan-call.ts';

/** Output tokens of one call: all that is billed, and the part that others read. */
export interface TypicalOutput {
  readonly billed: number;
  readonly visible: number;
}

/** Declared figures are what a call rarely exceeds; the mean is about a third of that. */
const EXPECTED_SHARE = 1 / 3;
/** All accounts share the ledger's figures; many short calls of one lower the others' holds no further than this. */
const LEAST_METERED_SHARE = 1 / 2;
/** A caller that asks for much room is likely to use some of it. */
const LEAST_SHARE_OF_CAP = 1 / 10;

/**
 * What a call's output rarely exceeds, or, `expected`, comes to in the mean: by the gateway's own ledger where that knows
 * enough calls, else by the manifest. Thinking that the caller asks for is added. Never above the call's cap, and, except
 * for the mean, never below a tenth of a cap that the caller asks for.
 * @param metered undefined where too few calls are known.
 */
export function typicalOutput(
  {
    call: { model, settings },
    reasoningTokens,
    askedMaxTokens,
  }: Pick<PlannedCall, 'call' | 'reasoningTokens' | 'askedMaxTokens'>,
  role: RunRole,
  metered: MeteredOutput | undefined,
  isExpected: boolean,
): TypicalOutput {
  const declared = declaredOutput(model, role);
  const share = isExpected ? EXPECTED_SHARE : 1;
  const leastMetered = (declared.visible + declared.reasoning) * share * LEAST_METERED_SHARE;
  const measured = metered && Math.max(leastMetered, isExpected ? metered.meanTokens : metered.likelyTokens);
  // Metered calls thought as much as their callers asked them to; more than usual comes on top.
  const extra = Math.max(0, (reasoningTokens ?? 0) - declared.reasoning);
  const less = Math.max(0, declared.reasoning - (reasoningTokens ?? declared.reasoning));
  const isAllVisible = measured !== undefined && declared.reasoning === 0 && extra === 0;
  const visible = Math.ceil(
    isAllVisible ? measured : Math.min(declared.visible * share, measured ?? Infinity),
  );
  const thought =
    measured === undefined
      ? Math.ceil((declared.reasoning + extra - less) * share)
      : Math.ceil(measured + extra * share) - visible;
  const { uncappedReasoningTokens } = model.limits;
  const least = isExpected
    ? 0
    : Math.ceil(Math.min(askedMaxTokens ?? 0, settings.maxTokens) * LEAST_SHARE_OF_CAP);
  const shown = Math.max(least, Math.min(visible, settings.maxTokens));
  return uncappedReasoningTokens > 0
    ? { visible: shown, billed: shown + Math.min(thought, uncappedReasoningTokens) }
    : { visible: shown, billed: Math.max(least, Math.min(visible + thought, settings.maxTokens)) };
}

function declaredOutput(
  { typicalOutputTokens: { answer, verdict, reasoning } }: Model,
  role: RunRole,
): { readonly visible: number; readonly reasoning: number } {
  return { visible: role === 'judge' ? verdict : answer, reasoning };
}
