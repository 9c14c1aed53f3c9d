-- Amounts are micro-credits, times are Unix milliseconds by this server's clock. The guards stand here as well as in the
-- functions, so that no program and no hand at a prompt can write a state that money cannot be in.

CREATE TABLE account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
  posted bigint NOT NULL CHECK (posted BETWEEN 0 AND 9007199254740991),
  reserved bigint NOT NULL CHECK (reserved BETWEEN 0 AND posted),
  markup_milli integer NOT NULL CHECK (markup_milli BETWEEN 0 AND 1000000),
  zero_data_retention boolean NOT NULL,
  requests_per_minute integer NOT NULL CHECK (requests_per_minute >= 0),
  requests_in_flight integer NOT NULL CHECK (requests_in_flight >= 0),
  created_ms bigint NOT NULL
) WITH (fillfactor = 20); -- Room in the page lets a balance change without touching an index.

CREATE TABLE api_key (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  prefix text COLLATE "C" NOT NULL UNIQUE CHECK (length(prefix) BETWEEN 1 AND 64),
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  created_ms bigint NOT NULL,
  revoked_ms bigint
);

-- Numbers nobody has had before, so that a gateway that lost its row and came back is never taken for itself earlier.
CREATE SEQUENCE gateway_number;

-- The gateways that live, or died lately. A row is the right to hold and to charge: who takes the row voids the holds.
CREATE TABLE gateway (
  boot_id text COLLATE "C" PRIMARY KEY CHECK (length(boot_id) BETWEEN 1 AND 64),
  -- Another with every connection of its writer, so that what an earlier connection still had on its way is refused.
  epoch bigint NOT NULL,
  -- Another with every renewal, never one that was there before. Others watch it by their own clocks.
  renewals bigint NOT NULL,
  renewed_ms bigint NOT NULL
) WITH (fillfactor = 10);

CREATE TABLE request (
  id text COLLATE "C" PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  account_id bigint NOT NULL REFERENCES account (id),
  state text COLLATE "C" NOT NULL CHECK (state IN ('reserved', 'settled', 'voided')),
  hold bigint NOT NULL CHECK (hold >= 0),
  charge bigint CHECK (charge BETWEEN 0 AND hold),
  owner text COLLATE "C" NOT NULL,
  zero_data_retention boolean NOT NULL,
  created_ms bigint NOT NULL,
  finished_ms bigint,
  CHECK ((state = 'reserved') = (charge IS NULL) AND (charge IS NULL) = (finished_ms IS NULL)),
  CHECK (state <> 'voided' OR charge = 0)
) WITH (fillfactor = 80);

-- Only open holds are in it, so recovery and the invariants need no pass over the history.
CREATE INDEX request_open ON request (owner) WHERE state = 'reserved';

CREATE VIEW orphan_requests AS
SELECT r.id, r.account_id, r.owner FROM request r
WHERE r.state = 'reserved' AND NOT EXISTS (SELECT 1 FROM gateway g WHERE g.boot_id = r.owner);

CREATE TABLE entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  request_id text COLLATE "C" REFERENCES request (id),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('grant', 'charge', 'release', 'house')),
  amount bigint NOT NULL CHECK (amount >= 0),
  created_ms bigint NOT NULL,
  CHECK ((kind = 'grant') = (request_id IS NULL))
);

CREATE INDEX entry_account ON entry (account_id, id);

-- The last line of defence against charging twice.
CREATE UNIQUE INDEX entry_once ON entry (request_id, kind) WHERE request_id IS NOT NULL;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries never change and are never deleted';
END $$;

CREATE TRIGGER entry_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE call (
  request_id text COLLATE "C" NOT NULL REFERENCES request (id),
  sequence integer NOT NULL,
  role text COLLATE "C" NOT NULL CHECK (role IN ('contestant', 'judge')),
  position integer NOT NULL CHECK (position >= 0),
  model_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('completed', 'failed')),
  fault_code text COLLATE "C",
  tokens_in bigint NOT NULL CHECK (tokens_in >= 0),
  tokens_cached bigint NOT NULL CHECK (tokens_cached >= 0),
  tokens_cache_write bigint NOT NULL CHECK (tokens_cache_write >= 0),
  tokens_out bigint NOT NULL CHECK (tokens_out >= 0),
  searches bigint NOT NULL CHECK (searches >= 0),
  attempts bigint NOT NULL CHECK (attempts >= 0),
  latency_ms double precision NOT NULL CHECK (latency_ms >= 0),
  provider_cost_nano_usd bigint NOT NULL CHECK (provider_cost_nano_usd >= 0),
  charge bigint NOT NULL CHECK (charge >= 0),
  PRIMARY KEY (request_id, sequence)
);

CREATE TABLE prompt_log (
  request_id text COLLATE "C" PRIMARY KEY REFERENCES request (id),
  request text NOT NULL,
  response text NOT NULL,
  finished_ms bigint NOT NULL
);

CREATE INDEX prompt_log_age ON prompt_log (finished_ms);

-- Its primary key decides which of many concurrent requests with one key runs.
CREATE TABLE idempotency (
  account_id bigint NOT NULL REFERENCES account (id),
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  fingerprint text COLLATE "C" NOT NULL CHECK (length(fingerprint) = 64),
  request_id text COLLATE "C" NOT NULL UNIQUE REFERENCES request (id),
  created_ms bigint NOT NULL,
  PRIMARY KEY (account_id, key)
);

CREATE INDEX idempotency_age ON idempotency (created_ms);
