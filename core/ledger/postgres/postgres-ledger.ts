import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { LedgerError } from '../ledger-error.ts';
import type { LedgerStore, StoreEvents } from '../ledger-store.ts';
import type { LedgerProblem } from '../ledger.ts';
import { LOCK_MS, type LedgerOptions } from '../ledger-queues.ts';
import { refuseProblems, findProblems } from '../sql/invariants.ts';
import { POSTGRES } from '../sql/database.ts';
import { keepStored } from '../sql/keep-stored.ts';
import type { SchemaOptions } from '../sql/schema.ts';
import { isOfOutbox, runStep } from '../sql/steps.ts';
import { openStoredLedger, type StoredLedger } from '../stored-ledger.ts';
import { connect, createPool, describeError, discard, SESSION_LIMITS } from './connection.ts';
import { LeaseKeeper } from './lease.ts';
import { PostgresMail } from './mail.ts';
import { createPostgresTables, useTables } from './schema.ts';
import { inTransaction, plannedQuery, preparedQuery, readingFrom } from './sessions.ts';
import { PostgresWriter } from './writer.ts';

export interface PostgresLedgerOptions extends LedgerOptions {
  /** `postgres://...`. It may contain a password, so no message contains it. */
  readonly url: string;
  /** A gateway that does not renew its lease for this long is considered dead, and its holds are ended; milliseconds. */
  readonly leaseMs?: number;
  /** How long a batch whose outcome is unknown waits for the server to come back, milliseconds. */
  readonly patienceMs?: number;
}

const LEASE_MS = 15_000;
const PATIENCE_MS = 10_000;
const READING_SESSIONS = 4;
/** For records with their texts, and for pages, each one at a time. */
const RECORD_SESSIONS = 2;
/** For reports that read much of the history, one at a time too. */
const REPORT_SESSIONS = 1;
/** For webhooks; opened while there are any, and closed when idle. */
const EVENT_SESSIONS = 1;
/** For texts and cached answers, which are stored one transaction after the other. */
const KEEPING_SESSIONS = 1;
/**
 * One renews while the other takes the leases of dead gateways. Each look connects again if necessary, so that after an
 * outage no gateway renews much later than another.
 */
const LEASE_SESSIONS = 2;
/** Part of `lockMs` after which a gateway that is stuck in a batch loses its locks, before other gateways stop waiting. */
const IDLE_OF_LOCK = 0.4;
/** A check reads the whole history; gateways that create the tables wait for each other. */
const LONG_WORK = { lockMs: 60_000, statementMs: 15 * 60_000, idleMs: 60_000 };

/**
 * As for the writer, texts are found by key, even if the server has not yet counted the rows of a new ledger. Unlike the
 * writer, this session does not wait for the disk: a text that its client may request again is stored before its charge,
 * and the commit of the charge writes the server's whole log up to it to the disk.
 * https://www.postgresql.org/docs/current/wal-async-commit.html
 */
const TEXT_SETTINGS = `SELECT set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false),
  set_config('synchronous_commit', 'off', false)`;

/** @throws LedgerError `unusable` or `unavailable`; the message says why and what to do. */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<StoredLedger> {
  try {
    return await openStoredLedger(postgresStore(options), options);
  } catch (error) {
    throw openingFailure(error);
  }
}

/**
 * Migrates the tables while no gateway or command uses them. A ledger that was opened before cannot be used any more.
 * @returns the version before; null if there were no tables.
 * @throws LedgerError `unusable`, as `openPostgresLedger`, and if the tables are in use.
 */
export async function migratePostgres(
  url: string,
  options: Pick<SchemaOptions, 'steps'> = {},
): Promise<number | null> {
  try {
    return await alone(url, (client) => createPostgresTables(client, { ...options, mayMigrate: true }));
  } catch (error) {
    throw openingFailure(error);
  }
}

function openingFailure(error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  return new LedgerError(
    'unusable',
    `The ledger’s PostgreSQL cannot be used: ${describeError(error)}. Check that it runs, that ASSAY_DATABASE_URL is right, and that its user may create a schema there.`,
    { cause: error },
  );
}

/** Runs work that may take long in a separate session. */
async function alone<Value>(url: string, work: (client: Client) => Promise<Value>): Promise<Value> {
  const client = await connect(url, LONG_WORK);
  try {
    return await work(client);
  } finally {
    discard(client);
  }
}

function openPools({ url, recover }: PostgresLedgerOptions) {
  const onOpen = useTables;
  return {
    short: createPool(url, READING_SESSIONS, { onOpen }),
    records: createPool(url, RECORD_SESSIONS, { name: 'assay-texts', onOpen }),
    // A command may wait long for a report on all accounts.
    reports: createPool(url, REPORT_SESSIONS, { limits: recover ? SESSION_LIMITS : LONG_WORK, onOpen }),
    events: createPool(url, EVENT_SESSIONS, { name: 'assay-webhooks', onOpen }),
    texts: createPool(url, KEEPING_SESSIONS, {
      onOpen: async (client) => {
        await useTables(client);
        await client.query(TEXT_SETTINGS);
      },
    }),
    lease: createPool(url, LEASE_SESSIONS, { name: 'assay-lease', onOpen }),
  };
}

function postgresStore(options: PostgresLedgerOptions): LedgerStore {
  const { url, recover, bootId = randomUUID(), lockMs = LOCK_MS, leaseMs = LEASE_MS } = options;
  const { maxTextBytes, maxCacheBytes } = options;
  const pools = openPools(options);
  let events: StoreEvents | undefined;
  const onCorrupt = (error: LedgerError): void => events?.onFailed(error);
  /** Undefined for a command, which has no lease. */
  let lease: LeaseKeeper | undefined;
  const mail = recover ? new PostgresMail(url, bootId) : undefined;
  const writer = new PostgresWriter({
    url,
    limits: { ...SESSION_LIMITS, lockMs, idleMs: lockMs * IDLE_OF_LOCK },
    bootId: recover ? bootId : null,
    onCorrupt,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
  });
  return {
    mail,
    queries: {
      short: readingFrom(preparedQuery(pools.short)),
      records: readingFrom(plannedQuery(pools.records)),
      pages: readingFrom(plannedQuery(pools.records)),
      reports: readingFrom(plannedQuery(pools.reports)),
      events: readingFrom(preparedQuery(pools.events)),
    },
    textsLingerMs: 0,
    open: async (storeEvents) => {
      events = storeEvents;
      await alone(url, (client) => createPostgresTables(client, { mayCreate: options.mayCreate }));
      if (!recover) return [];
      await writer.open();
      lease = new LeaseKeeper(pools.lease, { bootId, leaseMs, onOrphans: storeEvents.onOrphans });
      lease.start();
      mail?.start();
      await lease.recoverAtStart();
      refuseProblems(await alone(url, (client) => checkPostgres(client, { logs: false })));
      return [];
    },
    backup: async () => {
      throw new LedgerError('invalid', 'PostgreSQL makes its own backups: use pg_dump.');
    },
    check: async () => await alone(url, (client) => checkPostgres(client, { logs: true })),
    write: async (operations) => await writer.write(operations),
    keep: async (texts) => {
      // A command takes no holds, so it has no texts to store.
      if (!recover) return texts.map(() => ({ outcome: 'not-allowed', evicted: 0 }));
      const settings = { owner: bootId, maxTextBytes, maxCacheBytes };
      return await inTransaction(pools.texts, (database) => keepStored(database, texts, settings), onCorrupt);
    },
    runStep: async (step) => {
      const pool = isOfOutbox(step) ? pools.events : pools.short;
      return await inTransaction(pool, (database) => runStep(database, step), onCorrupt);
    },
    // Gives up the lease, then closes.
    close: async () => {
      await Promise.all([lease?.stop(), mail?.close()]);
      await writer.leave();
      await writer.close();
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

/** Looks for broken invariants, also those of texts if `logs` is true. @throws the driver's error. */
export async function checkPostgres(
  client: Client,
  options: { readonly logs: boolean },
): Promise<readonly LedgerProblem[]> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const problems = await findProblems({ ...POSTGRES, query: plannedQuery(client) }, options);
  await client.query('COMMIT');
  return problems;
}
