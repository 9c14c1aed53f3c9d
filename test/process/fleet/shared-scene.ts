import { randomUUID } from 'node:crypto';
import type { AccountSettings } from '../../../core/ledger/administration/settings.ts';
import { openLedger } from '../../../core/ledger/open-ledger.ts';
import { createKeyedAccount } from '../../support/gateways/keyed-account.ts';
import { temporaryDatabase, type TemporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import { startRedis } from '../../support/servers/redis-server.ts';
import type { SandboxOptions } from '../../../core/sandbox/upstream.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';

/** A scene whose gateways share a PostgreSQL database and a Redis, both the scene's own. */
export interface SharedScene extends ProcessScene {
  readonly database: TemporaryDatabase;
  /** A new account's name and key; without rate limits by default. */
  customer(credits: number, limits?: AccountSettings): Promise<Customer>;
  books(account: string): Promise<Books>;
}

export interface Customer {
  readonly account: string;
  readonly key: string;
}

/** In micro-credits. */
export interface Books {
  readonly posted: number;
  readonly reserved: number;
  /** Each paid request's, of the last 3,000 or so; a voided one has a charge of 0, which is left out. */
  readonly charges: readonly number[];
  /** What `assay ledger check` would find. */
  readonly problems: readonly unknown[];
}

const UNLIMITED = 1_000_000;

export async function startSharedScene(administrator: string, sandbox: SandboxOptions): Promise<SharedScene> {
  const [database, redis] = await Promise.all([temporaryDatabase(administrator), startRedis()]);
  const shared = { ASSAY_DATABASE_URL: database.url, ASSAY_COUNTERS_URL: redis.url };
  const scene = await startScene(sandbox, shared);
  const open = () => openLedger({ kind: 'postgres', url: database.url }, { recover: false });
  return {
    ...scene,
    database,
    async customer(credits, limits = { requestsPerMinute: UNLIMITED, requestsInFlight: UNLIMITED }) {
      const account = `account-${randomUUID()}`;
      const ledger = await open();
      // Otherwise the number of concurrent requests depends on their possible cost beyond the holds.
      const settings = { ...limits, holds: 'worst' } as const;
      const { key } = await createKeyedAccount(ledger, account, credits * 1_000_000, settings);
      await ledger.close();
      return { account, key };
    },
    async books(account) {
      const ledger = await open();
      const accounts = await ledger.listAccounts();
      const found = accounts.find(({ name }) => name === account);
      const entries = await ledger.history(account, 10_000);
      const problems = await ledger.check();
      await ledger.close();
      return {
        posted: found?.postedMicroCredits ?? Number.NaN,
        reserved: found?.heldMicroCredits ?? Number.NaN,
        charges: entries
          .filter(({ kind, microCredits }) => kind === 'charge' && microCredits > 0)
          .map(({ microCredits }) => microCredits),
        problems,
      };
    },
    async stop() {
      await scene.stop();
      await Promise.all([redis.stop(), database.drop()]);
    },
  };
}
