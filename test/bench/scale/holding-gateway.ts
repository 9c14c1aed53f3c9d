import { NODE_FLAGS } from '../../../core/commands/gateway/serve.ts';
import { adjustManifests } from '../../support/gateways/adjusted-manifests.ts';
import type { Memory } from '../streaming/report-memory.ts';
import { ask, end, printedPort } from '../../support/servers/child-process.ts';
import { startPinned } from '../throughput/pinned-process.ts';
import {
  assayEnvironment,
  GATEWAY,
  LIMIT_GATEWAY,
  promptBody,
  PROMPT_PATH,
  REPORT_COST,
  subject,
  type Subject,
} from '../throughput/subjects.ts';
import { cacheFolder, openBooks, type Scene } from './scene.ts';

/** A gateway that may have thousands of calls wait at once. */
export interface HoldingGateway extends Subject {
  memory(): Promise<Memory>;
}

const CONCURRENCY = '{ calls: 16384, queue: 4096 }';
const REPORT_MEMORY = new URL('../streaming/report-memory.ts', import.meta.url);
const PRELOAD = [REPORT_COST, REPORT_MEMORY];

/** Everything on. @param name of its ledger, nobody else's. */
export async function startHoldingAssay(scene: Scene, name: string): Promise<HoldingGateway> {
  const manifests = adjustManifests({ mistral: { concurrency: CONCURRENCY } });
  const books = await openBooks(scene, name);
  const environment = {
    ASSAY_MANIFESTS: manifests.folder,
    ASSAY_CACHE: cacheFolder(scene),
    ASSAY_MAX_CONNECTIONS: '16384',
  };
  const { upstreamUrl } = scene.surroundings;
  const child = startPinned(GATEWAY, {
    processor: 'subject',
    flags: NODE_FLAGS,
    environment: assayEnvironment({ upstreamUrl, ...books, environment }),
    preload: PRELOAD,
  });
  const door = { port: await printedPort(child), path: PROMPT_PATH, body: promptBody, key: books.key };
  return {
    ...subject('Assay', child, door),
    memory: () => ask<Memory>(child, 'memory'),
    async stop() {
      await end(child);
      manifests.remove();
    },
  };
}

/** Bare node:http and undici, with a connection for each call as Assay has. */
export async function startHoldingLimit({ surroundings }: Scene): Promise<HoldingGateway> {
  const child = startPinned(LIMIT_GATEWAY, {
    processor: 'subject',
    arguments: [surroundings.upstreamUrl, '16384'],
    preload: PRELOAD,
  });
  const door = { port: await printedPort(child), path: '/', body: promptBody };
  return { ...subject('the minimum', child, door), memory: () => ask<Memory>(child, 'memory') };
}
