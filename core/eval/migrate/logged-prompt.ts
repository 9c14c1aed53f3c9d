import type { JsonObject } from '../../contract.ts';
import { systemText } from '../../client/request-parts.ts';
import type { PromptRecord } from '../../generated/prompt-record.ts';
import type { Result } from '../../generated/prompt-response.ts';
import type { ListedPrompt } from '../../generated/prompts-response.ts';
import { isJsonArray, isJsonObject, objectIn } from '../../schema/json-values.ts';

/** Why a logged request is not asked again. */
export type SkipReason =
  | 'zeroDataRetention'
  | 'unfinished'
  | 'notKept'
  | 'noAnswer'
  | 'attachments'
  | 'cachedContent'
  | 'repeated';

/** A logged request that a model answered. */
export interface LoggedPrompt {
  readonly promptLogId: string;
  /** As it was sent. */
  readonly request: JsonObject;
  readonly prompt: string;
  /** The model's result. */
  readonly answer: Result;
}

/** Why a request cannot be asked again, by its entry in the list. */
export function skipReasonOf(listed: ListedPrompt): SkipReason | undefined {
  const { zeroDataRetention, state, textsRetained } = listed;
  if (zeroDataRetention) return 'zeroDataRetention';
  if (state !== 'settled') return 'unfinished';
  return textsRetained ? undefined : 'notKept';
}

/** The request and the model's answer of a record, or why it cannot be asked again. */
export function loggedPrompt(
  { promptLogId, request, response, zeroDataRetention }: PromptRecord,
  modelId: string,
): LoggedPrompt | SkipReason {
  if (zeroDataRetention) return 'zeroDataRetention';
  if (!isJsonObject(request) || response === null) return 'notKept';
  const { prompt, attachments } = request;
  if (typeof prompt !== 'string') return 'notKept';
  // The log has their names and sizes alone.
  if (isJsonArray(attachments) && attachments.length > 0) return 'attachments';
  // Whatever was in it belongs to the prompt, and to this one model.
  if ('cachedContent' in objectIn(objectIn(request, 'model_tuning'), modelId)) return 'cachedContent';
  const answer = response.results.find(
    (result) => result.modelId === modelId && result.status === 'completed' && result.output.trim() !== '',
  );
  return answer === undefined ? 'noAnswer' : { promptLogId, request, prompt, answer };
}

/** Equal for requests whose text is the same to a model. Settings and tuning do not count. */
export function promptIdentity({ request }: LoggedPrompt): string {
  const { prompt = '', history = [], response_schema: schema = null } = request;
  const turns = isJsonArray(history) ? history.filter(isJsonObject) : [];
  return JSON.stringify([
    prompt,
    systemPromptOf(request),
    turns.map(({ role = '', content = '' }) => [role, content]),
    schema,
  ]);
}

/** The system prompt as one text; a blank line divides its blocks, as for models that take no blocks. */
export function systemPromptOf({ system_prompt: system }: JsonObject): string {
  return systemText(system, '\n\n');
}
