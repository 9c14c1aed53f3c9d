import { join } from 'node:path';
import { assayEnvironment, GATEWAY, LIMIT_GATEWAY, PROMPT_PATH, promptBody } from '../throughput/subjects.ts';
import type { Row } from './row.ts';
import { cacheFolder, openBooks, type Scene } from './scene.ts';
import { timeStart, type Startable, type StartFigures } from './time-start.ts';

/** By round. */
export interface Starts {
  /** As any but the first. */
  readonly usual: readonly StartFigures[];
  /** With a cache that is empty, and the manifests as they are. */
  readonly emptyCache: readonly StartFigures[];
  readonly manyModels: readonly StartFigures[];
  readonly limit: readonly StartFigures[];
}

/** What is started in a round. */
type Kind = (round: number) => Startable;

/** In turns, each kind once untimed: then the system has the files in memory, and what is generated is in the cache. */
export async function timeStarts(scene: Scene): Promise<Starts> {
  const ASSAY_CACHE = cacheFolder(scene);
  const ASSAY_MANIFESTS = scene.manyModels.folder;
  const kinds: Readonly<Record<keyof Starts, Kind>> = {
    usual: await assay(scene, 'start-usual', () => ({ ASSAY_CACHE })),
    emptyCache: await assay(scene, 'start-empty-cache', (round) => ({
      ASSAY_CACHE: join(scene.folder, `empty-cache-${round}`),
    })),
    manyModels: await assay(scene, 'start-many-models', () => ({ ASSAY_CACHE, ASSAY_MANIFESTS })),
    limit: () => ({
      file: LIMIT_GATEWAY,
      arguments: [scene.surroundings.upstreamUrl],
      path: '/',
      key: 'none',
      body: promptBody(1),
    }),
  };
  const starts: Readonly<Record<keyof Starts, StartFigures[]>> = {
    usual: [],
    emptyCache: [],
    manyModels: [],
    limit: [],
  };
  for (let round = 0; round <= scene.plan.starts; round += 1)
    for (const kind of ['usual', 'emptyCache', 'manyModels', 'limit'] as const) {
      const figures = await timeStart(kinds[kind](round));
      if (round > 0) starts[kind].push(figures);
    }
  return starts;
}

/** Each kind has a ledger that it has used before. */
async function assay(
  scene: Scene,
  name: string,
  extra: (round: number) => Readonly<Record<string, string>>,
): Promise<Kind> {
  const { upstreamUrl } = scene.surroundings;
  const { databaseUrl, key } = await openBooks(scene, name);
  return (round) => ({
    file: GATEWAY,
    environment: assayEnvironment({ upstreamUrl, databaseUrl, environment: extra(round) }),
    path: PROMPT_PATH,
    key,
    body: promptBody(1),
  });
}

export function manyModelsStartRows({ manyModels }: Scene, starts: Starts): readonly Row[] {
  const against = {
    unit: 'ms',
    against: `${manyModels.usualCount} models`,
    target: 'under 2',
  } as const;
  const what = `from the cache, ${manyModels.count} models`;
  return [
    {
      ...against,
      what: `CPU of a start ${what}`,
      values: starts.manyModels.map(({ cpuMs }) => cpuMs),
      others: starts.usual.map(({ cpuMs }) => cpuMs),
    },
    {
      ...against,
      what: `Time of a start ${what}`,
      values: starts.manyModels.map(({ listeningMs }) => listeningMs),
      others: starts.usual.map(({ listeningMs }) => listeningMs),
    },
  ];
}

export function coldStartRows({ usual, emptyCache, limit }: Starts): readonly Row[] {
  return (
    [
      ['Spawn to listening', usual, 'listeningMs'],
      ['Spawn to listening, cache empty', emptyCache, 'listeningMs'],
      ['Spawn to the first answer', usual, 'firstAnswerMs'],
      ['Spawn to the first answer, cache empty', emptyCache, 'firstAnswerMs'],
    ] as const
  ).map(([what, starts, figure]) => ({
    what,
    unit: 'ms',
    values: starts.map((start) => start[figure]),
    against: 'bare node:http and undici',
    others: limit.map((start) => start[figure]),
    target: '',
  }));
}
