import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientBase, type ClientConfig, DatabaseError, Pool, types } from 'pg';
import { LedgerError, messageOf } from '../ledger-error.ts';
import type { Row } from '../sql/database.ts';

/** The ledger's own namespace, so that it can share a database. */
export const SCHEMA = 'assay';

const APPLICATION = 'assay';

/** Time limits of a session, milliseconds. */
export interface SessionLimits {
  /** Limit on the wait for a lock. Another gateway's batch holds one for milliseconds. */
  readonly lockMs: number;
  readonly statementMs: number;
  /** Limit on the time between two statements of a transaction, which keeps its locks meanwhile. */
  readonly idleMs: number;
}

export const SESSION_LIMITS: SessionLimits = { lockMs: 5_000, statementMs: 10_000, idleMs: 10_000 };

/** Added to the server's own limit: after that, a server that sends nothing is considered gone. */
const SILENCE_MS = 2_000;
const CONNECT_MS = 5_000;
const SHORTEST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/**
 * The settings of every session. `synchronous_commit` is never below `on`, so that a commit is on disk before its answer.
 * A statement sets them, so that neither the address nor a connection pooler can change them.
 */
const SESSION_SETTINGS = `SELECT set_config('search_path', '${SCHEMA}, pg_temp', false),
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false),
  set_config('idle_in_transaction_session_timeout', $3, false),
  CASE WHEN current_setting('synchronous_commit') IN ('off', 'local') THEN set_config('synchronous_commit', 'on', false) END`;

function configOf(url: string, { statementMs }: SessionLimits): ClientConfig {
  return {
    connectionString: url,
    application_name: APPLICATION,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: statementMs + SILENCE_MS,
    types: {
      getTypeParser: (oid, format) =>
        oid === types.builtins.INT8 ? readInt8 : types.getTypeParser(oid, format),
    },
  };
}

/** The tables guarantee that every integer is below 2^53. */
function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('An integer is outside the exact range.');
  return value;
}

async function prepareSession(
  client: ClientBase,
  { lockMs, statementMs, idleMs }: SessionLimits,
): Promise<void> {
  await client.query(SESSION_SETTINGS, [lockMs, statementMs, idleMs].map(String));
}

interface SessionOptions {
  /** The name in the server's list of sessions. */
  readonly name?: string | undefined;
  /** Whether several may use the session at the same time. */
  readonly isPipelined?: boolean | undefined;
}

/** @throws the driver's error, and closes the session. */
export async function connect(
  url: string,
  limits: SessionLimits,
  { name = APPLICATION, isPipelined = false }: SessionOptions = {},
): Promise<Client> {
  const client = new Client({ ...configOf(url, limits), application_name: name, pipeline: isPipelined });
  // The next use of a connection that broke while idle notices it.
  client.on('error', () => {});
  try {
    await client.connect();
    await prepareSession(client, limits);
    return client;
  } catch (error) {
    discard(client);
    throw error;
  }
}

export interface PoolOptions {
  /** The name in the server's list of sessions. */
  readonly name?: string;
  readonly limits?: SessionLimits;
  /** Runs on every new session before its first use. */
  readonly onOpen?: (client: ClientBase) => Promise<unknown>;
}

/** A bounded number of sessions. The wait for one has the same limit as connecting. */
export function createPool(
  url: string,
  sessions: number,
  { name = APPLICATION, limits = SESSION_LIMITS, onOpen }: PoolOptions = {},
): Pool {
  const pool = new Pool({
    ...configOf(url, limits),
    application_name: name,
    max: sessions,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its types do not say so
    onConnect: async (client) => {
      await prepareSession(client, limits);
      await onOpen?.(client);
    },
  });
  pool.on('error', () => {});
  return pool;
}

/** One statement for the driver. If it has a name, the server prepares it once in each session. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

export const BEGIN: Statement = { name: 'begin', text: 'BEGIN' };
export const COMMIT: Statement = { name: 'commit', text: 'COMMIT' };

/** Closes a session without waiting for it, since it may be stuck. */
export function discard(client: Client): void {
  client.end().catch(() => {});
}

/** Runs one statement. @throws the driver's error. */
export async function rowsOf(
  client: Pick<ClientBase, 'query'>,
  { name, text, values = [] }: Statement,
): Promise<readonly Row[]> {
  const parameters = values.map(parameterOf);
  const { rows } = await client.query<Row>({ ...(name !== undefined && { name }), text, values: parameters });
  return rows;
}

/** Converts a value for the server. @throws TypeError for a type that no column has. */
export function parameterOf(value: unknown): Buffer | string | null {
  if (Array.isArray(value)) return arrayLiteral(value);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new TypeError('A value for the database is neither text nor number.');
}

/** Converts a list for the server. The driver's own conversion would take several times as long, most of a batch's time. */
function arrayLiteral(values: readonly unknown[]): string {
  let list = '';
  for (const value of values) list += list === '' ? elementOf(value) : `,${elementOf(value)}`;
  return `{${list}}`;
}

/** Converts an element of a list. @throws TypeError for a type that no column has. */
function elementOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`;
  if (typeof value !== 'string')
    throw new TypeError('A list for the database holds neither text nor number.');
  return `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"`;
}

export interface ConnectionSettings extends SessionOptions {
  readonly url: string;
  readonly limits: SessionLimits;
  /** Runs on every new session before its first use. */
  readonly onOpen: (client: Client) => Promise<void>;
}

/** One session, which is reopened when it is lost, at growing intervals. */
export class Connection {
  readonly #settings: ConnectionSettings;
  #client: Client | undefined;
  #pauseMs = 0;
  #notBeforeMs = 0;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  /** @throws LedgerError `unavailable`, at once if the next attempt is not due yet. */
  async open(): Promise<Client> {
    if (this.#client !== undefined) return this.#client;
    if (performance.now() < this.#notBeforeMs) throw unreachable();
    const { url, limits, onOpen } = this.#settings;
    let client: Client | undefined;
    try {
      client = await connect(url, limits, this.#settings);
      await onOpen(client);
    } catch (error) {
      if (client !== undefined) discard(client);
      this.#pauseMs = Math.min(MAX_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, this.#pauseMs * 2));
      this.#notBeforeMs = performance.now() + this.#pauseMs * (0.5 + Math.random() / 2);
      throw error instanceof LedgerError ? error : unreachable(error);
    }
    this.#pauseMs = 0;
    this.#client = client;
    client.once('end', () => this.drop(client));
    return client;
  }

  /** Tries to open the session until this moment. @throws LedgerError `unavailable`. */
  async openBy(untilMs: number): Promise<Client> {
    for (;;) {
      try {
        return await this.open();
      } catch (error) {
        const waitMs = Math.max(SHORTEST_PAUSE_MS, this.#notBeforeMs - performance.now());
        if (performance.now() + waitMs > untilMs) throw error;
        await sleep(waitMs);
      }
    }
  }

  drop(client: Client): void {
    if (client === this.#client) this.#client = undefined;
    discard(client);
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }
}

function unreachable(cause?: unknown): LedgerError {
  const reason = cause === undefined ? 'it could not be reached a moment ago' : describeError(cause);
  return new LedgerError(
    'unavailable',
    `The ledger’s PostgreSQL cannot be used now: ${reason}. Check that it runs and that ASSAY_DATABASE_URL is right.`,
    { cause },
  );
}

/** The error once the server's disk or files have failed. */
export function damaged(cause: unknown): LedgerError {
  return new LedgerError('failed', `The ledger’s PostgreSQL is damaged: ${describeError(cause)}.`, { cause });
}

/**
 * The meaning of an error for its statement.
 * - `lost`: the connection broke; whether the statement took effect is unknown.
 * - `conflict`: nothing was changed, and the same may work at once.
 * - `duplicate`: nothing was changed; a row has the same key. If it was inserted a moment ago, a retry finds it.
 * - `locked`: nothing was changed; another session has locked a row for long.
 * - `unavailable`: the server refuses every statement now; nothing was changed.
 * - `corrupt`: the server's disk or files failed.
 * - `rejected`: this statement was refused, or the program failed before it was sent; nothing was changed.
 */
export type ErrorKind = 'lost' | 'conflict' | 'duplicate' | 'locked' | 'unavailable' | 'corrupt' | 'rejected';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html; a shorter code is a prefix of a class. */
const ERROR_KINDS: readonly (readonly [ErrorKind, readonly string[]])[] = [
  // The session ends with these. The message may have overtaken a commit that was waiting for a standby.
  ['lost', ['08', '57P', '25P03']],
  ['conflict', ['40001', '40P01']],
  ['duplicate', ['23505']],
  ['corrupt', ['XX001', 'XX002', '58030']],
  ['locked', ['55P03']],
  // Cancelled, read-only, out of disk or memory, no such function, no such privilege.
  ['unavailable', ['57014', '25006', '53', '42', '3F', '0A']],
];

/** A broken connection or a timeout never raises one of these, but a plain Error, often without a code. */
const OWN_ERRORS = [LedgerError, TypeError, RangeError, SyntaxError, ReferenceError];

/** Errors of neither the server nor the program itself are `lost`: a batch's outcome is looked up before it is repeated. */
export function errorKindOf(error: unknown): ErrorKind {
  if (OWN_ERRORS.some((own) => error instanceof own)) return 'rejected';
  if (!(error instanceof DatabaseError) || error.code === undefined) return 'lost';
  const { code } = error;
  return ERROR_KINDS.find(([, codes]) => codes.some((known) => code.startsWith(known)))?.[0] ?? 'rejected';
}

/** Never the address, which may hold a password; the driver's own messages have none. */
export function describeError(error: unknown): string {
  if (error instanceof DatabaseError) return `${error.message} (${error.code ?? 'no code'})`;
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  return messageOf(error);
}
