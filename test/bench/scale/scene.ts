import { join } from 'node:path';
import { createUnlimitedAccount } from '../../support/gateways/unlimited-account.ts';
import type { SteadySurroundings } from './steady-load.ts';

/** What the parts of the bench share. */
export interface Scene {
  readonly surroundings: SteadySurroundings;
  /** For whatever a part needs on disk; it goes when the bench has ended. */
  readonly folder: string;
  readonly plan: ScalePlan;
  /** Manifests of very many models. */
  readonly manyModels: ManyModels;
}

export interface ScalePlan {
  readonly rounds: number;
  /** For each load of each round, milliseconds. */
  readonly windowMs: number;
  /** That are timed; one more before them is not. */
  readonly starts: number;
}

export interface ManyModels {
  /** For ASSAY_MANIFESTS. */
  readonly folder: string;
  readonly count: number;
  /** In the manifests as they are. */
  readonly usualCount: number;
}

/** A ledger and the key of its one account. */
export interface Books {
  /** As ASSAY_DATABASE_URL takes it. */
  readonly databaseUrl: string;
  readonly key: string;
}

/** A SQLite ledger of its own. @param name of nobody else's. */
export async function openBooks({ folder }: Scene, name: string): Promise<Books> {
  const databaseUrl = `file:${join(folder, `${name}.db`)}`;
  return { databaseUrl, key: await createUnlimitedAccount(databaseUrl) };
}

/** For ASSAY_CACHE: one for all gateways, so that what one has generated the next takes as it is. */
export function cacheFolder({ folder }: Scene): string {
  return join(folder, 'cache');
}
