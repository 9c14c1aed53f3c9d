import type { CompareAnswersResult } from '../../../generated/tool-results.ts';
import { checkCompareParts } from '../../read/read-prompt.ts';
import { runTold } from '../run-told.ts';
import { checkInput, type Tool } from '../tool.ts';

/** As POST /api/v1/compare with `Prefer: respond-async`. */
export const compareAnswers: Tool = {
  name: 'compare_answers',
  title: 'Compare given answers',
  description:
    'Has judge models compare answers that you have, pair by pair and in both orders, and rank them. No other model is run. Costs credits; quote says how many.',
  spends: true,
  async run(call): Promise<CompareAnswersResult> {
    checkInput('compare_answers', call);
    const { services, serving, toolArguments } = call;
    const { results: _, ...told } = await runTold(
      call,
      checkCompareParts(toolArguments, serving, services.limits),
    );
    return told;
  },
};
