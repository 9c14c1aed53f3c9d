import type { Limits } from '../../../config.ts';
import { originOf, type CompatOptions } from '../../../dialects/translated-prompt.ts';
import { GatewayError } from '../../../errors.ts';
import type { Prompt } from '../../../pipeline/request-context.ts';
import { isRecord } from '../../../text/plain-json.ts';
import type { RequestParts } from '../../../workers/read-request.ts';
import { checkParts, type PromptChecks } from '../../read/read-prompt.ts';
import { selectModels, type SelectableModels } from './select-models.ts';
import type { AnswerContext } from '../run-compat.ts';

/** The fields of a translated body that a prompt request does not have. */
export function compatOptionsOf({ compatOptions }: RequestParts): CompatOptions {
  if (compatOptions === undefined) throw new Error('a body of another dialect was not translated');
  return compatOptions;
}

/**
 * Checks a translated body as a prompt request.
 * @throws GatewayError 400 that names every wrong field as the client sent it.
 */
export function checkCompatPrompt(
  parts: RequestParts,
  options: CompatOptions,
  { snapshot, limits }: { readonly snapshot: SelectableModels & PromptChecks; readonly limits: Limits },
): { readonly prompt: Prompt } & Pick<AnswerContext, 'warnings' | 'panel'> {
  const { fields, warnings, panel } = selectModels(options, snapshot);
  const value = { ...(isRecord(parts.value) && parts.value), ...fields };
  try {
    const checked = checkParts({ ...parts, value }, snapshot, limits);
    const prompt = panel === undefined ? checked : { ...checked, isOfPanel: true };
    return { prompt, panel, warnings: [...options.warnings, ...warnings] };
  } catch (error) {
    throw translateError(error, options);
  }
}

/** Returns the same error, with the dialect's names of the fields. */
export function translateError(error: unknown, { origins }: CompatOptions): unknown {
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
