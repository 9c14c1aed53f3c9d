import { isRecord } from '../../../text/is-record.ts';
import { RequestContext } from '../../../pipeline/request-context.ts';
import { quotePrompt } from '../../../pipeline/quote-prompt.ts';
import { checkCompareParts, checkParts } from '../../read/read-prompt.ts';
import { checkInput, type Tool } from '../tool.ts';

/** As POST /api/v1/prompt/quote and POST /api/v1/compare/quote. */
export const quote: Tool = {
  name: 'quote',
  title: 'Quote the cost of a call',
  description:
    'What ask_models would cost with the same arguments, or compare_answers if you give answers instead of models: credits expected, required as balance, and at most. Runs and charges nothing.',
  spends: false,
  async run(call) {
    checkInput('quote', call);
    const { services, serving, toolArguments, admittedRequest } = call;
    const { value } = toolArguments;
    const isComparison = isRecord(value) && 'answers' in value;
    const check = isComparison ? checkCompareParts : checkParts;
    const prompt = check(toolArguments, serving, services.limits);
    const { account } = admittedRequest.caller;
    return await quotePrompt(new RequestContext(services, serving, prompt, account));
  },
};
