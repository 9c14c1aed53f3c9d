import type { FieldError } from '../../client/gateway-problem.ts';
import { EMPTY_DRAFT, type Draft } from './draft.ts';

/** How old an answer out of the cache may be: a day. */
export const CACHED_FOR_SECONDS = 86_400;

export interface BuiltRequest {
  readonly body: Readonly<Record<string, unknown>> & {
    readonly models: readonly string[];
    readonly judges?: readonly string[];
  };
  /** What cannot even be written as a request. All else is the gateway's to judge. */
  readonly errors: readonly FieldError[];
}

/**
 * The request a draft stands for, without the fields nobody filled in. Pure.
 * @param account what holds where the request says nothing, and whether it has a cache.
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
    ...(draft.earlierAnswers && account.cache && { cache: { maxAgeSeconds: CACHED_FOR_SECONDS } }),
    // An explicit false overrides an account that retains nothing; where both agree on it, nothing need be said.
    ...((draft.zeroDataRetention || account.zeroDataRetention) && {
      zero_data_retention: draft.zeroDataRetention,
    }),
  };
  return { body, errors };
}

function settingsOf(draft: Draft, errors: FieldError[]): object | undefined {
  const given = (['temperature', 'topP', 'maxTokens'] as const).filter((name) => !isBlank(draft[name]));
  if (given.length === 0) return undefined;
  const settings = given.map((name) => {
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

/** Only of models that run or judge, so that a choice taken back leaves nothing behind. */
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
