import type { DatabaseSync } from 'node:sqlite';
import { MAX_MARKUP_MILLI } from '../../billing/amounts.ts';
import { ADMINISTRATION } from '../administration/sqlite-tables.ts';
import { RESPONSE_CACHE } from '../answers/sqlite-tables.ts';
import { BUDGETS } from '../budgets/sqlite-tables.ts';
import { LedgerError, otherSchemaVersion } from '../ledger-error.ts';
import { readInteger } from '../ledger-row.ts';
import { WEBHOOKS } from '../webhooks/sqlite-tables.ts';

export const SCHEMA_VERSION = 1;
/** `ASSA` in ASCII, in the file's header: tells a ledger from any other SQLite file. */
const APPLICATION_ID = 0x41535341;

/**
 * Accounts, keys, requests and what they cost, and their texts. Amounts are micro-credits, times are Unix milliseconds. The
 * guards stand here as well as in the statements, so that no program and no hand at a prompt can write a state that money
 * cannot be in.
 */
const LEDGER_TABLES = `
CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
  -- Below zero, the account owes it: requests may cost more than their holds.
  posted INTEGER NOT NULL CHECK (posted <= ${Number.MAX_SAFE_INTEGER}),
  reserved INTEGER NOT NULL CHECK (reserved >= 0 AND posted - reserved >= -${Number.MAX_SAFE_INTEGER}),
  markup_milli INTEGER NOT NULL CHECK (markup_milli BETWEEN 0 AND ${MAX_MARKUP_MILLI}),
  zero_data_retention INTEGER NOT NULL CHECK (zero_data_retention IN (0, 1)),
  requests_per_minute INTEGER NOT NULL CHECK (requests_per_minute >= 0),
  requests_in_flight INTEGER NOT NULL CHECK (requests_in_flight >= 0),
  suspended INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1)),
  worst_holds INTEGER NOT NULL DEFAULT 0 CHECK (worst_holds IN (0, 1)),
  response_cache INTEGER NOT NULL DEFAULT 0 CHECK (response_cache IN (0, 1)),
  -- Since when its cache is the one it has now: what was asked before is neither stored nor read any more, also where it
  -- ends after the cache was turned off and on again.
  cache_since_ms INTEGER NOT NULL DEFAULT 0,
  created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE api_key (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT CHECK (length(name) BETWEEN 1 AND 64),
  prefix TEXT NOT NULL UNIQUE CHECK (length(prefix) BETWEEN 1 AND 64),
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  -- Which models it may ask, as a JSON array of IDs.
  models TEXT,
  -- How often it may ask, where that is not the account's.
  requests_per_minute INTEGER CHECK (requests_per_minute > 0),
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER CHECK (expires_ms >= 0),
  revoked_ms INTEGER,
  -- The prefix of the key that took its place.
  successor TEXT CHECK (length(successor) BETWEEN 1 AND 64),
  -- The first of the keys that took each other's place; null for that itself.
  line_id INTEGER REFERENCES api_key (id)
) STRICT;

CREATE INDEX api_key_line ON api_key (line_id) WHERE line_id IS NOT NULL;

CREATE TRIGGER key_line_goes_on AFTER UPDATE OF successor ON api_key WHEN new.successor IS NOT NULL
BEGIN
  UPDATE api_key SET line_id = coalesce(new.line_id, new.id) WHERE prefix = new.successor;
END;

CREATE TABLE request (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  account_id INTEGER NOT NULL REFERENCES account (id),
  key_id INTEGER REFERENCES api_key (id),
  state TEXT NOT NULL CHECK (state IN ('reserved', 'settled', 'voided')),
  hold INTEGER NOT NULL CHECK (hold >= 0),
  charge INTEGER CHECK (charge >= 0),
  -- Its answer has begun to leave: it is never voided.
  delivering INTEGER NOT NULL DEFAULT 0 CHECK (delivering IN (0, 1)),
  owner TEXT NOT NULL,
  zero_data_retention INTEGER NOT NULL CHECK (zero_data_retention IN (0, 1)),
  -- What it asks, as JSON arrays of model IDs.
  models TEXT,
  judges TEXT,
  created_ms INTEGER NOT NULL,
  finished_ms INTEGER,
  CHECK ((state = 'reserved') = (charge IS NULL) AND (charge IS NULL) = (finished_ms IS NULL)),
  CHECK (state <> 'voided' OR (charge = 0 AND NOT delivering))
) STRICT, WITHOUT ROWID;

-- Only open holds are in it, so recovery and the invariants need no pass over the history.
CREATE INDEX request_open ON request (account_id) WHERE state = 'reserved';
-- What an account used in a period, and the order in which its requests are listed.
CREATE INDEX request_finished ON request (account_id, finished_ms);
CREATE INDEX request_created ON request (account_id, created_ms, id);

CREATE TABLE entry (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  request_id TEXT REFERENCES request (id),
  kind TEXT NOT NULL CHECK (kind IN ('grant', 'correction', 'charge', 'release', 'absorbed')),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  note TEXT CHECK (length(note) BETWEEN 1 AND 200),
  created_ms INTEGER NOT NULL,
  CHECK ((kind IN ('grant', 'correction')) = (request_id IS NULL)),
  CHECK (note IS NULL OR request_id IS NULL)
) STRICT;

CREATE INDEX entry_account ON entry (account_id);
-- The last line of defence against charging twice.
CREATE UNIQUE INDEX entry_once ON entry (request_id, kind) WHERE request_id IS NOT NULL;

CREATE TRIGGER entry_keeps_values BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'ledger entries never change'); END;
CREATE TRIGGER entry_stays BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'ledger entries are never deleted'); END;
-- INSERT OR REPLACE would delete an entry without the trigger above.
CREATE TRIGGER entry_is_not_replaced BEFORE INSERT ON entry
WHEN EXISTS (SELECT 1 FROM entry WHERE id = new.id)
  OR EXISTS (SELECT 1 FROM entry WHERE request_id = new.request_id AND kind = new.kind)
BEGIN SELECT RAISE(ABORT, 'ledger entries are never replaced'); END;

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
  -- With which versions of the judge prompt and of the judges it was judged, as JSON.
  judged_with TEXT,
  finished_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX prompt_log_age ON prompt_log (finished_ms);

-- How many bytes of text each account keeps. Triggers keep the sums, beside the money rather than in it, so that they are
-- exact whoever deletes a text and lock no balance.
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

CREATE TRIGGER prompt_log_added AFTER INSERT ON prompt_log
BEGIN
  INSERT INTO text_size (request_id, account_id, bytes)
  SELECT id, account_id, octet_length(new.request) + octet_length(new.response) FROM request WHERE id = new.request_id;
END;
CREATE TRIGGER prompt_log_removed AFTER DELETE ON prompt_log
BEGIN DELETE FROM text_size WHERE request_id = old.request_id; END;

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
 * Makes the ledger's tables in an empty database, in one transaction.
 * @throws LedgerError `unusable` if the file is another program's, or a ledger of another schema version, which stays as it
 *   is.
 */
export function prepareSchema(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = readVersion(database);
    if (version === undefined) {
      for (const tables of [LEDGER_TABLES, BUDGETS, WEBHOOKS, RESPONSE_CACHE, ADMINISTRATION])
        database.exec(tables);
      database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
    } else if (version !== SCHEMA_VERSION) {
      throw otherSchemaVersion(version, SCHEMA_VERSION);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** @returns undefined for an empty database. */
function readVersion(database: DatabaseSync): number | undefined {
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
  return isFresh ? undefined : version;
}
