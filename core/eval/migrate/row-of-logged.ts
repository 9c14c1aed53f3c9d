import type { JsonObject } from '../../contract.ts';
import { isJsonArray, objectIn } from '../../manifests/load/json-values.ts';
import type { Row } from '../suite/suite.ts';
import type { CarryTuning } from './carry-tuning.ts';
import { systemText, type LoggedPrompt } from './logged-prompt.ts';

export interface RowTerms {
  readonly carry: CarryTuning;
  /** Whether the logged answer is compared. */
  readonly keepsAnswer: boolean;
}

/** Fields that every model is sent as they were logged. */
const SAME_FOR_ALL = ['history', 'generation_settings', 'response_schema', 'judge_prompt'];

/** A logged request as a row. Whatever of it is about its own models, judges or price is left out. */
export function rowOfLogged(logged: LoggedPrompt, { carry, keepsAnswer }: RowTerms): Row {
  const { promptLogId, request, prompt, answer } = logged;
  const { system_prompt: system } = request;
  const tuning = carry(objectIn(request, 'model_tuning'));
  const more: JsonObject = {
    // In blocks, which may carry cache breakpoints.
    ...(system !== undefined && isJsonArray(system) && { system_prompt: system }),
    ...Object.fromEntries(
      SAME_FOR_ALL.flatMap((field) => {
        const value = request[field];
        return value === undefined ? [] : [[field, value] as const];
      }),
    ),
    ...(tuning !== undefined && { model_tuning: tuning }),
  };
  const text = systemText(request);
  return {
    id: promptLogId,
    prompt,
    ...(text !== undefined && { system_prompt: text }),
    tags: [],
    ...(Object.keys(more).length > 0 && { more }),
    ...(keepsAnswer && { logged: answer }),
  };
}
