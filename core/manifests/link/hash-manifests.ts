import { createHash } from 'node:crypto';
import { fileName } from '../check/check-provider.ts';
import { compareText } from '../load/compare-text.ts';

/** Over names and texts, not folders: the same manifests have the same hash wherever they stand. */
export function hashManifests(texts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  const files = [...texts].map(([file, text]) => [fileName(file), text] as const);
  for (const entry of files.toSorted(([a], [b]) => compareText(a, b))) hash.update(JSON.stringify(entry));
  return hash.digest('hex');
}
