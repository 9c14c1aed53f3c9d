import type { RequestBody } from '../../client/request-parts.ts';
import type { FieldError } from '../../client/gateway-problem.ts';
import { EMPTY_DRAFT, type Draft } from './draft.ts';

/** Maximum age of an answer from the cache: a day. */
export const MAX_CACHE_AGE_SECONDS = 86_400;

export interface BuiltRequest {
  readonly body: RequestBody & {
    readonly models: readonly string[];
    readonly judges?: readonly string[];
  };
  /** Fields that cannot be converted. The gateway checks everything else. */
  readonly errors: readonly FieldError[];
}

/**
 * Builds the request of a draft, without empty fields. Pure.
 * @param account its default for zero data retention, and whether it has a cache.
 */
export function buildRequest(
  draft: Draft,
  account: { readonly zeroDataRetention: boolean; readonly cache: boolean },
): BuiltRequest {
  const errors: FieldError[] = [];
  const settings = settingsOf(draft, errors);
  const schema = schemaOf(draft.schema, errors);
  const tuning = tuningOf(draft);
  const judged = draft.judges.length > 0;
  const body = {
    ...draft.extra,
    prompt: draft.prompt,
    models: draft.models,
    ...(judged && { judges: draft.judges }),
    ...(judged && !isBlank(draft.judgePrompt) && { judge_prompt: draft.judgePrompt }),
    ...(judged && !areDefault(draft.weights) && { judge_weights: draft.weights }),
    ...(judged && draft.judgeUntil !== '' && { judge_until: Number(draft.judgeUntil) }),
    ...(draft.files.length > 0 && {
      attachments: draft.files.map(({ name, type, base64 }) => ({ name, type, base64 })),
    }),
    ...(draft.history.length > 0 && { history: draft.history }),
    ...(!isBlank(draft.system) && { system_prompt: draft.system }),
    ...(settings !== undefined && { generation_settings: settings }),
    ...(schema !== undefined && { response_schema: schema }),
    ...(tuning !== undefined && { model_tuning: tuning }),
    ...(draft.earlierAnswers && account.cache && { cache: { maxAgeSeconds: MAX_CACHE_AGE_SECONDS } }),
    // An explicit false overrides an account with zero data retention.
    ...((draft.zeroDataRetention || account.zeroDataRetention) && {
      zero_data_retention: draft.zeroDataRetention,
    }),
  };
  return { body, errors };
}

function settingsOf(draft: Draft, errors: FieldError[]): object | undefined {
  const names = (['temperature', 'topP', 'maxTokens'] as const).filter((name) => !isBlank(draft[name]));
  if (names.length === 0) return undefined;
  const settings = names.map((name) => {
    const value = Number(draft[name].trim().replace(',', '.'));
    if (!Number.isFinite(value))
      errors.push({ pointer: `/generation_settings/${name}`, message: 'takes a number' });
    return [name, value];
  });
  return Object.fromEntries(settings);
}

function schemaOf(text: string, errors: FieldError[]): unknown {
  if (isBlank(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it ends too early';
    errors.push({ pointer: '/response_schema', message: `is not JSON: ${reason}` });
    return undefined;
  }
}

/** The tuning of models that run or judge, without that of removed models. */
function tuningOf({ models, judges, tuning }: Draft): Draft['tuning'] | undefined {
  const entries = Object.entries(tuning).filter(
    ([model, parameters]) =>
      (models.includes(model) || judges.includes(model)) && Object.keys(parameters).length > 0,
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

export function areDefault({ accuracy, speed, cost }: Draft['weights']): boolean {
  const { weights } = EMPTY_DRAFT;
  return accuracy === weights.accuracy && speed === weights.speed && cost === weights.cost;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
