import type { JsonObject } from '../../contract.ts';
import { isJsonArray, objectIn } from '../../schema/json-values.ts';
import type { Row } from '../suite/suite.ts';
import type { CarryTuning } from './carry-tuning.ts';
import { systemPromptOf, type LoggedPrompt } from './logged-prompt.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

export interface RowOptions {
  readonly carry: CarryTuning;
  /** Whether the logged answer is compared. */
  readonly keepsAnswer: boolean;
}

/** A logged request as a row. Whatever of it is about its own models, judges or price is left out. */
export function rowOfLogged(logged: LoggedPrompt, { carry, keepsAnswer }: RowOptions): Row {
  const { promptLogId, request, prompt, answer } = logged;
  const { system_prompt: system } = request;
  const more: JsonObject = omitUndefined({
    // In blocks, which may carry cache breakpoints.
    system_prompt: isJsonArray(system) ? system : undefined,
    history: request['history'],
    generation_settings: request['generation_settings'],
    response_schema: request['response_schema'],
    judge_prompt: request['judge_prompt'],
    model_tuning: carry(objectIn(request, 'model_tuning')),
  });
  return omitUndefined({
    id: promptLogId,
    prompt,
    system_prompt: systemPromptOf(request) || undefined,
    tags: [],
    more: Object.keys(more).length > 0 ? more : undefined,
    logged: keepsAnswer ? answer : undefined,
  });
}
