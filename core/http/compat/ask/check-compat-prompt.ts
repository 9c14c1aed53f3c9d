import type { Limits } from '../../../config.ts';
import { UNKNOWN_MODEL } from '../../../dialects/compat-problems.ts';
import { originOf, type CompatOptions, type CompatWarning } from '../../../dialects/translated-prompt.ts';
import { GatewayError, wrongFields } from '../../../errors.ts';
import type { Panel } from '../../../panels/panels.ts';
import type { Prompt } from '../../../pipeline/request-context.ts';
import type { Registry, RegistryEntry } from '../../../registry/registry.ts';
import { nearestName } from '../../../text/nearest-name.ts';
import { isRecord } from '../../../text/plain-json.ts';
import type { RequestParts } from '../../../workers/read-request.ts';
import { checkParts, type PromptChecks } from '../../read/read-prompt.ts';
import { type CompatTuning, tuneEffort, tuneVerbosity } from './tune-models.ts';
import type { ChoiceContext } from '../answer/chosen-answer.ts';

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
): { readonly prompt: Prompt } & Pick<ChoiceContext, 'warnings' | 'panel'> {
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

/** The models and judges behind a model ID, as fields of the prompt request. */
interface SelectedModels {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly warnings: readonly CompatWarning[];
  /** Undefined if the ID names a single model. */
  readonly panel: Panel | undefined;
}

/** Everything that a model ID can name. */
interface SelectableModels {
  readonly registry: Registry;
  readonly panels: readonly Panel[];
}

/** @throws GatewayError 400 for an unknown ID, which these addresses answer with a 404. */
function selectModels(options: CompatOptions, { registry, panels }: SelectableModels): SelectedModels {
  const { model } = options;
  const panel = panels.find(({ id }) => id === model);
  const ids = panel?.models ?? [model];
  const entries = ids.flatMap((id) => registry.find(id) ?? []);
  if (entries.length < ids.length) throw unknownModel(model, { registry, panels });
  const fields = panel === undefined ? { models: ids } : fieldsOf(panel);
  return { ...withTuning(fields, [...new Set(entries)], options), panel };
}

function fieldsOf({ id: _id, wins: _wins, unjudged: _unjudged, ...fields }: Panel): SelectedModels['fields'] {
  return fields;
}

/** @throws GatewayError 400 if a model does not support the verbosity. */
function withTuning(
  fields: SelectedModels['fields'],
  entries: readonly RegistryEntry[],
  { effort, effortPointer, verbosity, verbosityPointer }: CompatOptions,
): Pick<SelectedModels, 'fields' | 'warnings'> {
  const tuned = entries.map(({ model }) => {
    const parts: readonly CompatTuning[] = [
      ...(effort === undefined ? [] : [tuneEffort(model, effort, effortPointer)]),
      ...(verbosity === undefined ? [] : [tuneVerbosity(model, verbosity, verbosityPointer)]),
    ];
    return { id: model.id, parts, tuning: Object.assign({}, ...parts.map(({ tuning }) => tuning)) };
  });
  const tuning = tuned.filter((one) => Object.keys(one.tuning).length > 0).map((one) => [one.id, one.tuning]);
  return {
    fields: { ...fields, ...(tuning.length > 0 && { model_tuning: Object.fromEntries(tuning) }) },
    warnings: tuned.flatMap(({ parts }) => parts.flatMap(({ warning }) => warning ?? [])),
  };
}

/** The error for an ID that names neither a model nor a panel. It suggests the nearest one. */
export function unknownModel(model: string, { registry, panels }: SelectableModels): GatewayError {
  if (registry.switchedOff.includes(model)) return noModel('this model is switched off here');
  const nearest = nearestName(
    model,
    [...registry.entries.map((entry) => entry.model), ...panels].map(({ id }) => id),
  );
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return noModel('there is no such model', hint);
}

function noModel(why: string, hint = ''): GatewayError {
  const message = `${why}; GET /v1/models lists the models${hint}`;
  return wrongFields([{ pointer: '/model', code: UNKNOWN_MODEL, message }]);
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
