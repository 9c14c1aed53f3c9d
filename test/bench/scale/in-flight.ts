import { adjustManifests } from '../../support/gateways/adjusted-manifests.ts';
import { startAssayOn, type Subject } from '../throughput/subjects.ts';
import type { Row } from './row.ts';
import { cacheFolder, openBooks, type Scene } from './scene.ts';
import { describeLoad, type SteadyFigures } from './steady-load.ts';

const MOST = 1_000;
const LEVELS = [1, 10, 100, MOST];
const REFERENCE = 100;
/** So that all of the most go to one provider: what it costs to have many calls in flight shows there, if anywhere. */
const CONCURRENCY = '{ calls: 1024, queue: 4096 }';
/** From one request to the next, of all clients together. */
const PERIOD_MS = 4;
/** About what a client waits for the gateway itself. */
const GATEWAY_MS = 2;

/** What a level was measured at, with its figures by round. */
export interface InFlightFigures {
  readonly clients: number;
  readonly meanDelayMs: number;
  readonly rounds: readonly SteadyFigures[];
}

/**
 * What a call costs at 1 to 1,000 in flight. The provider's delay grows with the number of clients, so that about as
 * many requests come in each second at every level: at one fixed delay a single client would ask a thousandth as often
 * as a thousand do, and its few calls would bear alone what the process does anyway, in timers, collections and code
 * gone cold. This way timers weigh the same everywhere, and only what is in flight differs.
 */
export async function measureInFlight(scene: Scene): Promise<readonly InFlightFigures[]> {
  const { surroundings, plan } = scene;
  const manifests = adjustManifests({ mistral: { concurrency: CONCURRENCY } });
  const environment = { ASSAY_MANIFESTS: manifests.folder, ASSAY_CACHE: cacheFolder(scene) };
  let subject: Subject | undefined;
  try {
    const books = await openBooks(scene, 'in-flight');
    subject = await startAssayOn({ ...books, upstreamUrl: surroundings.upstreamUrl, environment });
    const subjects = [subject];
    const levels = LEVELS.map((clients) => ({
      clients,
      meanDelayMs: PERIOD_MS * clients - GATEWAY_MS,
      rounds: Array<SteadyFigures>(),
    }));
    const { windowMs } = plan;
    // Warms the code, then has memory and connections for the most.
    await surroundings.measure({ subjects, clients: 32, meanDelayMs: 1, windowMs });
    await surroundings.measure({ subjects, clients: MOST, meanDelayMs: PERIOD_MS * MOST, windowMs });
    for (let round = 0; round < plan.rounds; round += 1)
      for (const { clients, meanDelayMs, rounds } of levels)
        rounds.push(await surroundings.measure({ subjects, clients, meanDelayMs, windowMs }));
    return levels;
  } finally {
    await subject?.stop();
    manifests.remove();
  }
}

export function inFlightRows(levels: readonly InFlightFigures[]): readonly Row[] {
  const costs = ({ rounds }: InFlightFigures): readonly number[] =>
    rounds.map(({ cpuMicrosPerCall }) => cpuMicrosPerCall);
  const reference = levels.find(({ clients }) => clients === REFERENCE);
  return levels
    .filter(({ clients }) => clients !== REFERENCE)
    .map((level) => ({
      what: `CPU per call, ${level.clients} in flight`,
      unit: 'us',
      values: costs(level),
      against: `${REFERENCE} in flight`,
      others: reference === undefined ? [] : costs(reference),
      target: 'flat: 1',
      note: describeLoad(level.rounds),
    }));
}
