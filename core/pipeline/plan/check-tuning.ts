import type { Model } from '../../contract.ts';
import type { FieldError } from '../../errors.ts';
import { caseFor } from './apply-tuning.ts';

/**
 * The pairs of tuning values that the provider refuses together, by the manifest's `excludes`. A value that sends
 * nothing, such as a search that is turned off, excludes nothing and is not excluded.
 * @returns for each pair one error at either parameter.
 */
export function tuningConflicts(
  model: Model,
  values: Readonly<Record<string, unknown>>,
): readonly FieldError[] {
  const chosen = Object.entries(model.tuning).flatMap(([name, parameter]) => {
    const wireCase = caseFor(parameter, Object.hasOwn(values, name) ? values[name] : undefined);
    return wireCase?.set === undefined || Object.keys(wireCase.set).length === 0 ? [] : [{ name, wireCase }];
  });
  const sent = new Set(chosen.map(({ name }) => name));
  return chosen.flatMap(({ name, wireCase }) =>
    (wireCase.excludes ?? [])
      .filter((other) => sent.has(other))
      .flatMap((other) => [conflict(model, name, other), conflict(model, other, name)]),
  );
}

function conflict({ id }: Model, name: string, other: string): FieldError {
  return {
    pointer: `/model_tuning/${id}/${name}`,
    code: 'excluded',
    message: `${id} does not take ${name} together with ${other}: remove one of them`,
  };
}
