import { readFile, stat } from 'node:fs/promises';
import { compareManifests } from '../../manifests/prices/match-list.ts';
import type { ListedProviders } from '../../manifests/prices/price-list.ts';
import { readModelsDev } from '../../manifests/prices/price-list.ts';
import { replaceManifest } from '../../manifests/edit/save-manifest.ts';
import { updateManifests } from '../../manifests/prices/update-manifests.ts';
import { ArgumentError } from '../../argument-error.ts';
import type { Environment } from '../../config.ts';
import type { CommandArguments } from '../command-table.ts';
import { print } from '../print.ts';
import { problemsWith, readSoundManifests, today, type ManifestFolder } from './manifest-folder.ts';
import { reportJson, reportText, type PriceReport } from './prices-report.ts';

const MAX_LIST_BYTES = 64 * 1_048_576;
/** Not 1, which says that something went wrong. */
const HELD_BACK_CODE = 3;

export async function diffPrices(args: CommandArguments, environment: Environment): Promise<number> {
  const [file = ''] = args.positionals;
  if (args.flag('touch') && !args.flag('write')) throw new ArgumentError('--touch requires --write.');
  const folder = await readSoundManifests(environment);
  const report = await diff(folder, await readList(file), args);
  print(args, reportJson(report), reportText(report));
  return report.models.some(({ heldBack }) => heldBack.length > 0) ? HELD_BACK_CODE : 0;
}

async function diff(
  folder: ManifestFolder,
  list: ListedProviders,
  args: CommandArguments,
): Promise<PriceReport> {
  const { compared, unmatched } = compareManifests(folder.manifests, list);
  const { models, texts } = updateManifests(compared, {
    texts: folder.input.manifests,
    today: today(),
    touchAgreeing: args.flag('touch'),
    check: (changed) => problemsWith(folder, changed),
  });
  const isWritten = args.flag('write');
  for (const [file, text] of isWritten ? texts : [])
    await replaceManifest(file, folder.input.manifests.get(file) ?? '', text);
  return { models, unmatched, written: isWritten ? [...texts.keys()] : undefined };
}

async function readList(file: string): Promise<ListedProviders> {
  const { size } = await stat(file);
  if (size > MAX_LIST_BYTES)
    throw new Error(`${file} is over ${MAX_LIST_BYTES} bytes, which no price list is.`);
  return readModelsDev(await readFile(file, 'utf8'), file);
}
