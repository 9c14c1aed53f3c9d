import type { Json, JsonObject, Model } from '../../../contract.ts';
import type { CompatWarning, Verbosity } from '../../../dialects/translated-prompt.ts';
import { EFFORTS, THINKING_BUDGETS, type Effort } from '../../../dialects/effort.ts';
import { wrongFields } from '../../../errors.ts';

/** The tuning parameters of one model that replace a field of another dialect. */
export interface CompatTuning {
  readonly tuning: Readonly<Record<string, unknown>> | undefined;
  readonly warning: CompatWarning | undefined;
}

/**
 * The model's own parameter for an effort: the nearest of its levels, or a thinking budget.
 * @param pointer of the effort in the body as it was sent.
 */
export function tuneEffort(model: Model, effort: Effort, pointer: string): CompatTuning {
  const { reasoningEffort, thinkingBudget } = model.tuning;
  if (reasoningEffort !== undefined) {
    const nearest = nearestLevel(levelsOf(reasoningEffort.schema), effort);
    if (nearest !== undefined)
      return {
        tuning: { reasoningEffort: nearest },
        warning:
          nearest === effort
            ? undefined
            : warn(pointer, 'tuning_approximated', `${model.id} has no such level; ${nearest} was sent.`),
      };
  }
  if (thinkingBudget !== undefined) {
    const budget = Math.min(THINKING_BUDGETS[effort], maximumOf(thinkingBudget.schema));
    return { tuning: { thinkingBudget: budget }, warning: undefined };
  }
  const message = `${model.id} takes no effort; it was left out.`;
  return { tuning: undefined, warning: warn(pointer, 'parameter_left_out', message) };
}

function warn(pointer: string, code: string, message: string): CompatWarning {
  return { code, pointer, message };
}

function levelsOf({ enum: levels }: JsonObject): readonly Effort[] {
  return Array.isArray(levels) ? EFFORTS.filter((effort) => levels.includes(effort)) : [];
}

/** Picks the nearest value; of two equally near, the lower, because it costs less. */
function nearestLevel(levels: readonly Effort[], effort: Effort): Effort | undefined {
  const distance = (level: Effort): number => Math.abs(EFFORTS.indexOf(level) - EFFORTS.indexOf(effort));
  return levels.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** The highest maximum that the schema or one of its alternatives has. */
function maximumOf(schema: JsonObject): number {
  const { oneOf = [] } = schema;
  const alternatives: readonly Json[] = Array.isArray(oneOf) ? oneOf : [];
  const maxima = [schema, ...alternatives].map((one) =>
    typeof one === 'object' && one !== null && 'maximum' in one ? Number(one['maximum']) : 0,
  );
  return Math.max(...maxima);
}

/** Many clients always send this value. */
const DEFAULT: Verbosity = 'medium';

/**
 * The model's own parameter for a verbosity.
 * @param pointer of the verbosity in the body as it was sent.
 * @throws GatewayError 400 if the model has no such verbosity and the answer would be another one without it.
 */
export function tuneVerbosity(model: Model, verbosity: Verbosity, pointer: string): CompatTuning {
  const levels = model.tuning['verbosity']?.schema['enum'];
  if (Array.isArray(levels) && levels.includes(verbosity))
    return { tuning: { verbosity }, warning: undefined };
  if (verbosity === DEFAULT) {
    const message = `${model.id} takes no verbosity; it was left out.`;
    return { tuning: undefined, warning: { code: 'parameter_left_out', pointer, message } };
  }
  const message = `${model.id} takes no verbosity; leave it out, or send ${DEFAULT}`;
  throw wrongFields([{ pointer, code: 'unsupported_value', message }]);
}
