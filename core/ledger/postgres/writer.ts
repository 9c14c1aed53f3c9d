import type { Client } from 'pg';
import { type LedgerError, refuse } from '../ledger-error.ts';
import type { Operation, WriteResult } from '../ledger-operation.ts';
import { POSTGRES } from '../sql/database.ts';
import { runBatch, type LockWait } from './batch.ts';
import {
  BEGIN,
  COMMIT,
  Connection,
  damaged,
  describeError,
  errorKindOf,
  rowsOf,
  type SessionLimits,
} from './connection.ts';
import { sendTogether } from './round-trip.ts';
import { useTables } from './schema.ts';

export interface PostgresWriterSettings {
  readonly url: string;
  readonly limits: SessionLimits;
  /** The owner of this process's requests; null for a command, which may not take holds. */
  readonly bootId: string | null;
  /** Called if the server's disk or files failed, so that its answers can no longer be trusted. */
  readonly onCorrupt: (error: LedgerError) => void;
  /** How long a batch whose outcome is unknown waits for the server to come back, milliseconds. */
  readonly patienceMs: number;
}

const RETRIES = 5;
/**
 * The part of `lockMs` that a batch waits for an account. A gateway that stops in a batch loses its locks earlier, so only
 * other sessions hold a lock for longer.
 */
const BRIEF_PART = 0.5;
/** Upper bound of the requests that are voided once the server is back. One batch never has as many. */
const MAX_UNCONFIRMED = 10_000;

/**
 * A batch finds every row by a key. Otherwise a server that has not yet counted the rows of a new ledger would read whole
 * tables, keep that plan while they grow, and take longer for every batch.
 */
const PLANNING = `SELECT set_config('enable_seqscan', 'off', false), set_config('enable_hashjoin', 'off', false),
  set_config('enable_mergejoin', 'off', false), set_config('jit', 'off', false),
  set_config('plan_cache_mode', 'force_generic_plan', false), set_config('lock_timeout', $1, false)`;

/** Waits for a batch of an earlier session that still runs. */
const LAST_BATCH = 'SELECT batch FROM gateway WHERE boot_id = $1 FOR UPDATE';

/** Takes the gateway's row, creates it if it is missing, and ends the validity of every earlier session. */
const ENTER = `INSERT INTO gateway (boot_id, epoch, batch, renewals, renewed_ms, taken)
  VALUES ($1, nextval('gateway_number'), 0, nextval('gateway_number'), ${POSTGRES.nowMs}, 0)
  ON CONFLICT (boot_id) DO UPDATE SET epoch = excluded.epoch, renewals = excluded.renewals,
    renewed_ms = excluded.renewed_ms, taken = 0
  RETURNING epoch`;

interface Patience {
  readonly untilMs: number;
  readonly retries: number;
  readonly waiting: LockWait;
}

/** A batch whose commit was sent but not answered. */
interface Doubt {
  readonly number: number;
  readonly results: readonly WriteResult[];
  /** IDs of its notes in the audit log, by which a command looks it up. */
  readonly changeIds: readonly string[];
  /** Set by the next session; undefined if it is unknown. */
  tookEffect?: boolean | undefined;
}

/** Writes batches, one at a time. */
export class PostgresWriter {
  readonly #settings: PostgresWriterSettings;
  readonly #connection: Connection;
  #epoch = 0;
  #batches = 0;
  /** By `performance.now()`. */
  #skippingUntilMs = 0;
  #doubt: Doubt | undefined;
  /** Requests with an operation whose outcome is unknown. The next session voids those that are still open. */
  #unconfirmed: readonly string[] = [];

  constructor(settings: PostgresWriterSettings) {
    this.#settings = settings;
    this.#connection = new Connection({ ...settings, onOpen: async (client) => await this.#begin(client) });
  }

  /** @throws LedgerError `unavailable`. */
  async open(): Promise<void> {
    await this.#connection.open();
  }

  /** One outcome for each operation, in order. Never throws. */
  async write(
    operations: readonly Operation[],
    waiting: LockWait = performance.now() < this.#skippingUntilMs ? 'skipping' : 'briefly',
  ): Promise<readonly WriteResult[]> {
    const untilMs = performance.now() + this.#settings.patienceMs;
    return await this.#attempt(operations, { untilMs, retries: RETRIES, waiting });
  }

  /** Ends the requests that are still open, and gives up the lease. */
  async leave(): Promise<void> {
    const { bootId } = this.#settings;
    if (bootId === null) return;
    try {
      const client = await this.#connection.open();
      const open = await rowsOf(client, {
        text: 'SELECT id FROM open_request WHERE owner = $1',
        values: [bootId],
      });
      const endings = open.map(
        ({ id }) => ({ kind: 'recover', requestId: String(id), owner: bootId }) as const,
      );
      await this.write(endings, 'patiently');
      await rowsOf(client, {
        text: 'DELETE FROM gateway WHERE boot_id = $1 AND epoch = $2',
        values: [bootId, this.#epoch],
      });
    } catch {
      // The lease expires, and another gateway ends the requests.
    }
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  /** Begins a new epoch, so that late batches of earlier sessions of this process are refused. */
  async #begin(client: Client): Promise<void> {
    const { bootId } = this.#settings;
    await useTables(client);
    if (bootId === null) await this.#lookForNotes(client);
    else await this.#enter(client, bootId);
    const briefMs = this.#settings.limits.lockMs * BRIEF_PART;
    await rowsOf(client, { text: PLANNING, values: [String(briefMs)] });
    const unconfirmed = this.#unconfirmed.map((requestId) => ({ kind: 'void', requestId }) as const);
    if (unconfirmed.length > 0) await this.#run(client, unconfirmed, 'patiently');
    this.#unconfirmed = [];
  }

  async #enter(client: Client, bootId: string): Promise<void> {
    const { last, epoch } = await sendTogether(client, {
      begin: BEGIN,
      last: { text: LAST_BATCH, values: [bootId] },
      epoch: { text: ENTER, values: [bootId] },
      commit: COMMIT,
    });
    this.#epoch = Number(epoch);
    // Only the first session after the batch reads its number, because later sessions write further batches.
    if (this.#doubt !== undefined && last !== undefined)
      this.#doubt.tookEffect ??= last === this.#doubt.number;
  }

  /** A command has no row, but notes its changes in the audit log. Without a note, the batch may still arrive. */
  async #lookForNotes(client: Client): Promise<void> {
    if (this.#doubt === undefined) return;
    const { changeIds } = this.#doubt;
    const noted = await rowsOf(client, {
      text: 'SELECT 1 FROM audit_entry WHERE change_id = ANY ($1) LIMIT 1',
      values: [changeIds],
    });
    if (noted.length > 0) this.#doubt.tookEffect = true;
  }

  async #run(
    client: Client,
    operations: readonly Operation[],
    waiting: LockWait,
  ): Promise<readonly WriteResult[] | 'fenced'> {
    this.#batches += 1;
    const number = this.#batches;
    const { bootId: owner, limits } = this.#settings;
    return await runBatch(client, operations, {
      waiting,
      lockMs: limits.lockMs,
      fence: owner === null ? null : { owner, epoch: this.#epoch, number },
      onCommit: (results, { tables }) => {
        this.#doubt = {
          number,
          results,
          changeIds: tables.audit_entry.inserted.map((entry) => entry.change_id),
        };
      },
    });
  }

  async #attempt(operations: readonly Operation[], patience: Patience): Promise<readonly WriteResult[]> {
    if (operations.length === 0) return [];
    let client: Client;
    try {
      client = await this.#connection.open();
    } catch (error) {
      return operations.map(() => refuse('unavailable', describeError(error)));
    }
    this.#doubt = undefined;
    try {
      const results = await this.#run(client, operations, patience.waiting);
      if (results !== 'fenced') return results;
    } catch (error) {
      return await this.#overcome({ error, client, operations, patience });
    }
    // Another gateway ended this process's requests. A new session takes a new lease; the requests stay ended.
    this.#connection.drop(client);
    return patience.retries > 0
      ? await this.#attempt(operations, again(patience))
      : operations.map(() => refuse('unavailable', 'The gateway’s lease was lost. Try again.'));
  }

  async #overcome(failed: {
    readonly error: unknown;
    readonly client: Client;
    readonly operations: readonly Operation[];
    readonly patience: Patience;
  }): Promise<readonly WriteResult[]> {
    const { error, client, operations, patience } = failed;
    const kind = errorKindOf(error);
    if (kind === 'lost') {
      this.#connection.drop(client);
      return await this.#findOut(operations, patience, error);
    }
    if ((kind === 'conflict' || kind === 'duplicate') && patience.retries > 0)
      return await this.#attempt(operations, again(patience));
    if (kind === 'locked' && patience.waiting === 'briefly') {
      // No longer: a gateway that never waits for a contended account would never get it.
      this.#skippingUntilMs = performance.now() + this.#settings.limits.lockMs;
      return await this.#attempt(operations, { ...patience, waiting: 'skipping' });
    }
    if (kind === 'conflict' || kind === 'locked' || kind === 'unavailable') {
      const message = `The ledger’s PostgreSQL cannot be written now: ${describeError(error)}. Try again; if it lasts, look at the server.`;
      return operations.map(() => refuse('unavailable', message));
    }
    if (kind === 'corrupt') {
      const damage = damaged(error);
      this.#settings.onCorrupt(damage);
      return operations.map(() => refuse('failed', damage.message));
    }
    // The batch was rolled back. Halving it finds the one bad operation among n in about 2 log n batches.
    if (operations.length > 1) {
      const middle = Math.ceil(operations.length / 2);
      const first = await this.#attempt(operations.slice(0, middle), patience);
      return [...first, ...(await this.#attempt(operations.slice(middle), patience))];
    }
    const message = `The ledger’s database refused this operation: ${describeError(error)}.`;
    return operations.map(() => refuse('rejected', message));
  }

  /**
   * Handles a broken connection. The new session waits for a running batch and refuses a late one, so its row then shows the
   * final outcome: the results of a batch that took effect are returned, and any other batch is sent again.
   */
  async #findOut(
    operations: readonly Operation[],
    patience: Patience,
    error: unknown,
  ): Promise<readonly WriteResult[]> {
    if (patience.retries === 0) return this.#giveUp(operations, error);
    const doubted = this.#doubt !== undefined;
    try {
      await this.#connection.openBy(patience.untilMs);
    } catch (reason) {
      return this.#giveUp(operations, reason);
    }
    if (!doubted || this.#doubt?.tookEffect === false)
      return await this.#attempt(operations, again(patience));
    return this.#doubt?.tookEffect === true ? this.#doubt.results : this.#giveUp(operations, error);
  }

  #giveUp(operations: readonly Operation[], error: unknown): readonly WriteResult[] {
    // A request whose delivery failed still runs, and ends itself.
    const requestIds = operations.flatMap((operation) =>
      'requestId' in operation && operation.kind !== 'deliver' ? [operation.requestId] : [],
    );
    this.#unconfirmed = [...this.#unconfirmed, ...requestIds].slice(-MAX_UNCONFIRMED);
    return operations.map(() =>
      refuse(
        'failed',
        `The connection to the ledger’s PostgreSQL broke and did not come back (${describeError(error)}). Look whether this took effect before you repeat it. What is still held is given back once the connection is back.`,
      ),
    );
  }
}

function again(patience: Patience): Patience {
  return { ...patience, retries: patience.retries - 1 };
}
