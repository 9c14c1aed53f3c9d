import type { Json } from '../../contract.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import type { ManifestPath } from '../load/manifest-source.ts';

/** Makes a problem at a path, relative to whatever is being checked. */
export type ProblemMaker = (path: ManifestPath, message: string) => ManifestProblem;

/** Constants by pointer, as under `send` and `set`: each must be JSON and have a place of its own. */
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
    const other = pointers.slice(0, index).find((earlier) => overlapping(earlier, pointer));
    if (other !== undefined) {
      yield problem([...path, pointer], `overlaps ${other}; write the two as one constant`);
    }
  }
}

/** Whether two JSON Pointers name the same place, or one a place inside the other's. */
export function overlapping(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/** YAML has `.inf` and `.nan`; JSON, and so a request body, has not. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isJson);
}
