import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import { YAML_OPTIONS } from '../load/load-yaml.ts';
import type { FactChange } from './compare-prices.ts';
import { applyEdits, type TextEdit } from '../edit/edit-text.ts';
import { ManifestText, type ManifestPath } from '../edit/manifest-text.ts';
import type { ComparedModel } from './match-list.ts';

/** What is to be written into one model's entry. */
export interface ModelUpdate {
  readonly target: ComparedModel;
  readonly changes: readonly FactChange[];
  /** The day to set as `price.checked`; undefined to leave it. */
  readonly checked: string | undefined;
}

/**
 * A manifest with the changes in it and every other byte as it was. The result is read again: it says what the manifest
 * said but for them.
 * @throws Error where the manifest is written so that this cannot be done.
 */
export function applyChanges(text: string, updates: readonly ModelUpdate[]): string {
  const manifest = new ManifestText(text);
  const expected = manifest.value();
  const edits: TextEdit[] = [];
  for (const { target, changes, checked } of updates) {
    const entry = ['models', target.place];
    for (const change of changes) {
      edits.push(editOf(manifest, target, change));
      setAt(expected, [...entry, ...change.path], valueOf(change));
    }
    const { price } = target.model;
    if (checked === undefined || price.checked === checked) continue;
    edits.push(manifest.replaceScalar([...entry, 'price', 'checked'], checked));
    setAt(expected, [...entry, 'price', 'checked'], checked);
  }
  const after = applyEdits(text, edits);
  if (!isDeepStrictEqual(parseDocument(after, YAML_OPTIONS).toJS(), expected))
    throw new Error(
      'its layout is unusual, and the changes would not land where they belong; make them by hand',
    );
  return after;
}

function editOf(manifest: ManifestText, { place, model }: ComparedModel, change: FactChange): TextEdit {
  const path: ManifestPath = ['models', place, ...change.path];
  const key = change.path.at(-1) ?? '';
  // A limit is always there: only prices are added.
  if (change.from !== null) return manifest.replaceScalar(path, change.to);
  // In the order in which manifests name prices, as far as the neighbours are there.
  const isBehindCached = key === 'cacheWrite' && model.price.cachedInput !== undefined;
  const after = isBehindCached ? 'cachedInput' : 'input';
  return manifest.insertKey(path.slice(0, -1), { key, yaml: `"${change.to}"`, after });
}

/** Limits are numbers, all else is text. */
function valueOf({ path, to }: FactChange): string | number {
  return path[0] === 'limits' ? Number(to) : to;
}

function setAt(root: unknown, path: ManifestPath, value: string | number): void {
  let holder = root;
  for (const step of path.slice(0, -1)) holder = isHolder(holder) ? holder[step] : undefined;
  const last = path.at(-1);
  if (!isHolder(holder) || last === undefined) throw new RangeError(`there is nothing at ${path.join('.')}`);
  holder[last] = value;
}

function isHolder(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}
