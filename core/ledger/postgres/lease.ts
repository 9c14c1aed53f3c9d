import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Orphan } from '../ledger-store.ts';
import { POSTGRES, read, type Row } from '../sql/database.ts';
import { rowsOf } from './connection.ts';

export interface LeaseSettings {
  readonly bootId: string;
  /** A gateway is considered dead after this time without a renewal, in milliseconds. */
  readonly leaseMs: number;
  /** Ends requests that no living gateway holds. Must not reject. */
  readonly onOrphans: (orphans: readonly Orphan[]) => Promise<void>;
}

/** How often a gateway renews its lease, and looks at those of the others, within the time of a lease. */
const LOOKS_PER_LEASE = 5;
/** Upper bound of the requests that are ended together. */
const ORPHANS_AT_ONCE = 500;

const TAKE = `UPDATE gateway SET taken = 1, epoch = nextval('gateway_number')
  FROM unnest($1::text[], $2::bigint[]) AS dead (boot_id, renewals)
  WHERE gateway.boot_id = dead.boot_id AND gateway.renewals = dead.renewals AND taken = 0`;

/** A gateway that comes back asks within a day whether its last batch took effect. */
const FORGET = `DELETE FROM gateway WHERE taken = 1 AND renewed_ms < ${POSTGRES.nowMs} - 24 * 60 * 60 * 1000`;

const ORPHANS = `SELECT id, owner FROM open_request
  WHERE NOT EXISTS (SELECT 1 FROM gateway WHERE boot_id = owner AND taken = 0) LIMIT ${ORPHANS_AT_ONCE}`;

/**
 * Renews this gateway's lease, takes the leases of dead gateways, and has their open requests ended. Ending them waits in
 * the queue of operations on money; renewals do not.
 */
export class LeaseKeeper {
  readonly #pool: Pool;
  readonly #settings: LeaseSettings;
  readonly #watch: LeaseWatch;
  readonly #everyMs: number;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>[] = [];

  constructor(pool: Pool, settings: LeaseSettings) {
    this.#pool = pool;
    this.#settings = settings;
    this.#everyMs = settings.leaseMs / LOOKS_PER_LEASE;
    this.#watch = new LeaseWatch(settings.leaseMs, this.#everyMs * 2);
  }

  /**
   * At start, ends the holds of gateways silent for a whole lease by the server's clock. The time before the server itself
   * came up does not count, because no gateway could renew then. From then on it looks at the other gateways regularly.
   * @throws the driver's error.
   */
  async recoverAtStart(): Promise<void> {
    const { bootId, leaseMs } = this.#settings;
    const rows = await this.#rows(
      `SELECT boot_id, renewals FROM gateway WHERE boot_id <> $1 AND taken = 0 AND ${POSTGRES.nowMs} - greatest(renewed_ms,
        CAST(floor(extract(epoch FROM pg_postmaster_start_time()) * 1000) AS bigint)) >= $2`,
      [bootId, leaseMs],
    );
    await takeLeases(this.#pool, rows.map(readLease));
    await this.#endOrphans();
    await this.#rows(FORGET);
    this.#running.push(this.#repeat(async () => await this.#look()));
  }

  /** Renews regularly. The writer's session has made the lease. */
  start(): void {
    this.#running.push(this.#repeat(async () => await this.#renew()));
  }

  /** Waits for what still runs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  /** Runs never overlap. If the work rejects, for example while the database is away, the next run makes up for it. */
  async #repeat(work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await wait(this.#everyMs, undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await work().catch(() => {});
    }
  }

  async #renew(): Promise<void> {
    await this.#rows(
      `UPDATE gateway SET renewals = nextval('gateway_number'), renewed_ms = ${POSTGRES.nowMs} WHERE boot_id = $1`,
      [this.#settings.bootId],
    );
  }

  async #look(): Promise<void> {
    const rows = await this.#rows('SELECT boot_id, renewals FROM gateway WHERE boot_id <> $1 AND taken = 0', [
      this.#settings.bootId,
    ]);
    await takeLeases(this.#pool, this.#watch.look(rows.map(readLease), performance.now()));
    await this.#endOrphans();
  }

  /** Ends all open requests without a living gateway, also those that another gateway was ending when it died. */
  async #endOrphans(): Promise<void> {
    let before: ReadonlySet<string> = new Set();
    for (;;) {
      const rows = await this.#rows(ORPHANS);
      const orphans = rows.map((row) => ({
        requestId: read(row, 'id', 'text'),
        owner: read(row, 'owner', 'text'),
      }));
      // A request that cannot be ended waits for the next look.
      if (orphans.every(({ requestId }) => before.has(requestId))) return;
      await this.#settings.onOrphans(orphans);
      before = new Set(orphans.map(({ requestId }) => requestId));
    }
  }

  async #rows(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return await rowsOf(this.#pool, { text, values });
  }
}

/** Takes the leases of dead gateways, except those renewed since they were read. Waits for their running batches. */
export async function takeLeases(pool: Pool, dead: readonly Lease[]): Promise<void> {
  if (dead.length === 0) return;
  const values = [dead.map(({ bootId }) => bootId), dead.map(({ renewals }) => renewals)];
  await rowsOf(pool, { text: TAKE, values });
}

function readLease(row: Row): Lease {
  return { bootId: read(row, 'boot_id', 'text'), renewals: read(row, 'renewals', 'integer') };
}

/** A gateway's lease as it was read. */
export interface Lease {
  readonly bootId: string;
  /** A number that every renewal changes and that never repeats. */
  readonly renewals: number;
}

/** The lease of another gateway as `LeaseWatch` has seen it. */
interface WatchedGateway {
  readonly renewals: number;
  /** The watched time without a renewal. */
  readonly silentMs: number;
}

/**
 * Distinguishes dead gateways from living ones without their clocks: a gateway is dead if it was watched for a whole lease
 * and did not renew. Time in which the watcher was paused or the database was away hardly counts, because the watched
 * gateway may have been cut off too.
 */
export class LeaseWatch {
  readonly #leaseMs: number;
  readonly #maxStepMs: number;
  #watched: ReadonlyMap<string, WatchedGateway> = new Map();
  #lookedAtMs: number | undefined;

  /** @param maxStepMs upper bound of the time that counts between two looks, milliseconds. */
  constructor(leaseMs: number, maxStepMs: number) {
    this.#leaseMs = leaseMs;
    this.#maxStepMs = maxStepMs;
  }

  /**
   * @param leases every other gateway's.
   * @param nowMs by a monotonic clock, in milliseconds.
   * @returns those of dead gateways. A lease may be taken only while its number is unchanged.
   */
  look(leases: readonly Lease[], nowMs: number): readonly Lease[] {
    const stepMs = Math.min(nowMs - (this.#lookedAtMs ?? nowMs), this.#maxStepMs);
    this.#lookedAtMs = nowMs;
    this.#watched = new Map(
      leases.map(({ bootId, renewals }) => {
        const before = this.#watched.get(bootId);
        const silentMs = before?.renewals === renewals ? before.silentMs + stepMs : 0;
        return [bootId, { renewals, silentMs }];
      }),
    );
    return leases.filter(({ bootId }) => (this.#watched.get(bootId)?.silentMs ?? 0) >= this.#leaseMs);
  }
}
