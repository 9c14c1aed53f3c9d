import type { ErrorObject } from 'ajv';

/** Where an output first fails its schema. It holds names of the output's members, and none of its values. */
export interface OutputMistake {
  /** Within the output (RFC 6901): empty for the whole. At most 200 characters. */
  readonly pointer: string;
  /** Of the schema; of a closed vocabulary. */
  readonly keyword: string;
}

/** Its steps are the model's text: so much helps to find the place. */
const MAX_POINTER_LENGTH = 200;

/**
 * The mistake that says most, of those a validator that ends at the first one has found: where alternatives fail, the
 * deepest place that one of them came to, unless that is the place of the alternatives themselves.
 */
export function firstMistake(errors: readonly ErrorObject[]): OutputMistake | undefined {
  const whole = errors.at(-1);
  if (whole === undefined) return undefined;
  let deepest = whole;
  for (const error of errors) if (depthOf(error) > depthOf(deepest)) deepest = error;
  const { instancePath, keyword } = deepest;
  return { pointer: instancePath.slice(0, MAX_POINTER_LENGTH).toWellFormed(), keyword };
}

function depthOf({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length;
}
