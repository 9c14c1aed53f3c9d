import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import type { Store } from '../books.ts';
import { postgresStore } from '../postgres-store.ts';
import { requestCommands } from './request-commands.ts';
import { newModel } from './request-model.ts';
import { RequestWorld } from './request-world.ts';
import { sqliteStore } from '../sqlite-store.ts';

/** Other lives each time; PROOF_SEED repeats them. */
const SEED = Number(process.env['PROOF_SEED'] ?? Date.now() % 2 ** 31);
/** The same lives each time, known to have everything in them. Where something is missing one day, take another. */
const KNOWN_SEED = 2;
const KNOWN_LIVES = 6;
const OTHER_LIVES = 4;
const MAX_COMMANDS = 24;
/** Micro-credits: some requests fit, some do not. */
const OPENING = 100_000_000;
const EVERYTHING = [
  'answers',
  'charged the cost',
  'charged the hold',
  'client leaves',
  'client leaves its judges',
  'crash',
  'drain',
  'not retained',
  'refused',
  'replayed',
  'replayed from memory',
  'retried and run',
];

function describeLives(name: string, make: (folder: string) => Promise<Store>): void {
  describe(name, () => {
    let folder: string;
    let world: RequestWorld;
    let lives = 0;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'assay-proof-'));
      world = await RequestWorld.open(await make(folder));
    });
    afterAll(async () => {
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** @returns how often what happened. */
    async function live(seed: number, numRuns: number): Promise<ReadonlyMap<string, number>> {
      const seen = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(requestCommands(MAX_COMMANDS), async (commands) => {
          lives += 1;
          const account = `life${lives}`;
          const key = await world.newAccount(account, OPENING);
          const model = newModel(OPENING, { seen, isRunning: world.isRunning });
          await fc.asyncModelRun(() => ({ model, real: { world, name: account, key } }), commands);
          expect(await world.house(account)).toBe(model.house);
          expect(await world.problems()).toEqual([]);
        }),
        // A life has processes in it: it is shown as it failed, not made shorter for minutes.
        { numRuns, seed, endOnFailure: true },
      );
      return seen;
    }

    it(
      'keeps the balance of a model to the micro-credit, whatever happens',
      { timeout: 300_000 },
      async () => {
        const seen = await live(KNOWN_SEED, KNOWN_LIVES);
        expect([...seen.keys()].toSorted()).toEqual(EVERYTHING);
      },
    );

    it(`and in other lives (PROOF_SEED=${SEED})`, { timeout: 300_000 }, async () => {
      process.stdout.write(`\n${name}: PROOF_SEED=${SEED}\n`);
      const seen = await live(SEED, OTHER_LIVES);
      process.stdout.write(`${[...seen].map(([what, times]) => `${what} ${times}`).join(', ')}\n`);
    });
  });
}

describeLives('a gateway over SQLite', async (folder) => sqliteStore(folder));
await describePostgres('the lives of requests over PostgreSQL', (administrator) => {
  describeLives('a gateway over PostgreSQL', async () => await postgresStore(administrator));
});
