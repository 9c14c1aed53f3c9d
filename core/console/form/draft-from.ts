import { listOf, objectOf, textOf, turnsOf, type RequestBody } from '../../client/request-parts.ts';
import { MAX_CACHE_AGE_SECONDS } from './build-request.ts';
import { EMPTY_DRAFT, type Draft, type TuningValue } from './draft.ts';

/** Fields of the form, and fields that are not copied from an earlier request. */
const HANDLED_FIELDS = new Set([
  'prompt',
  'models',
  'judges',
  'judge_prompt',
  'judge_weights',
  'judge_until',
  'attachments',
  'system_prompt',
  'generation_settings',
  'response_schema',
  'model_tuning',
  'zero_data_retention',
  'history',
  'answers',
  'label',
]);

interface DraftFromRequest {
  readonly draft: Draft;
  /** Sentences about parts of the request that the draft lacks. */
  readonly notes: readonly string[];
}

/**
 * Converts a request into a draft, the inverse of `buildRequest`. It never turns zero data retention off, because the next
 * prompt may be more private than the earlier request. Pure.
 * @param request as it was sent or stored.
 * @param form the IDs of the gateway's models, and whether the account or the form has zero data retention on.
 */
export function draftFrom(
  request: RequestBody,
  {
    modelIds,
    zeroDataRetention,
  }: { readonly modelIds: ReadonlySet<string>; readonly zeroDataRetention: boolean },
): DraftFromRequest {
  const notes: string[] = [];
  const settings = objectOf(request['generation_settings']);
  const { temperature, topP, maxTokens } = settings;
  const system = request['system_prompt'];
  const earlierAnswers = objectOf(request['cache'])['maxAgeSeconds'] === MAX_CACHE_AGE_SECONDS;
  const extra = Object.entries(request).filter(
    ([name]) => !HANDLED_FIELDS.has(name) && !(earlierAnswers && name === 'cache'),
  );
  if (Array.isArray(system)) extra.push(['system_prompt', system]);
  const files = listOf(request['attachments']).map((file) => String(objectOf(file)['name']));
  if (files.length > 0) notes.push(`Attach the files again: ${files.join(', ')}.`);
  if (zeroDataRetention && request['zero_data_retention'] === false)
    notes.push('The earlier request was sent without zero data retention; here it is on.');
  const draft: Draft = {
    ...EMPTY_DRAFT,
    prompt: textOf(request['prompt']),
    models: availableIds('models', request, modelIds, notes),
    judges: availableIds('judges', request, modelIds, notes),
    judgePrompt: textOf(request['judge_prompt']),
    weights: { ...EMPTY_DRAFT.weights, ...numbersOf(request['judge_weights']) },
    judgeUntil: textOf(request['judge_until']),
    system: textOf(system),
    temperature: textOf(temperature),
    topP: textOf(topP),
    maxTokens: textOf(maxTokens),
    schema:
      request['response_schema'] === undefined
        ? ''
        : JSON.stringify(request['response_schema'], undefined, 2),
    tuning: tuningOf(request['model_tuning']),
    zeroDataRetention: zeroDataRetention || request['zero_data_retention'] === true,
    earlierAnswers,
    history: turnsOf(request['history']),
    extra: Object.fromEntries(extra),
  };
  return { draft, notes };
}

function availableIds(
  name: 'models' | 'judges',
  request: RequestBody,
  modelIds: ReadonlySet<string>,
  notes: string[],
): readonly string[] {
  const ids = listOf(request[name]).map(String);
  const gone = [...new Set(ids.filter((id) => !modelIds.has(id)))];
  if (gone.length > 0) notes.push(`This gateway no longer has ${gone.join(', ')}.`);
  // The form has each model at most once.
  return [...new Set(ids.filter((id) => modelIds.has(id)))];
}

function numbersOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(objectOf(value)).filter(([, number]) => typeof number === 'number'),
  );
}

function tuningOf(value: unknown): Draft['tuning'] {
  return Object.fromEntries(
    Object.entries(objectOf(value)).map(([model, parameters]) => [model, valuesOf(parameters)]),
  );
}

function valuesOf(parameters: unknown): Readonly<Record<string, TuningValue>> {
  const values: Record<string, TuningValue> = {};
  for (const [name, value] of Object.entries(objectOf(parameters)))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      values[name] = value;
  return values;
}
