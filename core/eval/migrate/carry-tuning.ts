import { Ajv, type ValidateFunction } from 'ajv';
import type { Json, JsonObject } from '../../contract.ts';
import type { ModelDescription } from '../../generated/models-response.ts';
import { isJsonObject, objectIn } from '../../schema/json-values.ts';

/** @returns the `model_tuning` of a request, out of the one a logged request had; undefined where it is empty. */
export type CarryTuning = (logged: JsonObject) => JsonObject | undefined;

/**
 * Tunes each model as the log has it, and a successor that the log does not tune as the model to leave, as far as it
 * takes the same parameter with the same value: a thinking budget decides about cost and time as much as the model.
 * @param oldModel the model to leave. @param targetModels the models that will be asked.
 */
export function carryTuning(
  oldModel: string,
  targetModels: readonly string[],
  models: readonly ModelDescription[],
): CarryTuning {
  const ajv = new Ajv({ strict: false, logger: false });
  const validators = new Map<string, ValidateFunction>();
  for (const { id, tuning } of models) {
    if (!targetModels.includes(id)) continue;
    for (const [parameter, schema] of Object.entries(tuning))
      if (isJsonObject(schema)) validators.set(`${id} ${parameter}`, ajv.compile(schema));
  }
  const accepts = (id: string, parameter: string, value: Json): boolean =>
    validators.get(`${id} ${parameter}`)?.(value) === true;
  return (logged) => {
    const entries = targetModels.flatMap((id) => {
      const values = Object.hasOwn(logged, id)
        ? objectIn(logged, id)
        : Object.fromEntries(
            Object.entries(objectIn(logged, oldModel)).filter(([parameter, value]) =>
              accepts(id, parameter, value),
            ),
          );
      return Object.keys(values).length === 0 ? [] : [[id, values] as const];
    });
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  };
}
