import { readFile, stat } from 'node:fs/promises';
import type { FactDifference } from '../../manifests/prices/compare-prices.ts';
import { compareManifests, type Comparison, type UnmatchedModel } from '../../manifests/prices/match-list.ts';
import { readModelsDev, type ListedProviders } from '../../manifests/prices/price-list.ts';
import type { Environment } from '../../config.ts';
import type { CommandArguments } from '../command-table.ts';
import { onOneLine } from '../../terminal/printable-text.ts';
import { formatCount } from '../../client/figures.ts';
import { formatTable, print, type Row } from '../print.ts';
import { readManifestFolder, refuseMistakes } from './manifest-folder.ts';

const MAX_LIST_BYTES = 64 * 1_048_576;
/** Not 1, the code of a failure. */
const DIFFERENT_CODE = 3;

export async function diffPrices(args: CommandArguments, environment: Environment): Promise<number> {
  const [file = ''] = args.positionals;
  const folder = await readManifestFolder(environment);
  refuseMistakes(folder);
  const comparison = compareManifests(folder.manifests, await readList(file));
  print(args, reportJson(comparison), reportText(comparison));
  return agreeing(comparison.compared) === comparison.compared.length ? 0 : DIFFERENT_CODE;
}

async function readList(file: string): Promise<ListedProviders> {
  const { size } = await stat(file);
  if (size > MAX_LIST_BYTES)
    throw new Error(`${file} is over ${MAX_LIST_BYTES} bytes, which no price list is.`);
  return readModelsDev(await readFile(file, 'utf8'), file);
}

function reportText({ compared, unmatched }: Comparison): string {
  const differences = compared.flatMap(({ model, differences: found }) =>
    found.map((difference) => differenceRow(model.id, difference)),
  );
  const parts = [
    ...(differences.length === 0 ? [] : [`different\n${formatTable(differences, true)}`]),
    ...(unmatched.length === 0 ? [] : [`not in the list\n${formatTable(unmatchedRows(unmatched))}`]),
    `${formatCount(compared.length, 'model')} compared, ${agreeing(compared)} agree; ${formatCount(differences.length, 'difference')}; ${unmatched.length} not in the list\n`,
  ];
  return parts.join('\n');
}

function reportJson({ compared, unmatched }: Comparison): object {
  return {
    differences: compared.flatMap(({ file, model, differences }) =>
      differences.map(({ path, from, to }) => ({ file, model: model.id, field: path.join('.'), from, to })),
    ),
    unmatched: unmatched.map(({ file, model, reason }) => ({
      file,
      model: model.id,
      upstream: model.upstream,
      reason,
    })),
    agreeing: agreeing(compared),
  };
}

function agreeing(compared: Comparison['compared']): number {
  return compared.filter(({ differences }) => differences.length === 0).length;
}

function differenceRow(model: string, difference: FactDifference): Row {
  const { path, from, to } = difference;
  return { model, field: path.join('.'), manifest: from, list: to, change: percentOf(difference) };
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
function percentOf({ from, to }: FactDifference): string | null {
  const percent = (Number(to) / Number(from) - 1) * 100;
  if (!Number.isFinite(percent)) return null;
  const size = Math.abs(percent);
  const rounded = size < 0.1 ? '<0.1' : size.toFixed(1).replace(/\.0$/, '');
  return `${percent < 0 ? '-' : '+'}${rounded} %`;
}
