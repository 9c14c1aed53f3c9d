import type { Pool } from 'pg';
import type { Recovery } from '../ledger.ts';
import { readInteger, readText } from '../ledger-row.ts';
import { LeaseWatch } from './lease-watch.ts';
import type { Lease } from './lease-watch.ts';
import { rowsOf } from './connection.ts';

export interface LeaseSettings {
  readonly bootId: string;
  /** A gateway without a sign of life for so long is dead, milliseconds. */
  readonly leaseMs: number;
  readonly onRecovered: (recovery: Recovery) => void;
}

/** Signs of life and looks at the others per lease. */
const LOOKS_PER_LEASE = 5;

/**
 * What a starting gateway ends before it serves: holds of gateways silent for a whole lease by the server's clock,
 * not counting the time before the server itself came up, when nobody could give a sign.
 */
export async function recoverAtStart(
  pool: Pool,
  { bootId, leaseMs }: Pick<LeaseSettings, 'bootId' | 'leaseMs'>,
): Promise<Recovery> {
  const rows = await rowsOf(pool, {
    text: `SELECT boot_id, renewals FROM gateway WHERE boot_id <> $1 AND now_ms() - greatest(renewed_ms,
      floor(extract(epoch FROM pg_postmaster_start_time()) * 1000)::bigint) >= $2`,
    values: [bootId, leaseMs],
  });
  return await recover(pool, rows.map(readLease));
}

/** Keeps this gateway's lease and takes the holds of gateways that are dead. */
export class LeaseKeeper {
  readonly #pool: Pool;
  readonly #settings: LeaseSettings;
  readonly #watch: LeaseWatch;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;

  constructor(pool: Pool, settings: LeaseSettings) {
    this.#pool = pool;
    this.#settings = settings;
    this.#everyMs = settings.leaseMs / LOOKS_PER_LEASE;
    this.#watch = new LeaseWatch(settings.leaseMs, this.#everyMs * 2);
  }

  /** Renews at once, and then for good. */
  start(): void {
    this.#schedule(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #schedule(delayMs = this.#everyMs): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        if (!this.#stopped) this.#schedule();
      });
    }, delayMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const { bootId, onRecovered } = this.#settings;
    try {
      await rowsOf(this.#pool, {
        text: "UPDATE gateway SET renewals = nextval('gateway_number'), renewed_ms = now_ms() WHERE boot_id = $1",
        values: [bootId],
      });
      const rows = await rowsOf(this.#pool, {
        text: 'SELECT boot_id, renewals FROM gateway WHERE boot_id <> $1',
        values: [bootId],
      });
      const dead = this.#watch.look(rows.map(readLease), performance.now());
      if (dead.length > 0) onRecovered(await recover(this.#pool, dead));
    } catch {
      // The database is away. The next look comes in a moment, and this one counted for nothing.
    }
  }
}

/** Also tells how to find the entries that it makes: their numbers are above `before`, and `xact` wrote them. */
const RECOVER = `SELECT voided, pg_current_xact_id()::text AS xact, before
  FROM recover_requests($1) AS voided, (SELECT coalesce(max(id), 0) AS before FROM entry) AS last`;
/** Every request that was ended has one entry of each kind. */
const ENDED = `SELECT count(*) FILTER (WHERE kind = 'charge') AS requests,
    coalesce(sum(amount) FILTER (WHERE kind = 'charge'), 0)::bigint AS charged,
    coalesce(sum(amount) FILTER (WHERE kind = 'release'), 0)::bigint AS given_back
  FROM entry WHERE id > $1 AND xmin = $2::xid8::xid`;

async function recover(pool: Pool, dead: readonly Lease[]): Promise<Recovery> {
  const [recovered = {}] = await rowsOf(pool, { text: RECOVER, values: [JSON.stringify(dead)] });
  const written = [readInteger(recovered, 'before'), readText(recovered, 'xact')];
  const [ended = {}] = await rowsOf(pool, { text: ENDED, values: written });
  const voidedRequests = readInteger(recovered, 'voided');
  return {
    voidedRequests,
    chargedRequests: readInteger(ended, 'requests') - voidedRequests,
    chargedMicroCredits: readInteger(ended, 'charged'),
    givenBackMicroCredits: readInteger(ended, 'given_back'),
  };
}

function readLease(row: Parameters<typeof readText>[0]): Lease {
  return { bootId: readText(row, 'boot_id'), renewals: readInteger(row, 'renewals') };
}
