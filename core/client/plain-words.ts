import type { JudgeRun, Result } from '../generated/prompt-response.ts';

/** Why a model failed, by the API's code, and what to do about it. */
const FAILURES: Readonly<Record<string, readonly [words: string, cure: string]>> = {
  provider_unconfigured: [
    'no key for its provider',
    'Choose another model, or have the operator set the provider’s key.',
  ],
  provider_auth: ['the provider refused the gateway’s key', 'The operator has to renew the provider’s key.'],
  rate_limited: ['too many requests for the provider', 'Try again in a minute.'],
  overloaded: ['the provider is overloaded', 'Try again in a few minutes.'],
  unavailable: ['the provider is unavailable', 'Try again in a few minutes.'],
  timeout: ['no answer in time', 'Try again, or ask for a shorter answer.'],
  refused: ['the provider blocked it', 'Reword the prompt.'],
  malformed_reply: ['the provider’s reply cannot be read', 'Try again.'],
  attachment_unsupported: [
    'it cannot read the files',
    'Leave the files out, or choose a model that reads them.',
  ],
  context_too_long: [
    'the prompt is too long for it',
    'Shorten the prompt, or choose a model with a larger context.',
  ],
  rejected: ['the provider rejected the request', 'Check the settings of this model.'],
  cancelled: ['cancelled', 'Try again.'],
  model_retired: ['the model is shut down', 'Choose its successor.'],
  nothing_to_fuse: [
    'no two answers in words to fuse',
    'At least two models have to answer, and none of them with calls.',
  ],
};

/** Labels of the form for fields of a request whose names differ. */
const FIELDS = new Map([
  ['topP', 'Top P'],
  ['judge_pairs', 'Pairs to judge'],
  ['judge_until', 'How sure judging is to be'],
  ['fuse', 'Model that fuses the answers'],
  ['judge_prompt', 'What the judges look at'],
  ['judge_weights', 'Weights'],
  ['attachments', 'Files'],
  ['generation_settings', 'Settings'],
  ['max_credits', 'Credit limit'],
  ['cache', 'Earlier answers'],
  ['response_schema', 'Answer format'],
  ['model_tuning', 'Tuning'],
  ['history', 'Conversation'],
]);

/**
 * @param code of a failed result.
 * @returns without a full stop.
 */
export function failureWords(code: string | undefined): string {
  return failureOf(code)[0];
}

/**
 * What to do about a failure, in one sentence.
 * @param code of a failed result.
 */
export function failureCure(code: string | undefined): string {
  return failureOf(code)[1];
}

function failureOf(code = ''): readonly [words: string, cure: string] {
  return (Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined) ?? ['failed', 'Try again.'];
}

/** The outcome of an answer. */
export function statusWords({ status, finishReason }: Pick<Result, 'status' | 'finishReason'>): string {
  if (status === 'failed') return 'failed';
  if (finishReason === 'length') return 'answered, cut at its cap';
  return finishReason === 'refused' ? 'declined to answer' : 'answered';
}

/** Why a judge's run gave no verdict. */
export function missingVerdictWords({ status, error }: Pick<JudgeRun, 'status' | 'error'>): string {
  return status === 'invalid' ? 'its answer had no readable verdict' : failureWords(error?.code);
}

/** How a schema was enforced. */
export function enforcementWords(enforcement: NonNullable<Result['schemaEnforcement']>): string {
  return enforcement === 'instruction' ? 'schema asked for in words' : 'schema enforced by the provider';
}

/** A name of the API in words: `thinkingBudget` as `Thinking budget`, `max_credits` as the form calls it. */
export function nameWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return FIELDS.get(name) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/**
 * The field of a request that a JSON Pointer names, as the form calls it.
 * @param pointer such as `/generation_settings/topP`.
 */
export function fieldWords(pointer: string): string {
  const [field = '', part, parameter] = pointer.split('/').slice(1);
  if (field === 'generation_settings' && part !== undefined) return nameWords(part);
  if (field === 'model_tuning' && parameter !== undefined) return nameWords(parameter);
  return nameWords(field);
}

/** A sentence of the gateway with the names of settings in words. */
export function warningWords(message: string): string {
  return message.replaceAll(/\b(?:topP|[a-z]{3,}(?:[A-Z][a-z]+)+)\b/g, (name) =>
    nameWords(name).toLowerCase(),
  );
}
