import type { Model } from '../../contract.ts';
import type { MeteredOutput, RunRole } from './metered-outputs.ts';
import type { PlannedCall } from './plan-call.ts';

/** Output tokens of one call: all that is billed, and the part that others read. */
export interface TypicalOutput {
  readonly billed: number;
  readonly visible: number;
}

/** Declared figures are what hardly a call exceeds. The mean of such a spread is about a third of that. */
const EXPECTED_SHARE = 1 / 3;

/**
 * What a call's output hardly exceeds, or, `expected`, comes to in the mean: by the gateway's own ledger where that knows
 * enough calls, else by the manifest. Thinking that the caller asks for is added. Never above the call's cap.
 * @param metered undefined where too few calls are known.
 */
export function typicalOutput(
  { call: { model, settings }, reasoningTokens }: Pick<PlannedCall, 'call' | 'reasoningTokens'>,
  role: RunRole,
  metered: MeteredOutput | undefined,
  isExpected: boolean,
): TypicalOutput {
  const declared = declaredOutput(model, role);
  const share = isExpected ? EXPECTED_SHARE : 1;
  const measured = isExpected ? metered?.meanTokens : metered?.likelyTokens;
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
  return uncappedReasoningTokens > 0
    ? {
        visible: Math.min(visible, settings.maxTokens),
        billed: Math.min(visible, settings.maxTokens) + Math.min(thought, uncappedReasoningTokens),
      }
    : {
        visible: Math.min(visible, settings.maxTokens),
        billed: Math.min(visible + thought, settings.maxTokens),
      };
}

function declaredOutput(
  { typicalOutputTokens: { answer, verdict, reasoning } }: Model,
  role: RunRole,
): { readonly visible: number; readonly reasoning: number } {
  return { visible: role === 'judge' ? verdict : answer, reasoning };
}
