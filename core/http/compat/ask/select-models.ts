import type { CompatOptions, CompatWarning } from '../../../dialects/translated-prompt.ts';
import { UNKNOWN_MODEL } from '../../../dialects/compat-problems.ts';
import { GatewayError } from '../../../errors.ts';
import type { Panel } from '../../../panels/panels.ts';
import type { Registry, RegistryEntry } from '../../../registry/registry.ts';
import { nearestName } from '../../../text/nearest-name.ts';
import { type CompatTuning, tuneEffort, tuneVerbosity } from './tune-models.ts';

/** The models and judges behind a model ID, as fields of the prompt request. */
export interface SelectedModels {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly warnings: readonly CompatWarning[];
  /** Undefined if the ID names a single model. */
  readonly panel: Panel | undefined;
}

/** Everything that a model ID can name. */
export interface SelectableModels {
  readonly registry: Registry;
  readonly panels: readonly Panel[];
}

/** @throws GatewayError 400 for an unknown ID, which these addresses answer with a 404. */
export function selectModels(options: CompatOptions, { registry, panels }: SelectableModels): SelectedModels {
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
  return new GatewayError('validation-failed', {
    errors: [{ pointer: '/model', code: UNKNOWN_MODEL, message }],
  });
}
