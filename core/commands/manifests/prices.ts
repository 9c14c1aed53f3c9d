import { readFile, stat } from 'node:fs/promises';
import { compareManifests, type Comparison } from '../../manifests/prices/match-list.ts';
import { readModelsDev, type ListedProviders } from '../../manifests/prices/price-list.ts';
import type { Environment } from '../../config.ts';
import type { CommandArguments } from '../command-table.ts';
import { print } from '../print.ts';
import { readManifestFolder, refuseMistakes } from './manifest-folder.ts';
import { reportJson, reportText } from './prices-report.ts';

const MAX_LIST_BYTES = 64 * 1_048_576;
/** Not 1, which says that something went wrong. */
const DIFFERENT_CODE = 3;

export async function diffPrices(args: CommandArguments, environment: Environment): Promise<number> {
  const [file = ''] = args.positionals;
  const folder = await readManifestFolder(environment);
  refuseMistakes(folder);
  const comparison = compareManifests(folder.manifests, await readList(file));
  print(args, reportJson(comparison), reportText(comparison));
  return isDifferent(comparison) ? DIFFERENT_CODE : 0;
}

function isDifferent({ compared }: Comparison): boolean {
  return compared.some(({ differences }) => differences.length > 0);
}

async function readList(file: string): Promise<ListedProviders> {
  const { size } = await stat(file);
  if (size > MAX_LIST_BYTES)
    throw new Error(`${file} is over ${MAX_LIST_BYTES} bytes, which no price list is.`);
  return readModelsDev(await readFile(file, 'utf8'), file);
}
