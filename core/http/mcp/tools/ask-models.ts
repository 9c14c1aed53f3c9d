import type { AskModelsResult } from '../../../generated/tool-results.ts';
import { checkParts } from '../../read/read-prompt.ts';
import { runTold } from '../run-told.ts';
import { checkInput, type Tool } from '../tool.ts';

/** As POST /api/v1/prompt with `Prefer: respond-async`: a client that leaves ends nothing. */
export const askModels: Tool = {
  name: 'ask_models',
  title: 'Ask several models',
  description:
    'Sends one prompt to several language models at once and returns their answers. With judges, other models compare the answers pair by pair and rank them. Costs credits; quote says how many. Long answers are cut; get_prompt returns the rest.',
  spends: true,
  async run(call): Promise<AskModelsResult> {
    checkInput('ask_models', call);
    const { services, serving, toolArguments } = call;
    return await runTold(call, checkParts(toolArguments, serving, services.limits));
  },
};
