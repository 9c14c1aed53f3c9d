import type { EstimatedEntry } from './hold-for.ts';
import type { Prompt } from './request-context.ts';
import type { PromptPlan } from './plan-prompt.ts';

/**
 * What its caller can do to make this request's hold smaller, as the end of a sentence: that which most of it is held for
 * comes first.
 */
export function waysToHoldLess(
  { hold, pairs }: Pick<PromptPlan, 'hold' | 'pairs'>,
  { given, isOfPanel = false }: Pick<Prompt, 'given' | 'isOfPanel'>,
): string {
  if (isOfPanel) return 'lower maxTokens, shorten the prompt, or ask another model';
  if (heldFor(hold.judges) <= heldFor(hold.models))
    return hold.models.length < 2
      ? 'lower maxTokens, or shorten the prompt'
      : 'send fewer models, lower maxTokens, or shorten the prompt: most of it is for the models';
  return `${waysToJudgeLess(pairs.length, given === undefined)}: most of it is for the judges`;
}

function waysToJudgeLess(pairs: number, isAsked: boolean): string {
  if (pairs > 1)
    return `send fewer judges or ${isAsked ? 'models' : 'answers'}, or name fewer pairs in judge_pairs`;
  return isAsked
    ? 'send fewer judges or none, or shorten the prompt'
    : 'send fewer or other judges, or shorten the answers';
}

function heldFor(entries: readonly EstimatedEntry[]): number {
  return entries.reduce((sum, { holdMicroCredits }) => sum + holdMicroCredits, 0);
}
