import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { IS_WHOLE } from '../is-whole.ts';
import type { Store } from '../stores/books.ts';
import { postgresStore } from '../stores/postgres-store.ts';
import { requestCommands } from './request-commands.ts';
import { newModel } from './request-model.ts';
import { RequestWorld } from './request-world.ts';
import type { RequestCommand } from './requests-in-use.ts';
import { writtenLife } from './written-life.ts';
import { sqliteStore } from '../stores/sqlite-store.ts';

/** Random lives, others each time; PROOF_SEED repeats them. */
const SEED = Number(process.env['PROOF_SEED'] ?? Date.now() % 2 ** 31);
const OTHER_LIVES = IS_WHOLE ? 40 : 2;
const MAX_COMMANDS = 24;
/** Micro-credits, by how large holds are: some requests fit, some do not. */
const OPENINGS = { worst: 100_000_000, likely: 1_500_000 };
const EVERYTHING = [
  'answers',
  'charged beyond the hold',
  'charged the cost',
  'charged the hold',
  'client leaves',
  'client leaves its judges',
  'crash',
  'drain',
  'not retained',
  'refused',
  'refused, since it owes',
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

    type Account = Awaited<ReturnType<typeof newAccount>>;

    /** The next account; every second one holds the worst. */
    async function newAccount(seen: Map<string, number>) {
      lives += 1;
      const name = `life${lives}`;
      const holds = lives % 2 === 0 ? 'worst' : 'likely';
      const key = await world.newAccount(name, OPENINGS[holds], holds);
      return { name, key, model: newModel(OPENINGS[holds], { seen, isRunning: world.isRunning }) };
    }

    async function live({ name, key, model }: Account, commands: Iterable<RequestCommand>): Promise<void> {
      await fc.asyncModelRun(() => ({ model, real: { world, name, key } }), commands);
      expect(await world.absorbed(name)).toBe(model.absorbed);
      expect(await world.problems()).toEqual([]);
    }

    it('keeps the balance of a model to the micro-credit, whatever happens', async () => {
      const seen = new Map<string, number>();
      for (const _holds of ['likely', 'worst']) await live(await newAccount(seen), writtenLife());
      expect([...seen.keys()].toSorted()).toEqual(EVERYTHING);
    });

    it(`and in other lives (PROOF_SEED=${SEED})`, async () => {
      process.stdout.write(`\n${name}: PROOF_SEED=${SEED}\n`);
      const seen = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(requestCommands(MAX_COMMANDS), async (commands) =>
          live(await newAccount(seen), commands),
        ),
        // A life has processes in it: it is shown as it failed, not made shorter for minutes.
        { numRuns: OTHER_LIVES, seed: SEED, endOnFailure: true },
      );
      process.stdout.write(`${[...seen].map(([what, times]) => `${what} ${times}`).join(', ')}\n`);
    });
  });
}

describeLives('a gateway over SQLite', async (folder) => sqliteStore(folder));
await describePostgres('the lives of requests over PostgreSQL', (administrator) => {
  describeLives('a gateway over PostgreSQL', async () => await postgresStore(administrator));
});
