import type { Json, JsonPointer, Model, TuningCase } from '../../contract.ts';
import type { FieldError } from '../../errors.ts';
import { isRecord } from '../../text/plain-json.ts';
import type { Warning } from './warning.ts';

/** Tuning values in the form of the provider's request, and their effects on the rest of the plan. */
export interface AppliedTuning {
  /** The model's constants, then what the caller's values set. */
  readonly fields: ReadonlyMap<JsonPointer, Json>;
  /** Added to the output cap, because the provider counts a thinking budget inside it. */
  readonly extraMaxTokens: number;
  /** The typical reasoning tokens with these values; undefined if no value sets them. */
  readonly reasoningTokens: number | undefined;
  /** The parameter beside which the provider refuses temperature and top-p. */
  readonly samplingDroppedBy: string | undefined;
  readonly warnings: readonly Warning[];
}

/**
 * Puts validated tuning values at the places that the manifest's `x-wire` names.
 * @param tunedId the ID under which the request tunes the model.
 */
export function applyTuning(
  model: Model,
  values: Readonly<Record<string, unknown>>,
  tunedId: string = model.id,
): AppliedTuning {
  const fields = new Map<JsonPointer, Json>(Object.entries(model.send));
  const warnings: Warning[] = [];
  let extraMaxTokens = 0;
  let reasoningTokens: number | undefined;
  let samplingDroppedBy: string | undefined;
  for (const { name, value, wireCase } of chosenCases(model, values)) {
    for (const [pointer, constant] of Object.entries(wireCase.set ?? {}))
      fields.set(pointer, fillIn(constant, value));
    const budget = wireCase.raisesMaxTokens === true && typeof value === 'number' ? value : undefined;
    extraMaxTokens += budget ?? 0;
    reasoningTokens = wireCase.reasoningTokens ?? budget ?? reasoningTokens;
    if (wireCase.dropsSampling === true) samplingDroppedBy = name;
    if (wireCase.warn !== undefined) {
      warnings.push({
        code: 'tuning_approximated',
        pointer: `/model_tuning/${tunedId}/${name}`,
        message: wireCase.warn,
      });
    }
  }
  return { fields, extraMaxTokens, reasoningTokens, samplingDroppedBy, warnings };
}

type TuningValue = string | number | boolean;

interface ChosenCase {
  readonly name: string;
  readonly value: TuningValue;
  readonly wireCase: TuningCase;
}

/** The lines of `x-wire` that apply to the caller's values, in the order of the manifest. */
function chosenCases(model: Model, values: Readonly<Record<string, unknown>>): readonly ChosenCase[] {
  return Object.entries(model.tuning).flatMap(([name, { cases }]) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
    const wireCase = cases.find((candidate) => holds(candidate, value));
    return wireCase === undefined ? [] : [{ name, value, wireCase }];
  });
}

function holds(candidate: TuningCase, value: TuningValue): boolean {
  if (candidate.equals !== undefined) return candidate.equals === value;
  if (candidate.below !== undefined) return typeof value === 'number' && value < candidate.below;
  return true;
}

/** Replaces `$value` by the caller's value, at any depth of the constant. */
function fillIn(constant: Json, value: TuningValue): Json {
  if (constant === '$value') return value;
  if (isList(constant)) return constant.map((item) => fillIn(item, value));
  if (typeof constant !== 'object' || constant === null) return constant;
  return Object.fromEntries(Object.entries(constant).map(([key, item]) => [key, fillIn(item, value)]));
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * The tuning values that the provider refuses together, by the manifest's `excludes`, or beside functions, by its
 * `besideTools`. A value that sends nothing, such as a search that is turned off, excludes nothing and is not excluded.
 * @param tunedId the ID under which the request tunes the model.
 * @returns for each pair one error at either parameter, and one for each parameter that excludes functions.
 */
export function tuningConflicts(
  model: Model,
  values: Readonly<Record<string, unknown>>,
  hasFunctions: boolean,
  tunedId: string = model.id,
): readonly FieldError[] {
  const sent = chosenCases(model, values).filter(({ wireCase: { set = {} } }) => Object.keys(set).length > 0);
  const sentNames = new Set(sent.map(({ name }) => name));
  return sent.flatMap(({ name, wireCase: { excludes = [], besideTools = true } }) => [
    ...excludes
      .filter((other) => sentNames.has(other))
      .flatMap((other) => [conflict(model, tunedId, name, other), conflict(model, tunedId, other, name)]),
    ...(hasFunctions && !besideTools ? [conflict(model, tunedId, name, 'functions')] : []),
  ]);
}

function conflict({ id }: Model, tunedId: string, name: string, other: string): FieldError {
  return {
    pointer: `/model_tuning/${tunedId}/${name}`,
    code: 'excluded',
    message: `${id} does not take ${name} together with ${other}: remove one of them`,
  };
}

/**
 * The tuning of a model that was shut down, in the form that its successor takes, with a warning for each value that the
 * successor does not take.
 * @param values valid for the model that the request names, `modelId`.
 */
export function succeedTuning(
  modelId: string,
  values: Readonly<Record<string, unknown>>,
  successor: Pick<Model, 'id' | 'tuning'>,
): { readonly values: Readonly<Record<string, unknown>>; readonly warnings: readonly Warning[] } {
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
