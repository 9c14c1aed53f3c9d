-- The tables of both databases, in SQLite's dialect, which `postgres/schema.ts` translates. The `schema.sql` of each folder
-- has the additions of one database.
--
-- Amounts are micro-credits, times are Unix milliseconds by the database's clock, flags (INT) are 0 or 1. Texts and answers
-- are bytes, so that they are never decoded and can be read in part. Checks and triggers refuse only amounts that are
-- never right; `rules/` decides everything else. Codegen reads the columns from this file, so each needs its own line.
--
-- Only votes and labels have foreign keys, because others would read the parent's row for every request. No row is deleted
-- while others refer to it, and `assay ledger check` looks for missing parents.

CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
  -- Below zero, the account owes credits.
  posted INTEGER NOT NULL CHECK (posted BETWEEN -9007199254740991 AND 9007199254740991),
  -- The sum of its open holds.
  reserved INTEGER NOT NULL CHECK (reserved BETWEEN 0 AND 9007199254740991),
  markup_milli INTEGER NOT NULL CHECK (markup_milli BETWEEN 0 AND 1000000),
  zero_data_retention INT NOT NULL,
  response_cache INT NOT NULL,
  -- Answers and texts of requests that began before are not stored in its cache and log.
  cache_since_ms INTEGER NOT NULL,
  -- Texts of requests that had ended by then are not stored in its log.
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
  -- The first key of its chain of rotations; its own ID if it replaced no key.
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
  -- The prefix of the key that replaced it.
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
  -- The counted period, from the first moment to before the second.
  starts_ms INTEGER NOT NULL,
  ends_ms INTEGER NOT NULL,
  charged INTEGER NOT NULL CHECK (charged >= 0),
  held INTEGER NOT NULL CHECK (held >= 0),
  -- The highest threshold with an alert in this period; 0 before the first.
  alerted INTEGER NOT NULL,
  PRIMARY KEY (account_id, family_id, period)
) STRICT, WITHOUT ROWID;

-- Grants and corrections by operators. A correction's amount is negative. Never changes.
CREATE TABLE credit (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount <> 0),
  note TEXT,
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX credit_account ON credit (account_id, created_ms);

-- The credited payments, kept forever. Never changes.
CREATE TABLE credit_claim (
  key TEXT NOT NULL PRIMARY KEY CHECK (length(key) = 64),
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  account_id INTEGER NOT NULL,
  -- The balance after the credits, which answers a repetition.
  posted INTEGER NOT NULL,
  reserved INTEGER NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE open_request (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  account_id INTEGER NOT NULL,
  key_id INTEGER,
  family_id INTEGER,
  -- The gateway that runs it.
  owner TEXT NOT NULL,
  hold INTEGER NOT NULL CHECK (hold >= 0),
  -- The most that it may be charged; null if the cost has no bound.
  max_charge INTEGER CHECK (max_charge >= 0),
  -- 1 if part of the answer may have left, so that the request is never voided.
  delivering INT NOT NULL,
  -- The number and the cost of the calls that were delivered.
  delivered_calls INTEGER NOT NULL,
  delivered_cost INTEGER NOT NULL CHECK (delivered_cost >= 0),
  -- The part of that cost that the operator bears.
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
  -- The cost of its calls beyond the charge, which the operator bears.
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
  -- At the account's prices, also if the operator bears it.
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

-- Its ID consists of the budget, the period and the threshold, so it is written once.
CREATE TABLE budget_alert (
  id TEXT NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  -- The same as that of the budget.
  family_id INTEGER NOT NULL,
  period TEXT NOT NULL,
  starts_ms INTEGER NOT NULL,
  ends_ms INTEGER NOT NULL,
  -- Per cent of the amount.
  threshold INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  charged INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  -- 1 once a gateway has counted it in its metrics.
  counted INT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX budget_alert_uncounted ON budget_alert (id) WHERE counted = 0;

-- Events to send to accounts' webhooks. `id` is that of the ended request or of the alert.
CREATE TABLE webhook_event (
  id TEXT NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  request_id TEXT,
  alert_id TEXT,
  -- When it may be sent, and when it expires.
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
  -- Orders entries of one moment.
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

-- Texts may be stored before their request has ended.
CREATE TABLE prompt_log (
  request_id TEXT NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  request BLOB NOT NULL,
  response BLOB NOT NULL,
  -- The length of request and response together.
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  -- The versions of the judge prompt and of the judges, as JSON.
  judged_with BLOB,
  -- When it was stored.
  finished_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX prompt_log_age ON prompt_log (account_id, finished_ms);

-- A person's vote on two answers, by their places; `a` is the smaller one. Votes are deleted with the texts.
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

-- The number of bytes of texts that an account keeps.
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

-- The number of bytes of cached answers that an account keeps.
CREATE TABLE cache_total (
  account_id INTEGER PRIMARY KEY,
  bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT;

CREATE TABLE webhook (
  account_id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  -- In plain text, because events are signed with it.
  secret TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;

-- One row. With the secret anybody can make texts that the gateways trust as their own: see `core/tools/call-id.ts`.
CREATE TABLE gateway_secret (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  secret BLOB NOT NULL CHECK (octet_length(secret) = 32)
) STRICT;

-- The changes of an account's balance: grants, corrections and charges. `absorbed` is the operator's cost and changes none.
CREATE VIEW entry (account_id, kind, amount, request_id, created_ms, note) AS
  SELECT account_id, CASE WHEN amount < 0 THEN 'correction' ELSE 'grant' END, abs(amount), NULL, created_ms, note
  FROM credit
  UNION ALL
  SELECT account_id, 'charge', charge, id, finished_ms, NULL FROM request WHERE state = 'settled'
  UNION ALL
  SELECT account_id, 'absorbed', absorbed, id, finished_ms, NULL FROM request WHERE absorbed > 0;
