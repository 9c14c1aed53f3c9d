import type { Json } from '../../contract.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import type { ManifestPath } from '../load/manifest-source.ts';

/** Makes a problem at a path that is relative to the checked part. */
export type ProblemMaker = (path: ManifestPath, message: string) => ManifestProblem;

/** Checks constants by pointer, as under `send` and `set`: each must be JSON, and their places must not overlap. */
export function* checkConstants(
  constants: Readonly<Record<string, Json>>,
  path: ManifestPath,
  problem: ProblemMaker,
): Generator<ManifestProblem> {
  const pointers = Object.keys(constants);
  for (const [index, pointer] of pointers.entries()) {
    if (!isJson(constants[pointer])) {
      yield problem([...path, pointer], 'holds a number JSON has not; write a finite one');
    }
    const other = pointers.slice(0, index).find((earlier) => overlaps(earlier, pointer));
    if (other !== undefined) {
      yield problem([...path, pointer], `overlaps ${other}; write the two as one constant`);
    }
  }
}

/** Whether two JSON Pointers name the same place, or one names a place inside the other's. */
export function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/** False for `.inf` and `.nan` of YAML, which JSON lacks. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isJson);
}
