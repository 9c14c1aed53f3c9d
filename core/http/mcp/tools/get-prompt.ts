import { GatewayError } from '../../../errors.ts';
import type { GetPromptResult, ToolText } from '../../../generated/tool-results.ts';
import { sliceText } from '../../../text/slice-text.ts';
import { describeRequest } from '../../routes/describe-request.ts';
import { findRecordOf } from '../../routes/record/find-record.ts';
import { currentRecord } from '../../routes/record/running-record.ts';
import { findParts, type FoundParts } from '../find-parts.ts';
import { MAX_TEXT_CHARACTERS, tellAnswer } from '../told-answer.ts';
import { checkInput, type Tool } from '../tool.ts';

/** As GET /api/v1/prompts/{promptLogId}, in parts that a model can take. */
export const getPrompt: Tool = {
  name: 'get_prompt',
  title: 'Get an earlier request',
  description:
    'State, cost, results and ranking of a request that ask_models or compare_answers ran or runs; with index, the text of one result, a part at a time.',
  spends: false,
  async run(call): Promise<GetPromptResult> {
    const { promptLogId, index, offset = 0 } = checkInput('get_prompt', call);
    const { caller } = call.admittedRequest;
    const found = await findRecordOf(promptLogId, caller, call.services.ledger);
    const current = await currentRecord(found, caller, call.services);
    const parts = await findParts(current, index, call);
    const head = {
      ...describeRequest(current.record),
      ...(parts.isRunning && { state: 'running' as const }),
    };
    if (parts.notice !== undefined) return { ...head, notice: parts.notice };
    if (index !== undefined) return { ...head, text: tellText(parts, { index, offset }) };
    return { ...head, ...tellAnswer(parts), ranking: [...parts.ranking] };
  },
};

function tellText(
  { results, isRunning }: FoundParts,
  { index, offset }: { readonly index: number; readonly offset: number },
): ToolText {
  const found = results.find((one) => one.index === index);
  if (found === undefined) throw noResult(isRunning);
  const { modelId, output } = found.result;
  const part = sliceText(output, { offset, characters: MAX_TEXT_CHARACTERS });
  return { index, modelId, offset, ...part, outputBytes: Buffer.byteLength(output) };
}

function noResult(isRunning: boolean): GatewayError {
  const message = isRunning
    ? 'this result is not there yet: ask again later'
    : 'the request has no such result: call get_prompt without index to see which it has';
  return new GatewayError('validation-failed', { errors: [{ pointer: '/index', code: 'range', message }] });
}
