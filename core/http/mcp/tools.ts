import { type GatewayError, wrongFields } from '../../errors.ts';
import type {
  AskModelsResult,
  CompareAnswersResult,
  GetPromptResult,
  ListModelsResult,
  ToolText,
} from '../../generated/tool-results.ts';
import { mayUse } from '../../ledger/administration/settings.ts';
import { quotePrompt } from '../../pipeline/quote-prompt.ts';
import { RequestContext } from '../../pipeline/request-context.ts';
import { describeModel } from '../../registry/describe-model.ts';
import { isRecord } from '../../text/plain-json.ts';
import { sliceText } from '../../text/slice-text.ts';
import { checkCompareParts, checkParts } from '../read/read-prompt.ts';
import { describeRequest } from '../routes/prompts.ts';
import { findRecord } from '../routes/record/find-record.ts';
import { currentRecord } from '../routes/record/running-record.ts';
import { findParts, type RecordParts } from './find-parts.ts';
import { runForTool } from './run-for-tool.ts';
import { MAX_TEXT_CHARACTERS, toolAnswer } from './tool-answer.ts';
import { checkInput, type Tool } from './tool.ts';

/** As POST /api/v1/prompt with `Prefer: respond-async`: the request continues after its client has left. */
const askModels: Tool = {
  name: 'ask_models',
  title: 'Ask several models',
  description:
    'Sends one prompt to several language models at once and returns their answers. With judges, other models compare the answers pair by pair and rank them; with fuse, one more answer is written from all others. Costs credits; quote says how many. Long answers are cut; get_prompt returns the rest.',
  spends: true,
  async run(call): Promise<AskModelsResult> {
    checkInput('ask_models', call);
    const { services, snapshot, toolArguments } = call;
    return await runForTool(call, checkParts(toolArguments, snapshot, services.limits));
  },
};

/** As POST /api/v1/compare with `Prefer: respond-async`. */
const compareAnswers: Tool = {
  name: 'compare_answers',
  title: 'Compare given answers',
  description:
    'Has judge models compare answers that you have, pair by pair and in both orders, and rank them. No other model is run. Costs credits; quote says how many.',
  spends: true,
  async run(call): Promise<CompareAnswersResult> {
    checkInput('compare_answers', call);
    const { services, snapshot, toolArguments } = call;
    const prompt = checkCompareParts(toolArguments, snapshot, services.limits);
    const { results, ...rest } = await runForTool(call, prompt);
    return results.length === 0 ? rest : { ...rest, results };
  },
};

/** As POST /api/v1/prompt/quote and POST /api/v1/compare/quote. */
const quote: Tool = {
  name: 'quote',
  title: 'Quote the cost of a call',
  description:
    'What ask_models would cost with the same arguments, or compare_answers if you give answers instead of models: credits expected, required as balance, and at most. Runs and charges nothing.',
  spends: false,
  async run(call) {
    checkInput('quote', call);
    const { services, snapshot, toolArguments, admittedRequest } = call;
    const { value } = toolArguments;
    const isComparison = isRecord(value) && 'answers' in value;
    const check = isComparison ? checkCompareParts : checkParts;
    const prompt = check(toolArguments, snapshot, services.limits);
    const { account } = admittedRequest.caller;
    return await quotePrompt(new RequestContext(services, snapshot, prompt, account));
  },
};

/** As GET /api/v1/models, without the fields that only programs need. */
const listModels: Tool = {
  name: 'list_models',
  title: 'List the models',
  description:
    'IDs, prices and limits of all models that ask_models can use as models or judges with this key. Models that are not configured fail.',
  spends: false,
  async run(call): Promise<ListModelsResult> {
    checkInput('list_models', call);
    const { registry, upstream } = call.snapshot;
    const { account } = call.admittedRequest.caller;
    const allowed = registry.entries.filter(({ model }) => mayUse(account, model.id));
    const models = allowed.map((entry) => {
      const model = describeModel(entry, upstream.connections.has(entry.provider.id));
      return {
        id: model.id,
        provider: model.provider,
        configured: model.configured,
        inputUsdPerMillion: model.price.inputUsdPerMillion,
        outputUsdPerMillion: model.price.outputUsdPerMillion,
        contextTokens: model.limits.contextTokens,
        outputTokens: model.limits.outputTokens,
        shutdown: model.shutdown,
        successor: model.successor,
      };
    });
    return { models };
  },
};

/** As GET /api/v1/prompts/{promptLogId}, in parts that are short enough for a model. */
const getPrompt: Tool = {
  name: 'get_prompt',
  title: 'Get an earlier request',
  description:
    'State, cost, results and ranking of a request that ask_models or compare_answers ran or runs; with index, the text of one result, a part at a time.',
  spends: false,
  async run(call): Promise<GetPromptResult> {
    const { promptLogId, index, offset = 0 } = checkInput('get_prompt', call);
    const { caller } = call.admittedRequest;
    const record = await findRecord(promptLogId, caller, call.services.ledger);
    const current = await currentRecord(record, caller, call.services);
    const parts = await findParts(current, index, call);
    const head = {
      ...describeRequest(current.record),
      ...(parts.isRunning && { state: 'running' as const }),
    };
    if (parts.notice !== undefined) return { ...head, notice: parts.notice };
    if (index !== undefined) return { ...head, text: textSlice(parts, index, offset) };
    return { ...head, ...toolAnswer(parts.results, parts.evaluations), ranking: [...parts.ranking] };
  },
};

function textSlice({ results, isRunning }: RecordParts, index: number, offset: number): ToolText {
  const placed = results.find((one) => one.index === index);
  if (placed === undefined) throw noResult(isRunning);
  const { modelId, output } = placed.result;
  const part = sliceText(output, offset, MAX_TEXT_CHARACTERS);
  return { index, modelId, offset, ...part, outputBytes: Buffer.byteLength(output) };
}

function noResult(isRunning: boolean): GatewayError {
  const message = isRunning
    ? 'this result is not there yet: ask again later'
    : 'the request has no such result: call get_prompt without index to see which it has';
  return wrongFields([{ pointer: '/index', code: 'range', message }]);
}

/** All tools, in the order in which clients show them. */
export const TOOLS: readonly Tool[] = [askModels, compareAnswers, quote, listModels, getPrompt];
