import type { Pool } from 'pg';
import { readInteger, readText } from '../ledger-row.ts';
import { LeaseWatch } from './lease-watch.ts';
import type { Lease } from './lease-watch.ts';
import { rowsOf } from './connection.ts';

export interface LeaseSettings {
  readonly bootId: string;
  /** A gateway without a sign of life for so long is dead, milliseconds. */
  readonly leaseMs: number;
  readonly onRecovered: (voidedRequests: number) => void;
}

/** Signs of life and looks at the others per lease. */
const LOOKS_PER_LEASE = 5;

/**
 * What a starting gateway ends before it serves: holds of gateways silent for a whole lease by the server's clock,
 * not counting the time before the server itself came up, when nobody could give a sign.
 * @returns how many requests were voided.
 */
export async function recoverAtStart(
  pool: Pool,
  { bootId, leaseMs }: Pick<LeaseSettings, 'bootId' | 'leaseMs'>,
): Promise<number> {
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

async function recover(client: Parameters<typeof rowsOf>[0], dead: readonly Lease[]): Promise<number> {
  const [row] = await rowsOf(client, {
    text: 'SELECT recover_requests($1) AS voided',
    values: [JSON.stringify(dead)],
  });
  return readInteger(row ?? {}, 'voided');
}

function readLease(row: Parameters<typeof readText>[0]): Lease {
  return { bootId: readText(row, 'boot_id'), renewals: readInteger(row, 'renewals') };
}
