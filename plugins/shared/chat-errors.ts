import type { ErrorReply, WireFault } from '../../core/contract.ts';
import { isObject, member, textOf } from './read-reply.ts';

/** Upper bound of the part of an error's text that is read. The text is never passed on. */
const MAX_MESSAGE_LENGTH = 2_000;

/** Codes and types that are more precise than their HTTP status. */
const BY_NAME: ReadonlyMap<string, WireFault> = new Map<string, WireFault>([
  ['insufficient_quota', { code: 'rate_limited', retryable: false }],
  ['invalid_api_key', { code: 'provider_auth' }],
  ['context_length_exceeded', { code: 'context_too_long' }],
  ['too_many_prompt_tokens', { code: 'context_too_long' }], // Perplexity
  ['3051', { code: 'context_too_long' }], // Mistral numbers its errors
  ['queue_exceeded', { code: 'overloaded' }],
  ['json_validate_failed', { code: 'malformed_reply', retryable: true }], // Groq's 400 for the model's own slip
  ['content_filter', { code: 'refused' }],
  ['content_policy_violation', { code: 'refused' }],
  ['image_content_policy_violation', { code: 'refused' }],
  ['misalignment_policy_violation', { code: 'refused' }],
  ['bio_policy', { code: 'refused' }],
  ['invalid_prompt', { code: 'refused' }], // a prompt flagged against the usage policy
]);

/** Codes that count only in a failed reply with status 200, because otherwise the status is as precise. */
const BY_NAME_IN_BAND: ReadonlyMap<string, WireFault> = new Map<string, WireFault>([
  ['rate_limit_exceeded', { code: 'rate_limited' }],
  ['Some resource has been exhausted', { code: 'rate_limited' }],
  ['Client specified an invalid argument', { code: 'rejected' }],
  ['data_residency_mismatch', { code: 'rejected' }],
]);

/** Faults by the status in the body of a failed reply with status 200. Any other 4xx is `rejected`. */
const BY_STATUS_IN_BAND: ReadonlyMap<number, WireFault> = new Map<number, WireFault>([
  [401, { code: 'provider_auth' }],
  [403, { code: 'provider_auth' }],
  [408, { code: 'timeout' }],
  [429, { code: 'rate_limited' }],
  [498, { code: 'overloaded' }],
]);

/** Some providers have only the code "invalid" for a long prompt or a wrong key. */
const TOO_LONG = /maximum (?:context|prompt) length|exceeded max context length|\[input_too_large\]/i;
/** xAI answers 403 for a prompt that its checks forbid, which is no fault of the key. */
const FORBIDDEN_PROMPT = /violates usage guidelines/i;
const WRONG_KEY = /incorrect api key|invalid api key/i;

/** The fault in an error body of the OpenAI family; undefined if the status is enough. */
export function readChatFault(reply: ErrorReply): WireFault | undefined {
  const error = readError(reply.body);
  const fault = faultByName(error.names, BY_NAME);
  if (fault !== undefined || reply.status >= 500 || reply.status === 429) return fault;
  if (TOO_LONG.test(error.message)) return { code: 'context_too_long' };
  if (FORBIDDEN_PROMPT.test(error.message)) return { code: 'refused' };
  return WRONG_KEY.test(error.message) ? { code: 'provider_auth' } : undefined;
}

/** The fault of a reply that failed although its HTTP status was 200. */
export function readInBandFault(body: unknown): WireFault {
  const { names, message } = readError(body);
  const fault = faultByName(names, BY_NAME) ?? faultByName(names, BY_NAME_IN_BAND);
  if (fault !== undefined) return fault;
  if (TOO_LONG.test(message)) return { code: 'context_too_long' };
  // In a stream, Groq and Cerebras send the status that the error would have had.
  const status = member(body, 'error', 'status_code') ?? member(body, 'status_code');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return (
      readChatFault({ status, headers: {}, body }) ?? BY_STATUS_IN_BAND.get(status) ?? { code: 'rejected' }
    );
  // All other image codes of the Responses API mean that a file cannot be read.
  return { code: names.some((name) => name.includes('image')) ? 'rejected' : 'unavailable' };
}

/** `{error:{code,type,message}}`, `{code,error:"text"}`, `{error:"text"}` and the flat `{code,type,message}`. */
function readError(body: unknown) {
  const wrapped = member(body, 'error');
  const error = isObject(wrapped) ? wrapped : body;
  const code = member(error, 'code');
  return {
    names: [typeof code === 'number' ? String(code) : textOf(code), textOf(member(error, 'type'))],
    message: (textOf(wrapped) || textOf(member(error, 'message'))).slice(0, MAX_MESSAGE_LENGTH),
  };
}

function faultByName(
  names: readonly string[],
  faults: ReadonlyMap<string, WireFault>,
): WireFault | undefined {
  return names.map((name) => faults.get(name)).find((fault) => fault !== undefined);
}
