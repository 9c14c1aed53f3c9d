import { hash } from 'node:crypto';

/** The versions that gave a request's verdicts. */
export interface JudgedWith {
  /** Version of the judge prompt, with a digest of the request's own criteria if it has any. */
  readonly judgePrompt: string;
  /** Version of each judge, by model ID. */
  readonly judges: Readonly<Record<string, string>>;
}

/** Follows the version of the built-in judge prompt where verdicts of several criteria, or with and without any, are mixed. */
const MIXED = 'mixed';
const SEPARATOR = ', ';

/** The version of the judge prompt with a caller's own criteria: each text of criteria makes its own version. */
export function withCriteria(builtIn: string, criteria: string | undefined): string {
  return criteria === undefined ? builtIn : withCriteriaOf(builtIn, hash('sha256', criteria));
}

/** @param digest SHA-256 of the criteria, in hex. */
export function withCriteriaOf(builtIn: string, digest: string): string {
  return `${builtIn}+${digest.slice(0, 8)}`;
}

/** Several versions of judge prompts as a calibration names them: each built-in prompt once. */
export function joinPrompts(versions: Iterable<string>): string {
  const byBuiltIn = Map.groupBy(new Set(versions), builtInOf);
  return joinVersions(
    [...byBuiltIn].map(([builtIn, [only, ...others]]) =>
      only === undefined || others.length > 0 ? `${builtIn}+${MIXED}` : only,
    ),
  );
}

/** Several versions as a calibration names them. */
export function joinVersions(versions: Iterable<string>): string {
  return [...new Set(versions)].toSorted().join(SEPARATOR);
}

/** The versions that a calibration names. */
export function versionsIn(names: string): readonly string[] {
  return names.split(SEPARATOR);
}

/** The versions of the judge prompt that a calibration names, without the callers' own criteria. */
export function builtInVersions(names: string): readonly string[] {
  return versionsIn(names).map(builtInOf);
}

/**
 * Whether all verdicts of a calibration were given by other criteria than a request's. Mixed criteria may include any.
 * @param names as the calibration has them. @param version of the judge prompt with the criteria of the request.
 */
export function isOfOtherCriteria(names: string, version: string): boolean {
  const criteria = versionsIn(names).map(criteriaOf);
  return !criteria.includes(MIXED) && !criteria.includes(criteriaOf(version));
}

/** Whether a caller's own criteria are part of a version. */
export function hasCriteria(version: string): boolean {
  return criteriaOf(version) !== '';
}

/** A digest of the criteria; empty without any. */
function criteriaOf(version: string): string {
  return version.slice(builtInOf(version).length + 1);
}

function builtInOf(version: string): string {
  const [builtIn = ''] = version.split('+');
  return builtIn;
}
