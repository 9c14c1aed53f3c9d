/** @import { JudgeRun, Result } from '../generated/prompt-response.ts' */

/** Why a model gave nothing, by the API's code. */
const FAILURES = new Map([
  ['provider_unconfigured', 'no key for its provider'],
  ['provider_auth', 'the provider refused the gateway’s key'],
  ['rate_limited', 'too many requests for the provider'],
  ['overloaded', 'the provider is overloaded'],
  ['unavailable', 'the provider is unavailable'],
  ['timeout', 'no answer in time'],
  ['refused', 'the provider blocked it'],
  ['malformed_reply', 'the provider’s reply cannot be read'],
  ['attachment_unsupported', 'it cannot read the files'],
  ['context_too_long', 'the prompt is too long for it'],
  ['rejected', 'the provider rejected the request'],
  ['cancelled', 'cancelled'],
  ['model_retired', 'the model is shut down'],
]);

/** Fields of a request as the form calls them, where that is not what their names say. */
const FIELDS = new Map([
  ['topP', 'Top P'],
  ['judge_pairs', 'Pairs to judge'],
  ['judge_until', 'How sure judging is to be'],
  ['judge_prompt', 'What the judges look at'],
  ['judge_weights', 'What counts'],
  ['attachments', 'Files'],
  ['generation_settings', 'Settings'],
  ['max_credits', 'Credit limit'],
  ['cache', 'Earlier answers'],
  ['response_schema', 'Answer format'],
  ['model_tuning', 'Tuning'],
  ['history', 'Conversation'],
]);

/**
 * @param {string | undefined} code Of a failed result.
 * @returns {string} Without a full stop.
 */
export function failureWords(code) {
  return FAILURES.get(code ?? '') ?? 'failed';
}

/**
 * How an answer came out.
 * @param {Pick<Result, 'status' | 'finishReason'>} result
 * @returns {string}
 */
export function statusWords({ status, finishReason }) {
  if (status === 'failed') return 'failed';
  if (finishReason === 'length') return 'answered, cut at its cap';
  return finishReason === 'refused' ? 'declined to answer' : 'answered';
}

/**
 * Why a judge's run gave no verdict.
 * @param {Pick<JudgeRun, 'status' | 'error'>} run
 * @returns {string}
 */
export function missingVerdictWords({ status, error }) {
  return status === 'invalid' ? 'its answer had no readable verdict' : failureWords(error?.code);
}

/**
 * Whether a model was made to follow a schema.
 * @param {NonNullable<Result['schemaEnforcement']>} enforcement
 * @returns {string}
 */
export function enforcementWords(enforcement) {
  return enforcement === 'instruction' ? 'schema asked for in words' : 'schema enforced by the provider';
}

/**
 * A name of the API in words: `thinkingBudget` as `Thinking budget`, `max_credits` as the form calls it.
 * @param {string} name
 * @returns {string}
 */
export function nameWords(name) {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return FIELDS.get(name) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/**
 * The field of a request that a JSON Pointer names, as the form calls it.
 * @param {string} pointer Such as `/generation_settings/topP`.
 * @returns {string}
 */
export function fieldWords(pointer) {
  const [field = '', part, parameter] = pointer.split('/').slice(1);
  if (field === 'generation_settings' && part !== undefined) return nameWords(part);
  if (field === 'model_tuning' && parameter !== undefined) return nameWords(parameter);
  return nameWords(field);
}

/**
 * A sentence of the gateway with the names of settings in words.
 * @param {string} message
 * @returns {string}
 */
export function warningWords(message) {
  return message.replaceAll(/\b(?:topP|[a-z]{3,}(?:[A-Z][a-z]+)+)\b/g, (name) =>
    nameWords(name).toLowerCase(),
  );
}
