import type { HeldEntry } from './hold-for.ts';
import type { Prompt } from './plan/request-context.ts';
import type { PromptPlan } from './plan-prompt.ts';

/**
 * What its caller can do to make this request's hold smaller, as the end of a sentence: that which most of it is held for
 * comes first.
 */
export function waysToHoldLess(
  { hold }: Pick<PromptPlan, 'hold'>,
  { given, isOfPanel = false }: Pick<Prompt, 'given' | 'isOfPanel'>,
): string {
  if (isOfPanel) return 'lower maxTokens, shorten the prompt, or ask another model';
  const [models, judges] = [heldFor(hold.models), heldFor(hold.judges)];
  if (judges <= models)
    return hold.models.length < 2
      ? 'lower maxTokens, or shorten the prompt'
      : 'send fewer models, lower maxTokens, or shorten the prompt: most of it is for the models';
  const compared = given === undefined ? 'models' : 'answers';
  return `send fewer judges or ${compared}, or name fewer pairs in judge_pairs: most of it is for the judges`;
}

function heldFor(entries: readonly HeldEntry[]): number {
  return entries.reduce((sum, { holdMicroCredits }) => sum + holdMicroCredits, 0);
}
