import type { Model } from '../../contract.ts';
import { isRecord } from '../../text/plain-json.ts';
import type { Warning } from './warning.ts';

/** The tuning of a model that was shut down, in the form that its successor takes. */
export interface SucceededTuning {
  readonly values: Readonly<Record<string, unknown>>;
  /** One for each value that the successor does not take. */
  readonly warnings: readonly Warning[];
}

/** @param values valid for the model that the request names, `modelId`. */
export function succeedTuning(
  modelId: string,
  values: Readonly<Record<string, unknown>>,
  successor: Pick<Model, 'id' | 'tuning'>,
): SucceededTuning {
  const entries = Object.entries(values);
  const isSupported = ([name, value]: (typeof entries)[number]): boolean => {
    const parameter = Object.hasOwn(successor.tuning, name) ? successor.tuning[name] : undefined;
    return parameter !== undefined && accepts(parameter.schema, value);
  };
  const unsupported = entries.filter((one) => !isSupported(one)).map(([name]) => name);
  return {
    values: Object.fromEntries(entries.filter(isSupported)),
    warnings: unsupported.map((name) => ({
      code: 'tuning_unused',
      pointer: `/model_tuning/${modelId}/${name}`,
      message: `${successor.id}, which runs in the place of ${modelId}, does not take this value of ${name}: it had no effect`,
    })),
  };
}

type Schema = Readonly<Record<string, unknown>>;

/** Whether a value fits a tuning parameter's schema, by the keywords that manifests may use there. */
function accepts(schema: Schema, value: unknown): boolean {
  const { type, enum: words, const: only, minimum, maximum, oneOf } = schema;
  if (Array.isArray(oneOf)) return oneOf.some((one) => isRecord(one) && accepts(one, value));
  if (only !== undefined && only !== value) return false;
  if (Array.isArray(words) && !words.some((word) => word === value)) return false;
  if (typeof type === 'string' && !hasType(type, value)) return false;
  if (typeof value === 'string') return isTextAccepted(schema, value);
  if (typeof value !== 'number') return true;
  return (
    (typeof minimum !== 'number' || value >= minimum) && (typeof maximum !== 'number' || value <= maximum)
  );
}

function isTextAccepted({ pattern, maxLength }: Schema, text: string): boolean {
  if (typeof maxLength === 'number' && Array.from(text).length > maxLength) return false;
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
}

function hasType(type: string, value: unknown): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}
