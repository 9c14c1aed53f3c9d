import { findPostgres, temporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import { hasRedis, startRedis } from '../../support/servers/redis-server.ts';
import { createUnlimitedAccount } from '../../support/gateways/unlimited-account.ts';
import { startAssayOn, type Subject } from '../throughput/subjects.ts';
import type { Row } from './row.ts';
import { cacheFolder, openBooks, type Scene } from './scene.ts';
import { describeLoad, type SteadyFigures } from './steady-load.ts';

/**
 * Two, for a request is far dearer where few come: at a calm load each has a commit to itself, at a busy one many are
 * committed, written and read together.
 */
const LOADS = {
  calm: { clients: 50, meanDelayMs: 200 },
  busy: { clients: 100, meanDelayMs: 100 },
} as const;

type LoadName = keyof typeof LOADS;

/** Gateways that share the load, with their figures by round. */
interface Contender {
  readonly subjects: readonly Subject[];
  readonly rounds: Readonly<Record<LoadName, SteadyFigures[]>>;
  stop(): Promise<void>;
}

type Figures = Readonly<Record<LoadName, readonly SteadyFigures[]>>;

/** By load and round. */
export interface SameLoadFigures {
  readonly usual: Figures;
  /** Undefined where there is no PostgreSQL or no Redis. */
  readonly shared: Figures | undefined;
  /** Under the busy load alone. */
  readonly manyModels: Figures;
}

/** The gateway as it comes, two that share their stores, and one with very many models, under the same load in turns. */
export async function measureSameLoad(scene: Scene): Promise<SameLoadFigures> {
  const contenders: Contender[] = [];
  const add = (contender: Contender): Contender => {
    contenders.push(contender);
    return contender;
  };
  try {
    const usual = add(await startAlone(scene, 'usual', {}));
    const many = { ASSAY_MANIFESTS: scene.manyModels.folder };
    const manyModels = add(await startAlone(scene, 'many-models', many));
    const shared = await startSharing(scene);
    if (shared !== undefined) add(shared);
    const { surroundings, plan } = scene;
    // Warms the code.
    for (const { subjects } of contenders)
      await surroundings.measure({ subjects, clients: 32, meanDelayMs: 1, windowMs: plan.windowMs });
    for (let round = 0; round < plan.rounds; round += 1) {
      // Where nothing is shared the calm load would tell nothing more of the models.
      if (shared !== undefined) await measureRound(scene, 'calm', [usual, shared]);
      await measureRound(scene, 'busy', contenders);
    }
    return { usual: usual.rounds, shared: shared?.rounds, manyModels: manyModels.rounds };
  } finally {
    for (const contender of contenders) await contender.stop();
  }
}

async function measureRound(
  { surroundings, plan }: Scene,
  load: LoadName,
  contenders: readonly Contender[],
): Promise<void> {
  for (const { subjects, rounds } of contenders)
    rounds[load].push(await surroundings.measure({ subjects, ...LOADS[load], windowMs: plan.windowMs }));
}

async function startAlone(
  scene: Scene,
  name: string,
  extra: Readonly<Record<string, string>>,
): Promise<Contender> {
  const { upstreamUrl } = scene.surroundings;
  const environment = { ASSAY_CACHE: cacheFolder(scene), ...extra };
  const started = await startAssayOn({ ...(await openBooks(scene, name)), upstreamUrl, environment });
  return { subjects: [started], rounds: { calm: [], busy: [] }, stop: () => started.stop() };
}

/** A database and a Redis of their own, which go with them. @returns undefined where the machine has not both. */
async function startSharing(scene: Scene): Promise<Contender | undefined> {
  const administrator = await findPostgres();
  if (administrator === undefined || !hasRedis()) {
    const missing = administrator === undefined ? 'NO PostgreSQL ANSWERS' : 'NO redis-server ON THE PATH';
    console.log(`\n  ${missing}: GATEWAYS THAT SHARE THEIR STORES WERE NOT MEASURED`);
    return undefined;
  }
  // A Redis without its parent ends by itself, a database would stay.
  const redis = await startRedis();
  const database = await temporaryDatabase(administrator);
  const subjects: Subject[] = [];
  const stop = async (): Promise<void> => {
    for (const subject of subjects) await subject.stop();
    await Promise.all([redis.stop(), database.drop()]);
  };
  try {
    const books = { databaseUrl: database.url, key: await createUnlimitedAccount(database.url) };
    const environment = { ASSAY_CACHE: cacheFolder(scene), ASSAY_COUNTERS_URL: redis.url };
    const { upstreamUrl } = scene.surroundings;
    for (let gateway = 0; gateway < 2; gateway += 1)
      subjects.push(await startAssayOn({ ...books, upstreamUrl, environment }));
  } catch (cause) {
    await stop();
    throw cause;
  }
  return { subjects, rounds: { calm: [], busy: [] }, stop };
}

export function sharedRows({ usual, shared }: SameLoadFigures): readonly Row[] {
  if (shared === undefined) return [];
  return (['calm', 'busy'] as const).map((load) =>
    costRow(
      {
        what: `CPU per request, two gateways on PostgreSQL and Redis, ${load}`,
        against: 'one gateway on SQLite',
        target: 'at most 1.5',
      },
      shared[load],
      usual[load],
    ),
  );
}

export function manyModelsCostRow({ manyModels }: Scene, figures: SameLoadFigures): Row {
  const row = {
    what: `CPU per request, ${manyModels.count} models, busy`,
    against: `${manyModels.usualCount} models`,
    target: 'no more than 1',
  };
  return costRow(row, figures.manyModels.busy, figures.usual.busy);
}

function costRow(
  row: Pick<Row, 'what' | 'against' | 'target'>,
  measured: readonly SteadyFigures[],
  others: readonly SteadyFigures[],
): Row {
  const costs = (rounds: readonly SteadyFigures[]): readonly number[] =>
    rounds.map(({ cpuMicrosPerCall }) => cpuMicrosPerCall);
  return {
    ...row,
    unit: 'us',
    values: costs(measured),
    others: costs(others),
    note: `${describeLoad(measured)}; against ${describeLoad(others)}`,
  };
}
