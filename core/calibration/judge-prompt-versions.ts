import { hash } from 'node:crypto';

/** Which versions gave a request's verdicts. */
export interface JudgedWith {
  /** Of the judge prompt, with a digest of the request's own criteria where it had some. */
  readonly judgePrompt: string;
  /** Of each judge, by model ID. */
  readonly judges: Readonly<Record<string, string>>;
}

/** Follows the version of the built-in judge prompt where verdicts of several criteria, or with and without any, are mixed. */
const MIXED = 'mixed';
const SEPARATOR = ', ';

/** Of the version that judges with a caller's own criteria: requests with other criteria have another. */
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

/** What a calibration names: one version, or several. */
export function versionsIn(named: string): readonly string[] {
  return named.split(SEPARATOR);
}

/** Of the judge prompts that a calibration names, without the callers' own criteria. */
export function builtInVersions(named: string): readonly string[] {
  return versionsIn(named).map(builtInOf);
}

/**
 * Whether all verdicts behind a calibration were given by other criteria than these. Of mixed ones nobody can tell, so they
 * are taken for all.
 * @param named what the calibration names. @param asked a version with the criteria of a request.
 */
export function isOfOtherCriteria(named: string, asked: string): boolean {
  const kept = versionsIn(named).map(criteriaOf);
  return !kept.includes(MIXED) && !kept.includes(criteriaOf(asked));
}

/** Whether a caller's own criteria are part of a version. */
export function hasCriteria(version: string): boolean {
  return criteriaOf(version) !== '';
}

/** Empty where there were none. */
function criteriaOf(version: string): string {
  return version.slice(builtInOf(version).length + 1);
}

function builtInOf(version: string): string {
  const [builtIn = ''] = version.split('+');
  return builtIn;
}
