import type { ManifestProblem } from '../load/manifest-problem.ts';
import { applyChanges, type ModelUpdate } from './apply-changes.ts';
import { isPrice, type FactChange } from './compare-prices.ts';
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

export interface UpdateTerms {
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
