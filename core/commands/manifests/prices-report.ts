import type { FactChange } from '../../manifests/prices/compare-prices.ts';
import type { UnmatchedModel } from '../../manifests/prices/match-list.ts';
import type { DecidedModel } from '../../manifests/prices/update-manifests.ts';
import { onOneLine } from '../../terminal/printable-text.ts';
import { counted } from '../../client/figures.ts';
import { formatTable, type Row } from '../print.ts';

export interface PriceReport {
  readonly models: readonly DecidedModel[];
  readonly unmatched: readonly UnmatchedModel[];
  /** The files that were changed; undefined where nothing was to be written. */
  readonly written: readonly string[] | undefined;
}

export function reportText(report: PriceReport): string {
  const { models, unmatched, written } = report;
  const changes = changeRows(models, ({ applied }) => applied);
  const heldBack = changeRows(models, (model) => model.heldBack);
  const parts = [
    ...(changes.length === 0
      ? []
      : [`${written === undefined ? 'would change' : 'changed'}\n${formatTable(changes, true)}`]),
    ...(heldBack.length === 0 ? [] : [`held back, for you to decide\n${formatTable(heldBack, true)}`]),
    ...(unmatched.length === 0 ? [] : [`not in the list\n${formatTable(unmatchedRows(unmatched))}`]),
    `${counted(models.length, 'model')} compared, ${agreeing(models)} agree; ${counted(changes.length, 'change')}, ${heldBack.length} held back; ${unmatched.length} not in the list\n`,
    ...(written === undefined || written.length === 0 ? [] : [`wrote ${written.join(', ')}\n`]),
    ...(written === undefined && changes.length > 0 ? ['"--write" makes these changes.\n'] : []),
  ];
  return parts.join('\n');
}

export function reportJson({ models, unmatched, written }: PriceReport): object {
  return {
    changes: models.flatMap((model) => model.applied.map((change) => changeJson(model, change))),
    heldBack: models.flatMap((model) => model.heldBack.map((change) => changeJson(model, change))),
    unmatched: unmatched.map(({ file, model, reason }) => ({
      file,
      model: model.id,
      upstream: model.upstream,
      reason,
    })),
    agreeing: agreeing(models),
    written: written ?? [],
  };
}

function agreeing(models: readonly DecidedModel[]): number {
  return models.filter(({ target }) => target.changes.length === 0).length;
}

function changeJson({ target }: DecidedModel, { path, from, to, heldBack }: FactChange): object {
  return { file: target.file, model: target.model.id, field: path.join('.'), from, to, heldBack };
}

function changeRows(
  models: readonly DecidedModel[],
  pick: (model: DecidedModel) => readonly FactChange[],
): readonly Row[] {
  return models.flatMap((model) =>
    pick(model).map((change) => ({
      model: model.target.model.id,
      field: change.path.join('.'),
      manifest: change.from,
      list: change.to,
      change: percentOf(change),
      ...(change.heldBack !== null && { why: change.heldBack }),
    })),
  );
}

/** A provider the list does not know is one row, whatever the number of its models. */
function unmatchedRows(unmatched: readonly UnmatchedModel[]): readonly Row[] {
  const byReason = Map.groupBy(unmatched, ({ reason }) => reason);
  return [...byReason].map(([reason, models]) => ({
    model: `${models[0]?.model.id ?? ''}${models.length > 1 ? ` and ${models.length - 1} more` : ''}`,
    // It quotes the list's own names.
    why: onOneLine(reason),
  }));
}

/** `+25 %`, to a tenth; null where there is nothing to compare with. */
function percentOf({ path, from, to }: FactChange): string | null {
  const [before, after] = [Number(from ?? 0), Number(to)];
  if (path.at(-1) === 'longContext' || !(before > 0) || Number.isNaN(after)) return null;
  const percent = 100 * (after / before - 1);
  const size = Math.abs(percent);
  const shown = size < 0.1 ? '<0.1' : Number(size.toFixed(1));
  return `${percent < 0 ? '-' : '+'}${shown} %`;
}
