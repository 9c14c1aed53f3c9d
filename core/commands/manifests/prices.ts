import { readFile, stat } from 'node:fs/promises';
import { compareManifests } from '../../manifests/prices/match-list.ts';
import type { ListedProviders } from '../../manifests/prices/price-list.ts';
import { readModelsDev } from '../../manifests/prices/read-models-dev.ts';
import { replaceManifest } from '../../manifests/edit/save-manifest.ts';
import { updateManifests } from '../../manifests/prices/update-manifests.ts';
import { ArgumentError } from '../../argument-error.ts';
import { defineCommand, type Command, type CommandArguments } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { problemsWith, readSoundManifests, tell, today, type ManifestFolder } from './manifest-folder.ts';
import { reportJson, reportText, type PriceReport } from './prices-report.ts';

const MAX_LIST_BYTES = 64 * 1_048_576;
/** Not 1, which says that something went wrong. */
const HELD_BACK_CODE = 3;

const TABLE: CommandTable = {
  command: 'assay prices',
  purpose: 'hold the manifests against the public price list of models.dev.',
  forms: [
    {
      verb: 'diff',
      words: ['FILE'],
      says: 'FILE is https://models.dev/api.json, downloaded',
      options: {
        write: {
          says: 'take the changes over into the manifests, whose formatting and comments stay; a model whose prices are all taken over has today as `checked`',
        },
        touch: { says: 'with --write: set `checked` also where every price agrees already' },
      },
    },
  ],
  notes: `Compared are the prices of input, cached input, cache writes and output, and the limits of context and output, as far
as the list has them. Models are found by their \`upstream\` name, providers by their id or by
\`priceLists\` in the manifest.

Held back, for a person to decide: prices that move 10 times or more, to or from zero, or have over six places, limits that
shrink, limits of output that repeat the context, tiers of prices, and what the checks would refuse.`,
  json: 'print JSON: { changes, heldBack, unmatched, agreeing, written }; the first two hold { file, model, field, from, to, heldBack }',
  closing: `Exit code 0, or ${HELD_BACK_CODE} where something is held back; 1 where it failed.`,
  examples: ['assay prices diff api.json --write'],
};

export const prices: Command = defineCommand(TABLE, async (args, environment) => {
  const [, file = ''] = args.positionals;
  if (args.flag('touch') && !args.flag('write')) throw new ArgumentError('--touch requires --write.');
  const folder = await readSoundManifests(environment);
  const report = await diff(folder, await readList(file), args);
  tell(args.json ? reportJson(report) : reportText(report));
  return report.models.some(({ heldBack }) => heldBack.length > 0) ? HELD_BACK_CODE : 0;
});

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
    throw new Error(`${file} is over ${MAX_LIST_BYTES} bytes; that is no price list`);
  return readModelsDev(await readFile(file, 'utf8'), file);
}
