-- The tables of both databases, in SQLite's words: `postgres/schema.ts` puts its own in their place. What only one of them has
-- is in the `schema.sql` of its folder.
--
-- Amounts are micro-credits, times are Unix milliseconds by the database's clock, flags (INT) are 0 or 1. Texts and answers
-- are bytes, so that nothing is decoded on its way and a part of one is read by its bytes. Checks and triggers refuse only
-- amounts that can never be right; everything else is decided in `rules/`. Codegen reads the columns from this file, so
-- each needs its own line.
--
-- There are no foreign keys but those of votes and labels, because each would read its parent's row for every request. No row is deleted
-- while others refer to it, and `assay ledger check` looks for missing parents.

CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
  -- Below zero the account owes.
  posted INTEGER NOT NULL CHECK (posted BETWEEN -9007199254740991 AND 9007199254740991),
  -- The sum of its open holds.
  reserved INTEGER NOT NULL CHECK (reserved BETWEEN 0 AND 9007199254740991),
  markup_milli INTEGER NOT NULL CHECK (markup_milli BETWEEN 0 AND 1000000),
  zero_data_retention INT NOT NULL,
  response_cache INT NOT NULL,
  -- Nothing of a request that began before is stored for its cache or log.
  cache_since_ms INTEGER NOT NULL,
  -- Nothing of a request that ended by then is stored for its log.
  erased_ms INTEGER NOT NULL,
  worst_holds INT NOT NULL,
  requests_per_minute INTEGER NOT NULL CHECK (requests_per_minute >= 0),
  requests_in_flight INTEGER NOT NULL CHECK (requests_in_flight >= 0),
  suspended INT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE api_key (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  -- The first of the keys that took each other's place; its own ID where it took nobody's.
  family_id INTEGER NOT NULL,
  prefix TEXT NOT NULL UNIQUE CHECK (length(prefix) BETWEEN 1 AND 64),
  hash BLOB NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  name TEXT,
  -- A JSON array of IDs; null for all models.
  models TEXT,
  requests_per_minute INTEGER CHECK (requests_per_minute > 0),
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER,
  revoked_ms INTEGER,
  -- The prefix of the key that took its place.
  successor TEXT
) STRICT;
CREATE INDEX api_key_account ON api_key (account_id);
CREATE INDEX api_key_family ON api_key (family_id);

CREATE TABLE budget (
  account_id INTEGER NOT NULL,
  -- 0 for the budget of the whole account.
  family_id INTEGER NOT NULL,
  period TEXT NOT NULL CHECK (period IN ('day', 'month')),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  -- The period that is counted: from the one moment to before the other.
  starts_ms INTEGER NOT NULL,
  ends_ms INTEGER NOT NULL,
  charged INTEGER NOT NULL CHECK (charged >= 0),
  held INTEGER NOT NULL CHECK (held >= 0),
  -- The highest threshold that an alert of this period was written for; 0 before the first.
  alerted INTEGER NOT NULL,
  PRIMARY KEY (account_id, family_id, period)
) STRICT, WITHOUT ROWID;

-- What operators gave and took. A correction's amount is negative. Never changes.
CREATE TABLE credit (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount <> 0),
  note TEXT,
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX credit_account ON credit (account_id, created_ms);

-- Which payments were credited, kept for good. Never changes.
CREATE TABLE credit_claim (
  key TEXT NOT NULL PRIMARY KEY CHECK (length(key) = 64),
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  account_id INTEGER NOT NULL,
  -- The balance after the credits, for the answer to a repetition.
  posted INTEGER NOT NULL,
  reserved INTEGER NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE open_request (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  account_id INTEGER NOT NULL,
  key_id INTEGER,
  family_id INTEGER,
  -- The gateway that holds it.
  owner TEXT NOT NULL,
  hold INTEGER NOT NULL CHECK (hold >= 0),
  -- The most it may be charged; null where nobody can bound that.
  max_charge INTEGER CHECK (max_charge >= 0),
  -- Something of the answer may have left: it is never voided.
  delivering INT NOT NULL,
  -- How many calls were stored while delivering, and what they cost.
  delivered_calls INTEGER NOT NULL,
  delivered_cost INTEGER NOT NULL CHECK (delivered_cost >= 0),
  -- What of that the operator bears.
  delivered_absorbed INTEGER NOT NULL CHECK (delivered_absorbed BETWEEN 0 AND delivered_cost),
  models TEXT NOT NULL,
  judges TEXT NOT NULL,
  zero_data_retention INT NOT NULL,
  idempotency_key TEXT,
  created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- An ended request. Never changes; erasing its texts sets `zero_data_retention`.
CREATE TABLE request (
  id TEXT NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  key_id INTEGER,
  owner TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state = 'settled' OR state = 'voided' AND charge = 0 AND absorbed = 0),
  hold INTEGER NOT NULL CHECK (hold >= 0),
  charge INTEGER NOT NULL CHECK (charge >= 0),
  -- What its calls cost beyond the charge; the operator bears it.
  absorbed INTEGER NOT NULL CHECK (absorbed >= 0),
  models TEXT NOT NULL,
  judges TEXT NOT NULL,
  zero_data_retention INT NOT NULL,
  created_ms INTEGER NOT NULL,
  finished_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX request_created ON request (account_id, created_ms, id);
CREATE INDEX request_finished ON request (account_id, finished_ms);

CREATE TABLE call (
  request_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('contestant', 'judge')),
  position INTEGER NOT NULL,
  model_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('completed', 'failed')),
  fault_code TEXT,
  tokens_in INTEGER NOT NULL,
  tokens_cached INTEGER NOT NULL,
  tokens_cache_write INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL,
  searches INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  latency_ms REAL NOT NULL,
  provider_cost_nano_usd INTEGER NOT NULL,
  -- At the account's prices, whoever bears it.
  cost INTEGER NOT NULL,
  PRIMARY KEY (request_id, sequence),
  CONSTRAINT no_figure_is_negative CHECK (
    min(position, tokens_in, tokens_cached, tokens_cache_write, tokens_out, searches, attempts,
      provider_cost_nano_usd, cost) >= 0 AND latency_ms >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency (
  account_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  request_id TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_age ON idempotency (created_ms);

-- Its ID is made of what it is about, so it is written once.
CREATE TABLE budget_alert (
  id TEXT NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  -- As of the budget.
  family_id INTEGER NOT NULL,
  period TEXT NOT NULL,
  starts_ms INTEGER NOT NULL,
  ends_ms INTEGER NOT NULL,
  -- Per cent of the amount.
  threshold INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  charged INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  -- In the metric of one gateway.
  counted INT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX budget_alert_uncounted ON budget_alert (id) WHERE counted = 0;

-- What is to be sent to an account's webhook; `id` is that of the ended request or of the alert.
CREATE TABLE webhook_event (
  id TEXT NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  request_id TEXT,
  alert_id TEXT,
  -- When it may be sent, and when it is given up.
  due_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  dead_ms INTEGER,
  last_failure TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_event_due ON webhook_event (account_id, due_ms) WHERE dead_ms IS NULL;
CREATE INDEX webhook_event_until ON webhook_event (until_ms) WHERE dead_ms IS NULL;
CREATE INDEX webhook_event_dead ON webhook_event (dead_ms) WHERE dead_ms IS NOT NULL;

CREATE TABLE admin_token (
  name TEXT NOT NULL PRIMARY KEY,
  scope TEXT NOT NULL,
  prefix TEXT NOT NULL UNIQUE,
  hash BLOB NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  created_ms INTEGER NOT NULL,
  revoked_ms INTEGER
) STRICT, WITHOUT ROWID;

-- Never changes.
CREATE TABLE audit_entry (
  -- Tells entries of one moment apart.
  id INTEGER PRIMARY KEY,
  change_id TEXT NOT NULL UNIQUE,
  at_ms INTEGER NOT NULL,
  via TEXT NOT NULL,
  actor TEXT NOT NULL,
  origin TEXT,
  action TEXT NOT NULL,
  subject TEXT,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX audit_entry_at ON audit_entry (at_ms, id);

-- Texts may come before their request has ended.
CREATE TABLE prompt_log (
  request_id TEXT NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  request BLOB NOT NULL,
  response BLOB NOT NULL,
  -- Of request and response together.
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  -- JSON; with which versions of the judge prompt and of the judges it was judged.
  judged_with BLOB,
  -- When it was stored.
  finished_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX prompt_log_age ON prompt_log (account_id, finished_ms);

-- A person's vote on two answers, by their places, `a` the smaller. Whatever deletes the texts deletes the votes on them.
CREATE TABLE vote (
  request_id TEXT NOT NULL REFERENCES prompt_log (request_id) ON DELETE CASCADE,
  a INTEGER NOT NULL CHECK (a >= 0),
  b INTEGER NOT NULL CHECK (b > a),
  account_id INTEGER NOT NULL,
  winner TEXT NOT NULL CHECK (winner IN ('a', 'b', 'tie')),
  voted_ms INTEGER NOT NULL,
  PRIMARY KEY (request_id, a, b)
) STRICT, WITHOUT ROWID;
CREATE INDEX vote_account ON vote (account_id, voted_ms);

-- How many bytes of texts an account keeps.
CREATE TABLE text_total (
  account_id INTEGER PRIMARY KEY,
  bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT;

CREATE TABLE cached_answer (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  key TEXT NOT NULL CHECK (length(key) = 64),
  stored_ms INTEGER NOT NULL,
  answer BLOB NOT NULL CHECK (octet_length(answer) > 0)
) STRICT;
CREATE UNIQUE INDEX cached_answer_key ON cached_answer (account_id, key);
CREATE INDEX cached_answer_stored ON cached_answer (account_id, stored_ms);
CREATE INDEX cached_answer_request ON cached_answer (request_id);

-- The same of cached answers.
CREATE TABLE cache_total (
  account_id INTEGER PRIMARY KEY,
  bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT;

CREATE TABLE webhook (
  account_id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  -- As it is: events are signed with it.
  secret TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;

-- One row. Whoever has it can make what the gateways of this ledger trust as their own: see `core/tools/call-id.ts`.
CREATE TABLE gateway_secret (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  secret BLOB NOT NULL CHECK (octet_length(secret) = 32)
) STRICT;

-- What changed an account's balance: grants, corrections and charges. `absorbed`, what the operator bore, changes no balance.
CREATE VIEW entry (account_id, kind, amount, request_id, created_ms, note) AS
  SELECT account_id, CASE WHEN amount < 0 THEN 'correction' ELSE 'grant' END, abs(amount), NULL, created_ms, note
  FROM credit
  UNION ALL
  SELECT account_id, 'charge', charge, id, finished_ms, NULL FROM request WHERE state = 'settled'
  UNION ALL
  SELECT account_id, 'absorbed', absorbed, id, finished_ms, NULL FROM request WHERE absorbed > 0;
