import type { DatabaseSync } from 'node:sqlite';
import { MAX_MARKUP_MILLI } from '../../billing/amounts.ts';
import { ADMINISTRATION } from '../administration/sqlite-tables.ts';
import { EMPTIED_CACHES, RESPONSE_CACHE } from '../answers/sqlite-tables.ts';
import { BUDGET_ALERTS } from '../budgets/sqlite-alerts.ts';
import { KEY_LINES } from '../budgets/sqlite-key-lines.ts';
import { BUDGETS } from '../budgets/sqlite-tables.ts';
import { LedgerError } from '../ledger-error.ts';
import { readInteger } from '../ledger-row.ts';

/** `ASSA` in ASCII, in the file's header: tells a ledger from any other SQLite file. */
const APPLICATION_ID = 0x41535341;

/** A migration that replaces the table makes them again. */
const ENTRY_GUARDS = `-- The last line of defence against charging twice.
CREATE UNIQUE INDEX entry_once ON entry (request_id, kind) WHERE request_id IS NOT NULL;

CREATE TRIGGER entry_keeps_values BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'ledger entries never change'); END;
CREATE TRIGGER entry_stays BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'ledger entries are never deleted'); END;`;

/**
 * Amounts are micro-credits, times are Unix milliseconds. The guards stand here as well as in the statements, so that
 * no program and no hand at a prompt can write a state that money cannot be in.
 */
const LEDGER_TABLES = `
CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
  posted INTEGER NOT NULL CHECK (posted BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}),
  reserved INTEGER NOT NULL CHECK (reserved BETWEEN 0 AND posted),
  markup_milli INTEGER NOT NULL CHECK (markup_milli BETWEEN 0 AND ${MAX_MARKUP_MILLI}),
  zero_data_retention INTEGER NOT NULL CHECK (zero_data_retention IN (0, 1)),
  requests_per_minute INTEGER NOT NULL CHECK (requests_per_minute >= 0),
  requests_in_flight INTEGER NOT NULL CHECK (requests_in_flight >= 0),
  created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE api_key (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  prefix TEXT NOT NULL UNIQUE CHECK (length(prefix) BETWEEN 1 AND 64),
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_ms INTEGER NOT NULL,
  revoked_ms INTEGER
) STRICT;

CREATE TABLE request (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  account_id INTEGER NOT NULL REFERENCES account (id),
  state TEXT NOT NULL CHECK (state IN ('reserved', 'settled', 'voided')),
  hold INTEGER NOT NULL CHECK (hold >= 0),
  charge INTEGER CHECK (charge BETWEEN 0 AND hold),
  owner TEXT NOT NULL,
  zero_data_retention INTEGER NOT NULL CHECK (zero_data_retention IN (0, 1)),
  created_ms INTEGER NOT NULL,
  finished_ms INTEGER,
  CHECK ((state = 'reserved') = (charge IS NULL) AND (charge IS NULL) = (finished_ms IS NULL)),
  CHECK (state <> 'voided' OR charge = 0)
) STRICT, WITHOUT ROWID;

-- Only open holds are in it, so recovery and the invariants need no pass over the history.
CREATE INDEX request_open ON request (account_id) WHERE state = 'reserved';

CREATE TABLE entry (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  request_id TEXT REFERENCES request (id),
  kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge', 'release', 'house')),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  created_ms INTEGER NOT NULL,
  CHECK ((kind = 'grant') = (request_id IS NULL))
) STRICT;

CREATE INDEX entry_account ON entry (account_id);

${ENTRY_GUARDS}

CREATE TABLE call (
  request_id TEXT NOT NULL REFERENCES request (id),
  sequence INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('contestant', 'judge')),
  position INTEGER NOT NULL CHECK (position >= 0),
  model_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('completed', 'failed')),
  fault_code TEXT,
  tokens_in INTEGER NOT NULL CHECK (tokens_in >= 0),
  tokens_cached INTEGER NOT NULL CHECK (tokens_cached >= 0),
  tokens_cache_write INTEGER NOT NULL CHECK (tokens_cache_write >= 0),
  tokens_out INTEGER NOT NULL CHECK (tokens_out >= 0),
  searches INTEGER NOT NULL CHECK (searches >= 0),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  latency_ms REAL NOT NULL CHECK (latency_ms >= 0),
  provider_cost_nano_usd INTEGER NOT NULL CHECK (provider_cost_nano_usd >= 0),
  charge INTEGER NOT NULL CHECK (charge >= 0),
  PRIMARY KEY (request_id, sequence)
) STRICT, WITHOUT ROWID;

CREATE TABLE prompt_log (
  id INTEGER PRIMARY KEY,
  request_id TEXT NOT NULL UNIQUE REFERENCES request (id),
  request TEXT NOT NULL,
  response TEXT NOT NULL,
  finished_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX prompt_log_age ON prompt_log (finished_ms);

-- Its primary key decides which of many concurrent requests with one key runs.
CREATE TABLE idempotency (
  account_id INTEGER NOT NULL REFERENCES account (id),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  request_id TEXT NOT NULL UNIQUE REFERENCES request (id),
  created_ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_age ON idempotency (created_ms);
`;

/**
 * Requests whose answer has begun to leave, and how many bytes of text each account keeps. The sums are kept by triggers,
 * beside the money rather than in it, so that they are exact whoever deletes a text and lock no balance.
 */
const DELIVERY_AND_TEXT_SIZES = `
ALTER TABLE request ADD COLUMN delivering INTEGER NOT NULL DEFAULT 0
  CHECK (delivering = 0 OR (delivering = 1 AND state <> 'voided'));

-- In the order in which the texts were stored.
CREATE TABLE text_size (
  id INTEGER PRIMARY KEY,
  request_id TEXT NOT NULL UNIQUE REFERENCES request (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT;

CREATE INDEX text_size_account ON text_size (account_id);

CREATE TABLE text_total (
  account_id INTEGER PRIMARY KEY REFERENCES account (id),
  bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT;

CREATE TRIGGER text_size_added AFTER INSERT ON text_size
BEGIN
  INSERT INTO text_total (account_id, bytes) VALUES (new.account_id, new.bytes)
  ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER text_size_removed AFTER DELETE ON text_size
BEGIN UPDATE text_total SET bytes = bytes - old.bytes WHERE account_id = old.account_id; END;

INSERT INTO text_size (request_id, account_id, bytes)
SELECT l.request_id, r.account_id, octet_length(l.request) + octet_length(l.response)
FROM prompt_log l JOIN request r ON r.id = l.request_id ORDER BY l.id;

CREATE TRIGGER prompt_log_added AFTER INSERT ON prompt_log
BEGIN
  INSERT INTO text_size (request_id, account_id, bytes)
  SELECT id, account_id, octet_length(new.request) + octet_length(new.response) FROM request WHERE id = new.request_id;
END;
CREATE TRIGGER prompt_log_removed AFTER DELETE ON prompt_log
BEGIN DELETE FROM text_size WHERE request_id = old.request_id; END;
`;

/**
 * A charge beyond the hold raises the hold by what the account has free, so that charge and release still add up to it.
 * What the house bears of an account's overruns is counted by the day, beside its balance.
 */
const LIKELY_HOLDS = `
ALTER TABLE account ADD COLUMN worst_holds INTEGER NOT NULL DEFAULT 0 CHECK (worst_holds IN (0, 1));
ALTER TABLE account ADD COLUMN overrun_day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN day_charged INTEGER NOT NULL DEFAULT 0 CHECK (day_charged >= 0);
ALTER TABLE account ADD COLUMN day_overrun INTEGER NOT NULL DEFAULT 0 CHECK (day_overrun >= 0);
ALTER TABLE request ADD COLUMN raised INTEGER NOT NULL DEFAULT 0
  CHECK (raised = 0 OR (raised BETWEEN 1 AND hold AND (state = 'reserved' OR (state = 'settled' AND charge = hold))));
`;

/**
 * Suspended accounts, named keys that expire, the key of a request, corrections and notes. Entries move to a table with
 * another CHECK, which SQLite cannot change in place.
 */
const OPERATORS = `
ALTER TABLE account ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1));
ALTER TABLE api_key ADD COLUMN name TEXT CHECK (length(name) BETWEEN 1 AND 64);
ALTER TABLE api_key ADD COLUMN expires_ms INTEGER CHECK (expires_ms >= 0);
ALTER TABLE request ADD COLUMN key_id INTEGER REFERENCES api_key (id);

-- What an account used in a period.
CREATE INDEX request_finished ON request (account_id, finished_ms);

CREATE TABLE entry_with_notes (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  request_id TEXT REFERENCES request (id),
  kind TEXT NOT NULL CHECK (kind IN ('grant', 'correction', 'charge', 'release', 'house')),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  created_ms INTEGER NOT NULL,
  note TEXT CHECK (length(note) BETWEEN 1 AND 200),
  CHECK ((kind IN ('grant', 'correction')) = (request_id IS NULL)),
  CHECK (note IS NULL OR request_id IS NULL)
) STRICT;

INSERT INTO entry_with_notes (id, account_id, request_id, kind, amount, created_ms)
SELECT id, account_id, request_id, kind, amount, created_ms FROM entry ORDER BY id;
DROP TABLE entry;
ALTER TABLE entry_with_notes RENAME TO entry;

CREATE INDEX entry_account ON entry (account_id);
${ENTRY_GUARDS}
`;

/** What a request asks, as JSON arrays of model IDs, and the order in which an account's requests are listed. */
const REQUEST_LIST = `
ALTER TABLE request ADD COLUMN models TEXT;
ALTER TABLE request ADD COLUMN judges TEXT;
CREATE INDEX request_created ON request (account_id, created_ms, id);
`;

/**
 * Webhooks, and the outbox of what they are told: one event for each request that ends, from the transaction that ends
 * it, whoever does. An account without a webhook has none.
 */
const WEBHOOKS = `
CREATE TABLE webhook (
  account_id INTEGER PRIMARY KEY REFERENCES account (id),
  url TEXT NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  -- As it is: events are signed with it.
  secret TEXT NOT NULL CHECK (length(secret) BETWEEN 1 AND 128),
  created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE webhook_event (
  request_id TEXT NOT NULL PRIMARY KEY REFERENCES request (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  -- When it may be sent. A claim moves this on, so that an event is due again where who claimed it has died.
  due_ms INTEGER NOT NULL,
  -- When it is given up.
  until_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  dead_ms INTEGER,
  last_fault TEXT CHECK (length(last_fault) BETWEEN 1 AND 64)
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_event_due ON webhook_event (account_id, due_ms) WHERE dead_ms IS NULL;
CREATE INDEX webhook_event_until ON webhook_event (until_ms) WHERE dead_ms IS NULL;
CREATE INDEX webhook_event_dead ON webhook_event (dead_ms) WHERE dead_ms IS NOT NULL;

CREATE TRIGGER request_ended AFTER UPDATE OF state ON request
WHEN old.state = 'reserved' AND new.state <> 'reserved'
BEGIN
  INSERT INTO webhook_event (request_id, account_id, due_ms, until_ms)
  SELECT new.id, new.account_id, new.finished_ms, new.finished_ms + 24 * 60 * 60 * 1000
  FROM webhook w WHERE w.account_id = new.account_id;
END;
`;

/** What an open request can cost at most beyond its hold, and the sum of that over an account's open ones. */
const EXPOSURE = `
ALTER TABLE account ADD COLUMN exposure INTEGER NOT NULL DEFAULT 0 CHECK (exposure >= 0);
ALTER TABLE request ADD COLUMN exposure INTEGER NOT NULL DEFAULT 0 CHECK (exposure >= 0);
`;

/** A fault is a provider's; what ends the delivery of an event is a failure. */
const WEBHOOK_NAMES = 'ALTER TABLE webhook_event RENAME COLUMN last_fault TO last_failure;';

/** Of a day's overruns the part of requests that held the most they could cost. */
const WORST_OVERRUNS = `
ALTER TABLE account ADD COLUMN day_worst_overrun INTEGER NOT NULL DEFAULT 0 CHECK (day_worst_overrun >= 0);
`;

/** What an account was charged before its `overrun_day`, half as much with each day. */
const CHARGED_BEFORE = `
ALTER TABLE account ADD COLUMN charged_before INTEGER NOT NULL DEFAULT 0 CHECK (charged_before >= 0);
UPDATE account SET charged_before = min(${Number.MAX_SAFE_INTEGER}, coalesce(
  (SELECT sum(charge) FROM request WHERE account_id = account.id AND state = 'settled'), 0));

-- With the largest exposure of an account's open requests.
DROP INDEX request_open;
CREATE INDEX request_open ON request (account_id, exposure) WHERE state = 'reserved';
`;

/** Of a key that was rotated, the prefix of the one that took its place. */
const KEY_ROTATION = `
ALTER TABLE api_key ADD COLUMN successor TEXT CHECK (length(successor) BETWEEN 1 AND 64);
`;

/** INSERT OR REPLACE would delete an entry without the trigger against that. */
const ENTRIES_ARE_NOT_REPLACED = `
CREATE TRIGGER entry_is_not_replaced BEFORE INSERT ON entry
WHEN EXISTS (SELECT 1 FROM entry WHERE id = new.id)
  OR EXISTS (SELECT 1 FROM entry WHERE request_id = new.request_id AND kind = new.kind)
BEGIN SELECT RAISE(ABORT, 'ledger entries are never replaced'); END;
`;

/** With which versions of the judge prompt and of the judges a logged request was judged, as JSON. */
const JUDGED_WITH = 'ALTER TABLE prompt_log ADD COLUMN judged_with TEXT;';

const ERASED_TEXTS = 'CREATE INDEX cached_answer_request ON cached_answer (request_id);';

/** Which models a key may ask, as a JSON array of IDs, and how often it may ask, where that is not the account's. */
const KEY_LIMITS = `
ALTER TABLE api_key ADD COLUMN models TEXT;
ALTER TABLE api_key ADD COLUMN requests_per_minute INTEGER CHECK (requests_per_minute > 0);
`;

/** Migration n brings a database from version n to n + 1. Written ones never change; new ones are added at the end. */
export const MIGRATIONS: readonly string[] = [
  LEDGER_TABLES,
  DELIVERY_AND_TEXT_SIZES,
  LIKELY_HOLDS,
  OPERATORS,
  REQUEST_LIST,
  WEBHOOKS,
  EXPOSURE,
  WEBHOOK_NAMES,
  WORST_OVERRUNS,
  CHARGED_BEFORE,
  ADMINISTRATION,
  KEY_ROTATION,
  BUDGETS,
  RESPONSE_CACHE,
  KEY_LINES,
  BUDGET_ALERTS,
  ENTRIES_ARE_NOT_REPLACED,
  EMPTIED_CACHES,
  JUDGED_WITH,
  ERASED_TEXTS,
  KEY_LIMITS,
];

/**
 * Brings the database to the newest version, in one transaction: a crash leaves the old version whole.
 * @param beforeUpdate called where an older version is there. What it throws leaves that as it is.
 * @throws LedgerError `unusable` where the file belongs to a newer program or to another one.
 */
export function migrate(
  database: DatabaseSync,
  migrations: readonly string[] = MIGRATIONS,
  beforeUpdate?: () => void,
): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = readVersion(database);
    if (version > migrations.length) {
      throw new LedgerError(
        'unusable',
        `The database has schema version ${version}; this program knows versions up to ${migrations.length}. Start the newer program it was used with, or restore a backup made before the update.`,
      );
    }
    if (version > 0 && version < migrations.length) beforeUpdate?.();
    for (const migration of migrations.slice(version)) database.exec(migration);
    if (version === 0) database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    if (version < migrations.length) database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function readVersion(database: DatabaseSync): number {
  const applicationId = readInteger(database.prepare('PRAGMA application_id').get() ?? {}, 'application_id');
  const version = readInteger(database.prepare('PRAGMA user_version').get() ?? {}, 'user_version');
  const tables = readInteger(
    database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() ?? {},
    'tables',
  );
  const isFresh = applicationId === 0 && version === 0 && tables === 0;
  if (!isFresh && applicationId !== APPLICATION_ID) {
    throw new LedgerError(
      'unusable',
      'The file is an SQLite database of another program. Point ASSAY_DATABASE_URL at a file of its own.',
    );
  }
  return version;
}
