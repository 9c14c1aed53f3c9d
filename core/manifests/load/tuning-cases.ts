import type { Json } from '../../contract.ts';
import type { TuningCase as WrittenCase, TuningParameter } from '../../generated/manifest.ts';
import { isJsonArray, isJsonObject, mapMembers } from '../../schema/json-values.ts';
import type { ManifestPath } from './manifest-source.ts';

export type TuningCase = Omit<WrittenCase, 'steps'>;

/** A case of a parameter, with its place below the parameter. */
interface PlacedCase {
  readonly wireCase: TuningCase;
  /** The path of its condition. */
  readonly condition: ManifestPath;
  /** The path of its effects, which steps share. */
  readonly effects: ManifestPath;
}

/** The cases of `x-wire`: a pointer is a case without a condition, and each of `steps` is a case. */
export function casesOf({ 'x-wire': wire }: TuningParameter): readonly PlacedCase[] {
  const place = ['x-wire'];
  if (typeof wire === 'string')
    return [{ wireCase: { set: { [wire]: '$value' } }, condition: place, effects: place }];
  return wire.flatMap(({ steps, ...wireCase }, index): readonly PlacedCase[] => {
    const effects = [...place, index];
    if (steps === undefined) return [{ wireCase, condition: effects, effects }];
    return steps.map(({ value, reasoningTokens, ...condition }, step) => ({
      wireCase: {
        ...condition,
        ...(value === undefined ? wireCase : withStep(wireCase, value)),
        ...(reasoningTokens !== undefined && { reasoningTokens }),
      },
      condition: [...effects, 'steps', step],
      effects,
    }));
  });
}

/** Replaces `$step` by a step's value, in lower case in messages. */
function withStep({ set, warn, ...others }: TuningCase, value: string): TuningCase {
  return {
    ...(set !== undefined && { set: mapMembers(set, (constant) => withValue(constant, value)) }),
    ...(warn !== undefined && { warn: warn.replaceAll('$step', value.toLowerCase()) }),
    ...others,
  };
}

function withValue(constant: Json, value: string): Json {
  if (constant === '$step') return value;
  if (isJsonArray(constant)) return constant.map((member) => withValue(member, value));
  return isJsonObject(constant) ? mapMembers(constant, (member) => withValue(member, value)) : constant;
}
