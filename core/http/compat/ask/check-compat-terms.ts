import type { Limits } from '../../../config.ts';
import { originOf, type CompatTerms } from '../../../dialects/translated-prompt.ts';
import { GatewayError } from '../../../errors.ts';
import type { Prompt } from '../../../pipeline/request-context.ts';
import { isRecord } from '../../../text/plain-json.ts';
import type { RequestParts } from '../../../workers/read-request.ts';
import { checkParts, type CheckedAgainst } from '../../read/read-prompt.ts';
import { selectModels, type Askable } from './select-models.ts';
import type { CompatAnswerTerms } from '../run-compat.ts';

/** The terms of a translated body that a prompt request has no fields for. */
export function termsIn({ compatTerms }: RequestParts): CompatTerms {
  if (compatTerms === undefined) throw new Error('a body of another dialect was not translated');
  return compatTerms;
}

/**
 * Checks a translated body as a prompt request.
 * @throws GatewayError 400 that names every wrong field as the client sent it.
 */
export function checkCompatTerms(
  parts: RequestParts,
  terms: CompatTerms,
  { serving, limits }: { readonly serving: Askable & CheckedAgainst; readonly limits: Limits },
): { readonly prompt: Prompt } & Pick<CompatAnswerTerms, 'warnings' | 'panel'> {
  const { fields, warnings, panel } = selectModels(terms, serving);
  const value = { ...(isRecord(parts.value) && parts.value), ...fields };
  try {
    const checked = checkParts({ ...parts, value }, serving, limits);
    const prompt = panel === undefined ? checked : { ...checked, isOfPanel: true };
    return { prompt, panel, warnings: [...terms.warnings, ...warnings] };
  } catch (error) {
    throw inTermsOf(error, terms);
  }
}

/** The same error, with the names that the fields have in the dialect. */
export function inTermsOf(error: unknown, { origins }: CompatTerms): unknown {
  if (!(error instanceof GatewayError)) return error;
  const { detail, errors } = error.details;
  // The advice of a 402 names the field.
  const cap = originOf('/generation_settings/maxTokens', origins).slice(1);
  return new GatewayError(error.code, {
    ...error.details,
    ...(detail !== undefined && { detail: detail.replaceAll('maxTokens', cap) }),
    ...(errors !== undefined && {
      errors: errors.map((one) => ({ ...one, pointer: originOf(one.pointer, origins) })),
    }),
  });
}
