import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import { YAML_OPTIONS } from '../load/load-yaml.ts';
import { applyEdits, type TextEdit } from '../edit/edit-text.ts';
import { type ManifestPath, ManifestText } from '../edit/manifest-text.ts';
import { type FactChange, isPrice } from './compare-prices.ts';
import type { ComparedModel } from './match-list.ts';

/** A model with what would be written into its entry, and what is left to a person. */
export interface DecidedModel {
  readonly target: ComparedModel;
  readonly applied: readonly FactChange[];
  readonly heldBack: readonly FactChange[];
}

export interface ManifestUpdate {
  readonly models: readonly DecidedModel[];
  /** Only the files that change. */
  readonly texts: ReadonlyMap<string, string>;
}

interface UpdateTerms {
  readonly texts: ReadonlyMap<string, string>;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** Whether `checked` moves also where every price agrees. */
  readonly touchAgreeing: boolean;
  /** What the checks say of all manifests with other texts in some files. */
  readonly check: (texts: ReadonlyMap<string, string>) => readonly ManifestProblem[];
}

/**
 * Decides what is written. A change the checks would refuse is held back with what they say; where they name another
 * place of the entry, all of the model's changes are. So each round has fewer changes, and the last passes.
 */
export function updateManifests(compared: readonly ComparedModel[], terms: UpdateTerms): ManifestUpdate {
  let models = compared.map(decide);
  for (;;) {
    const texts = textsOf(models, terms);
    const refusals = terms.check(texts);
    if (refusals.length === 0) return { models, texts };
    const next = models.map((model) => holdRefused(model, refusals));
    // Bounds the rounds: each holds at least one change back, or is the last.
    if (next.every((model, index) => model === models[index])) throw new Error(unexpected(refusals));
    models = next;
  }
}

function decide(target: ComparedModel): DecidedModel {
  return {
    target,
    applied: target.changes.filter(({ heldBack }) => heldBack === null),
    heldBack: target.changes.filter(({ heldBack }) => heldBack !== null),
  };
}

function holdRefused(model: DecidedModel, refusals: readonly ManifestProblem[]): DecidedModel {
  const entry = `/models/${model.target.place}`;
  const own = refusals.filter(
    ({ file, path }) => file === model.target.file && `${path}/`.startsWith(`${entry}/`),
  );
  if (own.length === 0 || model.applied.length === 0) return model;
  const refusalOf = (change: FactChange): ManifestProblem | undefined =>
    own.find(({ path }) => path === [entry, ...change.path].join('/'));
  const isNamed = model.applied.some((change) => refusalOf(change) !== undefined);
  const refused = model.applied.flatMap((change) => {
    const refusal = isNamed ? refusalOf(change) : own[0];
    if (refusal === undefined) return [];
    const place = refusal.path.slice(entry.length + 1).replaceAll('/', '.');
    return [{ ...change, heldBack: `the checks would refuse it: ${place} ${refusal.message}` }];
  });
  const paths = new Set(refused.map(({ path }) => path));
  return {
    ...model,
    applied: model.applied.filter(({ path }) => !paths.has(path)),
    heldBack: [...model.heldBack, ...refused],
  };
}

function textsOf(models: readonly DecidedModel[], terms: UpdateTerms): ReadonlyMap<string, string> {
  const updates = Map.groupBy(
    models.map((model) => updateOf(model, terms)),
    ({ target }) => target.file,
  );
  const texts = [...updates].map(([file, wanted]) => {
    const before = terms.texts.get(file) ?? '';
    return [file, before, applyChanges(before, wanted)] as const;
  });
  return new Map(
    texts.filter(([, before, after]) => before !== after).map(([file, , after]) => [file, after]),
  );
}

/** `checked` moves where the prices were compared to the end: nothing about them is left open. */
function updateOf(
  { target, applied, heldBack }: DecidedModel,
  { today, touchAgreeing }: UpdateTerms,
): ModelUpdate {
  const isSettled = target.isPriced && !heldBack.some(isPrice) && (touchAgreeing || applied.some(isPrice));
  return { target, changes: applied, checked: isSettled ? today : undefined };
}

function unexpected(refusals: readonly ManifestProblem[]): string {
  return `the changes would not pass the checks: ${refusals[0]?.file} ${refusals[0]?.message}; make them by hand`;
}

/** What is to be written into one model's entry. */
interface ModelUpdate {
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
function applyChanges(text: string, updates: readonly ModelUpdate[]): string {
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
