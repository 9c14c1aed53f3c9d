import { createHash } from 'node:crypto';

/** The hash of names and texts, but not of folders. */
export function hashManifests(texts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  const files = [...texts].map(([file, text]) => [fileName(file), text] as const);
  for (const entry of files.toSorted(([a], [b]) => compareText(a, b))) hash.update(JSON.stringify(entry));
  return hash.digest('hex');
}

/** Compares by code unit, so that the order does not depend on the locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** `manifests/aurora.yaml` -> `aurora`. */
export function fileName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1).replace(/\.yaml$/, '');
}
