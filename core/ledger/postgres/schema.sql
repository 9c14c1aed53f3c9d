-- The ledger's tables and functions, all of them. Amounts are micro-credits, times are Unix milliseconds by this server's
-- clock. The guards stand here as well as in the functions, so that no program and no hand at a prompt can write a state
-- that money cannot be in.

CREATE TABLE account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
  -- Below zero, the account owes it: requests may cost more than their holds.
  posted bigint NOT NULL CHECK (posted <= 9007199254740991),
  reserved bigint NOT NULL CHECK (reserved >= 0 AND posted - reserved >= -9007199254740991),
  markup_milli integer NOT NULL CHECK (markup_milli BETWEEN 0 AND 1000000),
  zero_data_retention boolean NOT NULL,
  requests_per_minute integer NOT NULL CHECK (requests_per_minute >= 0),
  requests_in_flight integer NOT NULL CHECK (requests_in_flight >= 0),
  suspended boolean NOT NULL DEFAULT false,
  worst_holds boolean NOT NULL DEFAULT false,
  response_cache boolean NOT NULL DEFAULT false,
  -- Since when its cache is the one it has now: what was asked before is neither stored nor read any more, also where it
  -- ends after the cache was turned off and on again.
  cache_since_ms bigint NOT NULL DEFAULT 0,
  created_ms bigint NOT NULL
) WITH (fillfactor = 20); -- Room in the page lets a balance change without touching an index.

CREATE TABLE api_key (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  name text COLLATE "C" CHECK (length(name) BETWEEN 1 AND 64),
  prefix text COLLATE "C" NOT NULL UNIQUE CHECK (length(prefix) BETWEEN 1 AND 64),
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  -- Which models it may ask, as a JSON array of IDs.
  models text,
  -- How often it may ask, where that is not the account's.
  requests_per_minute integer CHECK (requests_per_minute > 0),
  created_ms bigint NOT NULL,
  expires_ms bigint CHECK (expires_ms >= 0),
  revoked_ms bigint,
  -- The prefix of the key that took its place.
  successor text COLLATE "C" CHECK (length(successor) BETWEEN 1 AND 64),
  -- The first of the keys that took each other's place; null for that itself.
  line_id bigint REFERENCES api_key (id)
);

CREATE INDEX api_key_line ON api_key (line_id) WHERE line_id IS NOT NULL;

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
  -- No foreign key: checking it would lock the key's row for every request. Keys are never deleted, and `assay ledger
  -- check` looks for missing ones.
  key_id bigint,
  state text COLLATE "C" NOT NULL CHECK (state IN ('reserved', 'settled', 'voided')),
  hold bigint NOT NULL CHECK (hold >= 0),
  charge bigint CHECK (charge >= 0),
  -- Its answer has begun to leave: it is never voided.
  delivering boolean NOT NULL DEFAULT false,
  owner text COLLATE "C" NOT NULL,
  zero_data_retention boolean NOT NULL,
  -- What it asks, as JSON arrays of model IDs.
  models text,
  judges text,
  created_ms bigint NOT NULL,
  finished_ms bigint,
  CHECK ((state = 'reserved') = (charge IS NULL) AND (charge IS NULL) = (finished_ms IS NULL)),
  CHECK (state <> 'voided' OR (charge = 0 AND NOT delivering))
) WITH (fillfactor = 80);

-- Only open holds are in it, so recovery and the invariants need no pass over the history.
CREATE INDEX request_open ON request (owner) WHERE state = 'reserved';
-- What an account used in a period, and the order in which its requests are listed.
CREATE INDEX request_finished ON request (account_id, finished_ms);
CREATE INDEX request_created ON request (account_id, created_ms, id);

CREATE VIEW orphan_requests AS
SELECT r.id, r.account_id, r.owner FROM request r
WHERE r.state = 'reserved' AND NOT EXISTS (SELECT 1 FROM gateway g WHERE g.boot_id = r.owner);

CREATE TABLE entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  request_id text COLLATE "C" REFERENCES request (id),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('grant', 'correction', 'charge', 'release', 'absorbed')),
  amount bigint NOT NULL CHECK (amount >= 0),
  note text CHECK (length(note) BETWEEN 1 AND 200),
  created_ms bigint NOT NULL,
  CHECK ((kind IN ('grant', 'correction')) = (request_id IS NULL)),
  CHECK (note IS NULL OR request_id IS NULL)
);

CREATE INDEX entry_account ON entry (account_id, id);

-- The last line of defence against charging twice.
CREATE UNIQUE INDEX entry_once ON entry (request_id, kind) WHERE request_id IS NOT NULL;

CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % never change and are never deleted', TG_TABLE_NAME;
END $$;

CREATE TRIGGER entry_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

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
  -- With which versions of the judge prompt and of the judges it was judged, as JSON.
  judged_with text,
  finished_ms bigint NOT NULL
);

CREATE INDEX prompt_log_age ON prompt_log (finished_ms);

-- How many bytes each logged text has, in the order in which they were stored, and their sum by account. The sums are
-- kept by triggers, beside the money rather than in it: they are exact whoever deletes a text, and lock no balance.
CREATE TABLE text_size (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_id text COLLATE "C" NOT NULL UNIQUE REFERENCES request (id),
  account_id bigint NOT NULL REFERENCES account (id),
  bytes bigint NOT NULL CHECK (bytes >= 0)
);

CREATE INDEX text_size_account ON text_size (account_id, id);

CREATE TABLE text_total (
  account_id bigint PRIMARY KEY REFERENCES account (id),
  bytes bigint NOT NULL CHECK (bytes >= 0)
) WITH (fillfactor = 20);

CREATE FUNCTION count_text_size() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO assay.text_total AS t (account_id, bytes) VALUES (new.account_id, new.bytes)
    ON CONFLICT (account_id) DO UPDATE SET bytes = t.bytes + excluded.bytes;
  ELSE
    UPDATE assay.text_total SET bytes = bytes - old.bytes WHERE account_id = old.account_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER text_size_counted AFTER INSERT OR DELETE ON text_size FOR EACH ROW EXECUTE FUNCTION count_text_size();

CREATE FUNCTION measure_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO assay.text_size (request_id, account_id, bytes)
    SELECT id, account_id, octet_length(new.request) + octet_length(new.response)
    FROM assay.request WHERE id = new.request_id;
  ELSE
    DELETE FROM assay.text_size WHERE request_id = old.request_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_log_measured AFTER INSERT OR DELETE ON prompt_log FOR EACH ROW EXECUTE FUNCTION measure_text();

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

-- Models' answers for accounts that may have a cache, and how many bytes each account keeps.

CREATE TABLE cached_answer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  request_id text COLLATE "C" NOT NULL REFERENCES request (id),
  key text COLLATE "C" NOT NULL CHECK (length(key) = 64),
  stored_ms bigint NOT NULL,
  answer bytea NOT NULL CHECK (octet_length(answer) > 0)
);

CREATE UNIQUE INDEX cached_answer_key ON cached_answer (account_id, key);
CREATE INDEX cached_answer_account ON cached_answer (account_id, id);
CREATE INDEX cached_answer_stored ON cached_answer (stored_ms);
CREATE INDEX cached_answer_request ON cached_answer (request_id);

CREATE TABLE cache_total (
  account_id bigint PRIMARY KEY REFERENCES account (id),
  bytes bigint NOT NULL CHECK (bytes >= 0)
) WITH (fillfactor = 20);

CREATE FUNCTION count_cached_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO assay.cache_total AS t (account_id, bytes) VALUES (new.account_id, octet_length(new.answer))
    ON CONFLICT (account_id) DO UPDATE SET bytes = t.bytes + excluded.bytes;
  ELSE
    UPDATE assay.cache_total SET bytes = bytes - octet_length(old.answer) WHERE account_id = old.account_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER cached_answer_counted AFTER INSERT OR DELETE ON cached_answer
FOR EACH ROW EXECUTE FUNCTION count_cached_answer();

-- Answers of erased requests that were still on their way are not stored.
CREATE FUNCTION refuse_erased_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM assay.request WHERE id = new.request_id AND NOT zero_data_retention FOR SHARE;
  RETURN CASE WHEN FOUND THEN new END;
END $$;
CREATE TRIGGER cached_answer_allowed BEFORE INSERT ON cached_answer FOR EACH ROW EXECUTE FUNCTION refuse_erased_answer();

-- What accounts and keys may spend in a day and a month, and how much of that is spent and held. Triggers count, so that
-- the figures are exact whoever opens or ends a request: a charge counts in the period in which its request ends, a hold in
-- every period until then. A budget's row is only written under its account's lock. A key and the keys that took its place
-- share its budgets, which are the first one's, so that a rotation leaves no more to spend.
CREATE TABLE budget (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  -- Null for the budget of the whole account.
  key_id bigint REFERENCES api_key (id),
  period text COLLATE "C" NOT NULL CHECK (period IN ('day', 'month')),
  amount bigint NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  -- The period that is counted: from the one moment to before the other.
  starts_ms bigint NOT NULL,
  ends_ms bigint NOT NULL CHECK (ends_ms > starts_ms),
  charged bigint NOT NULL CHECK (charged >= 0),
  held bigint NOT NULL CHECK (held >= 0)
) WITH (fillfactor = 20); -- Room in the page lets the figures change without touching an index.

CREATE UNIQUE INDEX budget_scope ON budget (account_id, coalesce(key_id, 0), period);

-- Budgets that have reached a part of their amount, and an outbox for what accounts are told of them.
CREATE TABLE budget_alert (
  id text COLLATE "C" PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  account_id bigint NOT NULL REFERENCES account (id),
  -- As of the budget.
  key_id bigint REFERENCES api_key (id),
  period text COLLATE "C" NOT NULL CHECK (period IN ('day', 'month')),
  starts_ms bigint NOT NULL,
  ends_ms bigint NOT NULL,
  -- Per cent of the amount.
  threshold integer NOT NULL CHECK (threshold IN (80, 100)),
  amount bigint NOT NULL CHECK (amount >= 0),
  charged bigint NOT NULL CHECK (charged >= 0),
  at_ms bigint NOT NULL,
  -- In the metric of one gateway.
  counted boolean NOT NULL DEFAULT false
);

CREATE UNIQUE INDEX budget_alert_once ON budget_alert (account_id, coalesce(key_id, 0), period, starts_ms, threshold);
CREATE INDEX budget_alert_uncounted ON budget_alert (id) WHERE NOT counted;

-- Webhooks, and the outbox of what they are told: one event for each request that ends, from the transaction that ends
-- it, whoever does. An account without a webhook has none.
CREATE TABLE webhook (
  account_id bigint PRIMARY KEY REFERENCES account (id),
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  -- As it is: events are signed with it.
  secret text NOT NULL CHECK (length(secret) BETWEEN 1 AND 128),
  created_ms bigint NOT NULL
);

CREATE TABLE webhook_event (
  id text COLLATE "C" PRIMARY KEY,
  request_id text COLLATE "C" REFERENCES request (id),
  alert_id text COLLATE "C" REFERENCES budget_alert (id),
  account_id bigint NOT NULL REFERENCES account (id),
  -- When it may be sent. A claim moves this on, so that an event is due again where who claimed it has died.
  due_ms bigint NOT NULL,
  -- When it is given up.
  until_ms bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  dead_ms bigint,
  last_failure text CHECK (length(last_failure) BETWEEN 1 AND 64),
  CHECK ((request_id IS NULL) <> (alert_id IS NULL)),
  CHECK (id = coalesce(request_id, alert_id))
) WITH (fillfactor = 50);

CREATE INDEX webhook_event_due ON webhook_event (account_id, due_ms) WHERE dead_ms IS NULL;
CREATE INDEX webhook_event_until ON webhook_event (until_ms) WHERE dead_ms IS NULL;
CREATE INDEX webhook_event_dead ON webhook_event (dead_ms) WHERE dead_ms IS NOT NULL;

CREATE FUNCTION write_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO assay.webhook_event (id, request_id, account_id, due_ms, until_ms)
  SELECT new.id, new.id, new.account_id, new.finished_ms, new.finished_ms + 24 * 60 * 60 * 1000
  FROM assay.webhook w WHERE w.account_id = new.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER request_ended AFTER UPDATE OF state ON request FOR EACH ROW
WHEN (old.state = 'reserved' AND new.state <> 'reserved') EXECUTE FUNCTION write_event();

CREATE FUNCTION write_alert_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO assay.webhook_event (id, alert_id, account_id, due_ms, until_ms)
  SELECT new.id, new.id, new.account_id, new.at_ms, new.at_ms + 24 * 60 * 60 * 1000
  FROM assay.webhook w WHERE w.account_id = new.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER budget_reached AFTER INSERT ON budget_alert FOR EACH ROW EXECUTE FUNCTION write_alert_event();

-- Admin tokens, the audit log, and which payments were credited.
CREATE TABLE admin_token (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
  scope text COLLATE "C" NOT NULL CHECK (scope IN ('read', 'write')),
  prefix text COLLATE "C" NOT NULL UNIQUE CHECK (length(prefix) BETWEEN 1 AND 64),
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_ms bigint NOT NULL,
  revoked_ms bigint
);

CREATE TABLE audit_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  change_id text COLLATE "C" NOT NULL UNIQUE CHECK (length(change_id) BETWEEN 1 AND 64),
  at_ms bigint NOT NULL,
  via text COLLATE "C" NOT NULL CHECK (via IN ('command', 'api', 'program')),
  actor text COLLATE "C" NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
  origin text COLLATE "C" CHECK (length(origin) BETWEEN 1 AND 128),
  action text COLLATE "C" NOT NULL CHECK (length(action) BETWEEN 1 AND 64),
  subject text COLLATE "C" CHECK (length(subject) BETWEEN 1 AND 64),
  detail text COLLATE "C" NOT NULL CHECK (length(detail) BETWEEN 2 AND 4096)
);

CREATE INDEX audit_entry_at ON audit_entry (at_ms, id);

CREATE TABLE credit_claim (
  key text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(key) = 64),
  fingerprint text COLLATE "C" NOT NULL CHECK (length(fingerprint) = 64),
  account_id bigint NOT NULL REFERENCES account (id),
  -- The balance after the credits, for the answer to a repetition.
  posted bigint NOT NULL,
  reserved bigint NOT NULL CHECK (reserved >= 0),
  created_ms bigint NOT NULL
);

CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER credit_claim_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_claim
FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
$$;

-- How long an idempotency key stands for its request, and its reply is kept.
CREATE FUNCTION idempotency_window_ms() RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT 24 * 60 * 60 * 1000::bigint
$$;

CREATE FUNCTION continue_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE assay.api_key SET line_id = coalesce(new.line_id, new.id) WHERE prefix = new.successor;
  RETURN NULL;
END $$;
CREATE TRIGGER key_line_goes_on AFTER UPDATE OF successor ON api_key FOR EACH ROW
WHEN (new.successor IS NOT NULL) EXECUTE FUNCTION continue_line();

-- A key that takes another one's place has its limits too.
CREATE FUNCTION take_over_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE assay.api_key SET models = new.models, requests_per_minute = new.requests_per_minute
  WHERE prefix = new.successor;
  RETURN NULL;
END $$;
CREATE TRIGGER limits_taken_over AFTER UPDATE OF successor ON api_key FOR EACH ROW
WHEN (new.successor IS NOT NULL AND old.successor IS NULL) EXECUTE FUNCTION take_over_limits();

-- Budgets are the first key's of a line.
CREATE FUNCTION line_of(key bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(k.line_id, k.id) FROM assay.api_key k WHERE k.id = key
$$;

-- Days and months begin at 00:00 UTC.
CREATE FUNCTION period_start(period text, at_ms bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT extract(epoch FROM date_trunc(period, to_timestamp(at_ms / 1000.0) AT TIME ZONE 'UTC'))::bigint * 1000
$$;

CREATE FUNCTION period_end(period text, at_ms bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT extract(epoch FROM date_trunc(period, to_timestamp(at_ms / 1000.0) AT TIME ZONE 'UTC')
    + ('1 ' || period)::interval)::bigint * 1000
$$;

-- Moves an account's budgets of another period to that of this moment and counts again what was charged in it; after
-- midnight that is nothing yet.
CREATE FUNCTION move_budgets(account bigint, at_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE assay.budget b SET starts_ms = assay.period_start(period, at_ms), ends_ms = assay.period_end(period, at_ms),
    charged = (
      SELECT coalesce(sum(r.charge), 0) FROM assay.request r
      WHERE r.account_id = b.account_id AND (b.key_id IS NULL OR r.key_id IN (
          SELECT k.id FROM assay.api_key k WHERE k.id = b.key_id OR k.line_id = b.key_id))
        AND r.finished_ms >= assay.period_start(b.period, at_ms) AND r.finished_ms < assay.period_end(b.period, at_ms))
  WHERE account_id = account AND NOT (starts_ms <= at_ms AND at_ms < ends_ms);
END $$;

-- A budget that is passed, since its limit was lowered, leaves nothing: what holds nothing fits in it.
CREATE FUNCTION left_of_budgets(account bigint, key bigint, at_ms bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  least_left bigint;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM budget WHERE account_id = account) THEN RETURN NULL; END IF;
  PERFORM move_budgets(account, at_ms);
  SELECT min(amount - charged - held) INTO least_left
  FROM budget WHERE account_id = account AND (key_id IS NULL OR key_id = line_of(key));
  -- Null where no budget binds the key.
  RETURN CASE WHEN least_left < 0 THEN 0 ELSE least_left END;
END $$;

-- Writes which budgets of an account have reached a threshold, each once a period. Under the account's lock.
CREATE FUNCTION write_alerts(account bigint, at_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO assay.budget_alert (id, account_id, key_id, period, starts_ms, ends_ms, threshold, amount, charged, at_ms)
  SELECT 'budget_' || replace(gen_random_uuid()::text, '-', ''), b.account_id, b.key_id, b.period, b.starts_ms, b.ends_ms,
    t.threshold, b.amount, b.charged, write_alerts.at_ms
  FROM assay.budget b CROSS JOIN (VALUES (80), (100)) t (threshold)
  WHERE b.account_id = account AND b.charged > 0 AND b.charged * 100 >= b.amount * t.threshold
    AND NOT EXISTS (SELECT 1 FROM assay.budget_alert a WHERE a.account_id = b.account_id
      AND coalesce(a.key_id, 0) = coalesce(b.key_id, 0) AND a.period = b.period AND a.starts_ms = b.starts_ms
      AND a.threshold = t.threshold);
END $$;

CREATE FUNCTION count_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE assay.budget SET held = held + new.hold
  WHERE account_id = new.account_id AND (key_id IS NULL OR key_id = assay.line_of(new.key_id));
  RETURN NULL;
END $$;
CREATE TRIGGER budget_hold_taken AFTER INSERT ON request FOR EACH ROW
WHEN (new.state = 'reserved') EXECUTE FUNCTION count_hold();

-- For each statement, since one ends many requests: all that it ended are counted before a budget is moved.
CREATE FUNCTION count_changed_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM assay.budget b JOIN after_change a ON a.account_id = b.account_id) THEN RETURN NULL; END IF;
  WITH changes AS (
    SELECT b.id,
      sum(CASE WHEN a.state = 'reserved' THEN a.hold ELSE 0 END
        - CASE WHEN f.state = 'reserved' THEN f.hold ELSE 0 END) AS held,
      sum(CASE WHEN f.state = 'reserved' AND b.starts_ms <= a.finished_ms AND a.finished_ms < b.ends_ms
        THEN a.charge ELSE 0 END) AS charged
    FROM after_change a JOIN before_change f ON f.id = a.id
      JOIN assay.budget b ON b.account_id = a.account_id AND (b.key_id IS NULL OR b.key_id = assay.line_of(a.key_id))
    GROUP BY b.id
  )
  UPDATE assay.budget b SET held = b.held + c.held, charged = b.charged + c.charged FROM changes c WHERE b.id = c.id;
  PERFORM assay.move_budgets(e.account_id, e.ended_ms) FROM (
    SELECT a.account_id, max(a.finished_ms) AS ended_ms FROM after_change a JOIN before_change f ON f.id = a.id
    WHERE f.state = 'reserved' AND a.state <> 'reserved' GROUP BY a.account_id
  ) e;
  PERFORM assay.write_alerts(e.account_id, e.ended_ms) FROM (
    SELECT a.account_id, max(a.finished_ms) AS ended_ms FROM after_change a JOIN before_change f ON f.id = a.id
    WHERE f.state = 'reserved' AND a.charge > 0 GROUP BY a.account_id
  ) e;
  RETURN NULL;
END $$;
CREATE TRIGGER budget_requests_changed AFTER UPDATE ON request REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
FOR EACH STATEMENT EXECUTE FUNCTION count_changed_requests();

-- Sets what is named of an account's budgets, or of a key's: null lifts one.
CREATE FUNCTION set_budgets(account bigint, key bigint, changes jsonb, at_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wanted record;
BEGIN
  -- Before another amount could be compared with what was charged in a period that is over.
  PERFORM move_budgets(account, at_ms);
  FOR wanted IN SELECT c.key AS period, c.value::bigint AS amount FROM jsonb_each_text(coalesce(changes, '{}')) c LOOP
    IF wanted.amount IS NULL THEN
      DELETE FROM budget WHERE account_id = account AND key_id IS NOT DISTINCT FROM key AND period = wanted.period;
      CONTINUE;
    END IF;
    UPDATE budget SET amount = wanted.amount
    WHERE account_id = account AND key_id IS NOT DISTINCT FROM key AND period = wanted.period;
    CONTINUE WHEN FOUND;
    -- Of no period yet: its charges are counted as it is moved to the present one.
    INSERT INTO budget (account_id, key_id, period, amount, starts_ms, ends_ms, charged, held)
    SELECT account, key, wanted.period, wanted.amount, 0, 1, 0, coalesce(sum(r.hold), 0) FROM request r
    WHERE r.account_id = account AND r.state = 'reserved' AND (key IS NULL OR r.key_id IN (
        SELECT k.id FROM api_key k WHERE k.id = key OR k.line_id = key));
  END LOOP;
  PERFORM move_budgets(account, at_ms);
  PERFORM write_alerts(account, at_ms);
END $$;

-- A request's steps. Each either refuses before it writes anything, or throws, and then the caller's transaction is
-- rolled back. Outcomes are JSON: {"refused": code, ...} for a refusal.
--
-- READ COMMITTED is enough. Every statement of a function sees what was committed before it began, and an UPDATE that
-- had to wait for a row decides its WHERE again on the row's newest version: two gateways cannot both find the same
-- free balance. Besides, `apply_batch` locks every account it will touch before it reads any figure, so the lookup of
-- an idempotency key and the hold that follows are one step as seen by every other batch of that account.

-- A key in flight says which request it stands for.
CREATE FUNCTION find_key(account bigint, claim jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  earlier record;
BEGIN
  -- The length of a stored text is known without reading the text.
  SELECT i.fingerprint, r.id, r.state, r.charge, octet_length(l.response) AS response_bytes INTO earlier
  FROM idempotency i JOIN request r ON r.id = i.request_id LEFT JOIN prompt_log l ON l.request_id = r.id
  WHERE i.account_id = account AND i.key = claim ->> 'key'
    AND (i.created_ms > at_ms - idempotency_window_ms() OR r.state = 'reserved');
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF earlier.fingerprint <> claim ->> 'fingerprint' THEN RETURN '{"outcome": "key_mismatch"}'; END IF;
  IF earlier.state = 'reserved' THEN
    RETURN jsonb_build_object('outcome', 'in_flight', 'requestId', earlier.id);
  END IF;
  RETURN jsonb_build_object('outcome', 'settled', 'requestId', earlier.id, 'chargeMicroCredits', earlier.charge,
    'responseBytes', earlier.response_bytes);
END $$;

CREATE FUNCTION reserve_request(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  wanted_account CONSTANT bigint := operation -> 'accountId';
  wanted_hold CONSTANT bigint := operation -> 'holdMicroCredits';
  claim CONSTANT jsonb := nullif(operation -> 'idempotency', 'null');
  budget_left bigint;
  earlier jsonb;
  refusing record;
BEGIN
  IF boot IS NULL THEN RETURN '{"refused": "no-lease"}'; END IF;
  IF claim IS NOT NULL THEN
    earlier := find_key(wanted_account, claim, at_ms);
    IF earlier IS NOT NULL THEN RETURN earlier; END IF;
  END IF;
  budget_left := left_of_budgets(wanted_account, (operation ->> 'keyId')::bigint, at_ms);
  UPDATE account SET reserved = reserved + wanted_hold
  WHERE id = wanted_account AND NOT suspended AND posted - reserved >= wanted_hold
    AND (budget_left IS NULL OR budget_left >= wanted_hold);
  IF NOT FOUND THEN
    SELECT posted, posted - reserved AS free, suspended INTO refusing FROM account WHERE id = wanted_account;
    IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
    IF refusing.suspended THEN RETURN '{"refused": "account-suspended"}'; END IF;
    IF budget_left < wanted_hold THEN
      RETURN (
        SELECT jsonb_build_object('outcome', 'over_budget', 'atMs', at_ms, 'budgets', jsonb_agg(to_jsonb(b)))
        FROM budget b WHERE account_id = wanted_account
          AND (key_id IS NULL OR key_id = line_of((operation ->> 'keyId')::bigint)));
    END IF;
    RETURN jsonb_build_object('outcome', 'insufficient', 'availableMicroCredits', refusing.free,
      'owedMicroCredits', greatest(0, -refusing.posted));
  END IF;
  -- A request id used twice fails here on the primary key, and the rollback gives the hold back.
  INSERT INTO request (id, account_id, state, hold, owner, zero_data_retention, created_ms, key_id, models, judges)
  VALUES (operation ->> 'requestId', wanted_account, 'reserved', wanted_hold, boot,
    (operation -> 'zeroDataRetention')::boolean, at_ms, (operation ->> 'keyId')::bigint,
    operation ->> 'models', operation ->> 'judges');
  IF claim IS NOT NULL THEN
    -- What is left in the key's place has expired.
    INSERT INTO idempotency (account_id, key, fingerprint, request_id, created_ms)
    VALUES (wanted_account, claim ->> 'key', claim ->> 'fingerprint', operation ->> 'requestId', at_ms)
    ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
      request_id = excluded.request_id, created_ms = excluded.created_ms;
  END IF;
  RETURN '{"outcome": "reserved"}';
END $$;

-- Marks an open request as delivering and stores the calls whose results are about to leave. Each call comes with the
-- columns of its row as keys. Repeating it changes nothing.
CREATE FUNCTION deliver_request(operation jsonb, boot text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  found_state text;
BEGIN
  UPDATE request SET delivering = true
  WHERE id = operation ->> 'requestId' AND state = 'reserved' AND owner = boot;
  IF NOT FOUND THEN
    SELECT state INTO found_state FROM request WHERE id = operation ->> 'requestId';
    RETURN jsonb_build_object('refused', 'not-reserved', 'state', found_state);
  END IF;
  INSERT INTO call SELECT c.* FROM jsonb_populate_recordset(NULL::call, operation -> 'calls') c
  ON CONFLICT (request_id, sequence) DO NOTHING;
  RETURN 'true';
END $$;

-- Ends requests for settling, voiding and recovery alike, all at once. `operations` are settlements and voids, each with
-- its place `n` in the batch; of two that would end one request, the first does. Answers with an object: an outcome
-- for each place.
CREATE FUNCTION finish_requests(operations jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  ended integer[];
  ended_ids text[];
BEGIN
  WITH wanted AS (
    SELECT DISTINCT ON (o ->> 'requestId') (o -> 'n')::integer AS n, o ->> 'requestId' AS request_id,
      CASE o ->> 'kind' WHEN 'settle' THEN 'settled' ELSE 'voided' END AS state,
      coalesce((o -> 'chargeMicroCredits')::bigint, 0) AS charge,
      coalesce((o -> 'absorbedMicroCredits')::bigint, 0) AS absorbed
    FROM jsonb_array_elements(operations) o ORDER BY o ->> 'requestId', (o -> 'n')::integer
  ), finished AS (
    UPDATE request r SET state = w.state, charge = w.charge, finished_ms = at_ms FROM wanted w
    WHERE r.id = w.request_id AND r.state = 'reserved' AND r.owner = boot
      AND NOT (r.delivering AND w.state = 'voided')
    RETURNING w.n, w.absorbed, r.id, r.account_id, r.state, r.hold, r.charge, r.delivering
  ), paid AS (
    UPDATE account a SET posted = a.posted - s.charge, reserved = a.reserved - s.hold
    FROM (SELECT account_id, sum(charge) AS charge, sum(hold) AS hold FROM finished GROUP BY account_id) s
    WHERE a.id = s.account_id
  ), booked AS (
    INSERT INTO entry (account_id, request_id, kind, amount, created_ms)
    SELECT f.account_id, f.id, e.kind, e.amount, at_ms
    FROM finished f CROSS JOIN LATERAL
      (VALUES (1, 'charge', f.charge), (2, 'release', greatest(0, f.hold - f.charge)), (3, 'absorbed', f.absorbed))
        e (place, kind, amount)
    WHERE e.kind <> 'absorbed' OR e.amount > 0 ORDER BY f.n, e.place
  ), freed AS (
    DELETE FROM idempotency i USING finished f WHERE i.request_id = f.id AND f.state = 'voided'
  ), unlogged AS (
    -- Stored for an answer that is not given.
    DELETE FROM prompt_log l USING finished f WHERE l.request_id = f.id AND f.state = 'voided'
  )
  SELECT coalesce(array_agg(n), '{}'), coalesce(array_agg(id) FILTER (WHERE delivering), '{}')
  INTO ended, ended_ids FROM finished;

  -- Each call comes with the columns of its row as keys. Those of a delivering request may be stored already.
  INSERT INTO call SELECT c.* FROM jsonb_array_elements(operations) o
    CROSS JOIN LATERAL jsonb_populate_recordset(NULL::call, o -> 'calls') c
  WHERE (o -> 'n')::integer = ANY (ended) AND o ? 'calls'
  ON CONFLICT (request_id, sequence) DO NOTHING;
  -- What leaves must be what is charged.
  IF cardinality(ended_ids) > 0 AND EXISTS (
    SELECT 1 FROM jsonb_array_elements(operations) o
    WHERE o ->> 'requestId' = ANY (ended_ids) AND (o -> 'n')::integer = ANY (ended)
      AND (o -> 'chargeMicroCredits')::bigint + (o -> 'absorbedMicroCredits')::bigint <>
        (SELECT coalesce(sum(c.charge), 0) FROM call c WHERE c.request_id = o ->> 'requestId')
  ) THEN RAISE EXCEPTION 'the stored calls of a delivering request cost something else'; END IF;

  RETURN (
    SELECT jsonb_object_agg(o ->> 'n', CASE
      WHEN (o -> 'n')::integer = ANY (ended) THEN 'true'
      WHEN r.id IS NULL OR r.state <> 'reserved' OR r.owner IS DISTINCT FROM boot
        THEN jsonb_build_object('refused', 'not-reserved', 'state', r.state)
      ELSE '{"refused": "delivering"}' END)
    FROM jsonb_array_elements(operations) o LEFT JOIN request r ON r.id = o ->> 'requestId'
  );
END $$;

-- Stores the texts of one request. The account's oldest texts give way, at most `at_once` in one call; `making-room` asks
-- for another call. Answers with {"outcome": ..., "gaveWay": ...}.
CREATE FUNCTION keep_texts(
  wanted text, boot text, new_request text, new_response text, most_bytes bigint, at_once bigint,
  new_judged_with text
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  size CONSTANT bigint := octet_length(new_request)::bigint + octet_length(new_response);
  found_account bigint;
  excess bigint;
  oldest record;
  gave_way integer := 0;
BEGIN
  -- Whoever would void the request waits until its texts are stored, and then deletes them.
  -- Texts of a request that ran, or waited to be stored, when its account was switched to zero data retention are refused;
  -- a later request that asks for its texts to be kept has them: cache_since_ms is when the account was switched.
  SELECT r.account_id INTO found_account FROM request r JOIN account a ON a.id = r.account_id
  WHERE r.id = wanted AND r.owner = boot AND r.state <> 'voided' AND NOT r.zero_data_retention
    AND (NOT a.zero_data_retention OR r.created_ms > a.cache_since_ms) FOR SHARE OF r;
  IF NOT FOUND THEN RETURN '{"outcome": "not-allowed", "gaveWay": 0}'; END IF;
  IF size > most_bytes THEN RETURN '{"outcome": "too-large", "gaveWay": 0}'; END IF;
  SELECT bytes + size - most_bytes INTO excess FROM text_total WHERE account_id = found_account;
  FOR oldest IN SELECT request_id, bytes FROM text_size WHERE account_id = found_account ORDER BY id LIMIT at_once LOOP
    EXIT WHEN coalesce(excess, 0) <= 0;
    DELETE FROM prompt_log WHERE request_id = oldest.request_id;
    excess := excess - oldest.bytes;
    gave_way := gave_way + 1;
  END LOOP;
  IF coalesce(excess, 0) > 0 THEN
    RETURN jsonb_build_object('outcome', 'making-room', 'gaveWay', gave_way);
  END IF;
  INSERT INTO prompt_log (request_id, request, response, finished_ms, judged_with)
  VALUES (wanted, new_request, new_response, now_ms(), new_judged_with) ON CONFLICT (request_id) DO NOTHING;
  RETURN jsonb_build_object('outcome', 'kept', 'gaveWay', gave_way);
END $$;

-- Stores what one model answered in a settled request. The account's oldest answers give way, at most `at_once` in one
-- call; `making-room` asks for another call. Answers with {"outcome": ..., "gaveWay": ...}.
CREATE FUNCTION keep_answer(
  wanted text, wanted_account bigint, boot text, new_key text, new_answer bytea, most_bytes bigint, at_once bigint
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  excess bigint;
  oldest record;
  gave_way integer := 0;
BEGIN
  PERFORM 1 FROM request r JOIN account a ON a.id = r.account_id
  WHERE r.id = wanted AND r.account_id = wanted_account AND r.owner = boot AND r.state = 'settled'
    AND NOT r.zero_data_retention AND a.response_cache AND NOT a.zero_data_retention AND r.created_ms > a.cache_since_ms;
  IF NOT FOUND THEN RETURN '{"outcome": "not-allowed", "gaveWay": 0}'; END IF;
  IF octet_length(new_answer) > most_bytes THEN RETURN '{"outcome": "too-large", "gaveWay": 0}'; END IF;
  -- Gateways that store for one account take turns, so that together they keep to its bound.
  INSERT INTO cache_total (account_id, bytes) VALUES (wanted_account, 0) ON CONFLICT DO NOTHING;
  PERFORM 1 FROM cache_total WHERE account_id = wanted_account FOR UPDATE;
  DELETE FROM cached_answer WHERE account_id = wanted_account AND key = new_key;
  SELECT bytes + octet_length(new_answer) - most_bytes INTO excess FROM cache_total WHERE account_id = wanted_account;
  FOR oldest IN
    SELECT id, octet_length(answer) AS bytes FROM cached_answer WHERE account_id = wanted_account ORDER BY id LIMIT at_once
  LOOP
    EXIT WHEN excess <= 0;
    DELETE FROM cached_answer WHERE id = oldest.id;
    excess := excess - oldest.bytes;
    gave_way := gave_way + 1;
  END LOOP;
  IF excess > 0 THEN
    RETURN jsonb_build_object('outcome', 'making-room', 'gaveWay', gave_way);
  END IF;
  INSERT INTO cached_answer (account_id, request_id, key, stored_ms, answer)
  VALUES (wanted_account, wanted, new_key, now_ms(), new_answer);
  RETURN jsonb_build_object('outcome', 'kept', 'gaveWay', gave_way);
END $$;

CREATE FUNCTION erase_request(operation jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  wanted CONSTANT text := operation ->> 'requestId';
BEGIN
  UPDATE request SET zero_data_retention = true
  WHERE id = wanted AND account_id = (operation -> 'accountId')::bigint AND state <> 'reserved';
  IF FOUND THEN
    DELETE FROM prompt_log WHERE request_id = wanted;
    DELETE FROM cached_answer WHERE request_id = wanted;
  END IF;
  RETURN 'true';
END $$;

-- At most `limit` of an account's texts, and as many of its cached answers. Answers with how many there were.
CREATE FUNCTION erase_account(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  at_most CONSTANT bigint := operation -> 'limit';
  account_of bigint;
  erased text[];
  answers bigint;
BEGIN
  UPDATE account SET cache_since_ms = at_ms WHERE name = operation ->> 'accountName' RETURNING id INTO account_of;
  IF account_of IS NULL THEN RETURN '{"refused": "account-unknown"}'; END IF;
  SELECT array_agg(request_id) INTO erased FROM (
    SELECT t.request_id FROM text_size t JOIN request r ON r.id = t.request_id
    WHERE t.account_id = account_of AND r.state <> 'reserved' ORDER BY t.id LIMIT at_most) oldest;
  UPDATE request SET zero_data_retention = true WHERE id = ANY (erased);
  DELETE FROM prompt_log WHERE request_id = ANY (erased);
  DELETE FROM cached_answer WHERE request_id = ANY (erased);
  DELETE FROM cached_answer WHERE id IN (SELECT id FROM cached_answer WHERE account_id = account_of LIMIT at_most);
  GET DIAGNOSTICS answers = ROW_COUNT;
  RETURN to_jsonb(greatest(coalesce(cardinality(erased), 0), answers));
END $$;

-- Deletes what need not be kept any longer: logged texts, and keys that nobody may repeat any more.
CREATE FUNCTION prune_prompts(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  at_most CONSTANT bigint := operation -> 'limit';
  pruned bigint;
BEGIN
  DELETE FROM idempotency WHERE request_id IN (
    SELECT i.request_id FROM idempotency i JOIN request r ON r.id = i.request_id
    WHERE i.created_ms <= at_ms - idempotency_window_ms() AND r.state <> 'reserved' ORDER BY i.created_ms LIMIT at_most);
  DELETE FROM prompt_log WHERE request_id IN (
    SELECT request_id FROM prompt_log WHERE finished_ms < (operation -> 'beforeMs')::bigint
    ORDER BY finished_ms LIMIT at_most);
  GET DIAGNOSTICS pruned = ROW_COUNT;
  RETURN to_jsonb(pruned);
END $$;

-- What a logged response says it cost; null where it says nothing that can be read. PostgreSQL's JSON cannot hold the
-- character U+0000 that a model may have written, so its escape is taken out first.
CREATE FUNCTION credits_used(response text) RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  parsed jsonb;
BEGIN
  parsed := CASE WHEN strpos(response, '\u0000') = 0 THEN response
    ELSE regexp_replace(response, '(?<!\\)((?:\\\\)*)\\u0000', '\1', 'g') END;
  RETURN CASE WHEN jsonb_typeof(parsed) = 'object' THEN parsed ->> 'creditsUsed' END;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END $$;

-- What operators change. Every statement writes single columns, never a row read before: a racing charge is not lost.

CREATE FUNCTION account_settings(wanted_id bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'name', name, 'markup_milli', markup_milli,
    'zero_data_retention', zero_data_retention, 'requests_per_minute', requests_per_minute,
    'requests_in_flight', requests_in_flight, 'worst_holds', worst_holds, 'response_cache', response_cache)
  FROM account WHERE id = wanted_id
$$;

CREATE FUNCTION create_account(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  amount CONSTANT bigint := operation -> 'microCredits';
  new_id bigint;
BEGIN
  INSERT INTO account (name, posted, reserved, markup_milli, zero_data_retention, requests_per_minute,
    requests_in_flight, created_ms)
  VALUES (operation ->> 'name', amount, 0, 1000, false, 600, 100, at_ms)
  ON CONFLICT DO NOTHING RETURNING id INTO new_id;
  IF new_id IS NULL THEN RETURN '{"refused": "account-exists"}'; END IF;
  IF amount > 0 THEN
    INSERT INTO entry (account_id, kind, amount, created_ms) VALUES (new_id, 'grant', amount, at_ms);
  END IF;
  RETURN account_settings(new_id);
END $$;

CREATE FUNCTION grant_credits(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  grant_amount CONSTANT bigint := operation -> 'microCredits';
  granted record;
BEGIN
  UPDATE account SET posted = posted + grant_amount
  WHERE name = operation ->> 'accountName' AND posted <= 9007199254740991 - grant_amount
  RETURNING id, posted, reserved INTO granted;
  IF NOT FOUND THEN
    PERFORM 1 FROM account WHERE name = operation ->> 'accountName';
    RETURN jsonb_build_object('refused', CASE WHEN FOUND THEN 'too-large' ELSE 'account-unknown' END);
  END IF;
  INSERT INTO entry (account_id, kind, amount, created_ms, note)
  VALUES (granted.id, 'grant', grant_amount, at_ms, operation ->> 'note');
  RETURN jsonb_build_object('posted', granted.posted, 'reserved', granted.reserved);
END $$;

-- Takes credits back. Credits that are reserved are not free to take.
CREATE FUNCTION correct_credits(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  amount CONSTANT bigint := operation -> 'microCredits';
  corrected record;
BEGIN
  UPDATE account SET posted = posted - amount
  WHERE name = operation ->> 'accountName' AND posted - reserved >= amount
  RETURNING id, posted, reserved INTO corrected;
  IF NOT FOUND THEN
    SELECT posted - reserved AS free INTO corrected FROM account WHERE name = operation ->> 'accountName';
    IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
    RETURN jsonb_build_object('refused', 'too-little', 'free', corrected.free);
  END IF;
  INSERT INTO entry (account_id, kind, amount, created_ms, note)
  VALUES (corrected.id, 'correction', amount, at_ms, operation ->> 'note');
  RETURN jsonb_build_object('posted', corrected.posted, 'reserved', corrected.reserved);
END $$;

CREATE FUNCTION change_account(operation jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  settings CONSTANT jsonb := operation -> 'settings';
  changed_id bigint;
BEGIN
  UPDATE account SET markup_milli = coalesce((settings -> 'markupMilli')::integer, markup_milli),
    zero_data_retention = coalesce((settings -> 'zeroDataRetention')::boolean, zero_data_retention),
    requests_per_minute = coalesce((settings -> 'requestsPerMinute')::integer, requests_per_minute),
    requests_in_flight = coalesce((settings -> 'requestsInFlight')::integer, requests_in_flight),
    worst_holds = coalesce(settings ->> 'holds' = 'worst', worst_holds),
    response_cache = coalesce((settings -> 'cache')::boolean, response_cache),
    cache_since_ms = CASE WHEN settings -> 'cache' = 'false' OR settings -> 'zeroDataRetention' = 'true' THEN now_ms()
      ELSE cache_since_ms END
  WHERE name = operation ->> 'accountName' RETURNING id INTO changed_id;
  IF changed_id IS NULL THEN RETURN '{"refused": "account-unknown"}'; END IF;
  PERFORM set_budgets(changed_id, NULL, settings -> 'budgets', now_ms());
  RETURN account_settings(changed_id);
END $$;

-- Resuming an account takes it again today, too.
CREATE FUNCTION suspend_account(operation jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account SET suspended = (operation -> 'suspended')::boolean
  WHERE name = operation ->> 'accountName';
  IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
  RETURN 'true';
END $$;

CREATE FUNCTION create_key(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  owner_id bigint;
  made_id bigint;
BEGIN
  SELECT id INTO owner_id FROM account WHERE name = operation ->> 'accountName';
  IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
  INSERT INTO api_key (account_id, prefix, hash, created_ms, name, expires_ms, models, requests_per_minute)
  VALUES (owner_id, operation ->> 'prefix', decode(operation ->> 'hash', 'hex'), at_ms, operation ->> 'name',
    (operation ->> 'expiresMs')::bigint, operation ->> 'models', (operation ->> 'requestsPerMinute')::integer)
  ON CONFLICT DO NOTHING RETURNING id INTO made_id;
  IF NOT FOUND THEN RETURN '{"refused": "key-exists"}'; END IF;
  PERFORM set_budgets(owner_id, made_id, operation -> 'budgets', at_ms);
  RETURN 'true';
END $$;

CREATE FUNCTION change_key(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  settings CONSTANT jsonb := operation -> 'settings';
  found_key record;
  heir record;
BEGIN
  SELECT id, account_id, coalesce(line_id, id) AS line_id, successor, revoked_ms INTO found_key
  FROM api_key WHERE prefix = operation ->> 'prefix' FOR UPDATE;
  IF settings ? 'expiresMs' AND found_key.successor IS NOT NULL THEN
    SELECT prefix, created_ms INTO heir FROM api_key WHERE prefix = found_key.successor;
    RETURN jsonb_build_object('refused', 'key-rotated', 'successor', heir.prefix, 'replacedMs', heir.created_ms);
  END IF;
  IF found_key.id IS NULL OR found_key.revoked_ms IS NOT NULL THEN RETURN '{"refused": "key-unknown"}'; END IF;
  UPDATE api_key
  SET expires_ms = CASE WHEN settings ? 'expiresMs' THEN (settings ->> 'expiresMs')::bigint ELSE expires_ms END,
    name = CASE WHEN settings ? 'name' THEN settings ->> 'name' ELSE name END,
    models = CASE WHEN settings ? 'models' THEN settings ->> 'models' ELSE models END,
    requests_per_minute = CASE WHEN settings ? 'requestsPerMinute'
      THEN (settings ->> 'requestsPerMinute')::integer ELSE requests_per_minute END
  WHERE id = found_key.id;
  PERFORM set_budgets(found_key.account_id, found_key.line_id, settings -> 'budgets', at_ms);
  RETURN 'true';
END $$;

CREATE FUNCTION revoke_key(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  UPDATE api_key SET revoked_ms = at_ms WHERE prefix = operation ->> 'prefix' AND revoked_ms IS NULL;
  RETURN to_jsonb(FOUND);
END $$;

CREATE FUNCTION rotate_key(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  made CONSTANT jsonb := operation -> 'successor';
  grace_ms CONSTANT bigint := operation -> 'graceMs';
  old record;
BEGIN
  SELECT k.id, k.account_id, k.name, k.expires_ms, k.successor, a.name AS account_name INTO old
  FROM api_key k JOIN account a ON a.id = k.account_id
  WHERE k.prefix = operation ->> 'prefix' AND k.revoked_ms IS NULL
    AND (k.expires_ms IS NULL OR k.expires_ms > at_ms) FOR UPDATE OF k;
  IF NOT FOUND THEN RETURN '{"refused": "key-unknown"}'; END IF;
  IF old.successor IS NOT NULL THEN
    RETURN jsonb_build_object('refused', 'key-rotated', 'successor', old.successor);
  END IF;
  INSERT INTO api_key (account_id, prefix, hash, created_ms, name, expires_ms)
  VALUES (old.account_id, made ->> 'prefix', decode(made ->> 'hash', 'hex'), at_ms, old.name, old.expires_ms)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN '{"refused": "key-exists"}'; END IF;
  UPDATE api_key SET successor = made ->> 'prefix', expires_ms = least(expires_ms, at_ms + grace_ms),
    revoked_ms = CASE WHEN grace_ms = 0 THEN at_ms END
  WHERE id = old.id;
  RETURN jsonb_build_object('accountName', old.account_name, 'name', old.name, 'expiresMs', old.expires_ms,
    'oldExpiresMs', least(old.expires_ms, at_ms + grace_ms));
END $$;

CREATE FUNCTION create_admin_token(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO admin_token (name, scope, prefix, hash, created_ms)
  VALUES (operation ->> 'name', operation ->> 'scope', operation ->> 'prefix', decode(operation ->> 'hash', 'hex'), at_ms)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN '{"refused": "token-exists"}'; END IF;
  RETURN 'true';
END $$;

CREATE FUNCTION revoke_admin_token(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  UPDATE admin_token SET revoked_ms = at_ms WHERE name = operation ->> 'name' AND revoked_ms IS NULL;
  RETURN to_jsonb(FOUND);
END $$;

-- One batch: many operations, one call, one transaction, one sync of the disk.

-- Locks are taken in one order everywhere, so that no two gateways can wait for each other: the gateway's own row, then
-- accounts by their id. A request's row is only written under its account's lock.
CREATE FUNCTION lock_accounts(operations jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account
  WHERE id IN (
    SELECT (o -> 'accountId')::bigint FROM jsonb_array_elements(operations) o WHERE o ? 'accountId'
    UNION
    SELECT r.account_id FROM jsonb_array_elements(operations) o JOIN request r ON r.id = o ->> 'requestId'
    WHERE o ->> 'kind' IN ('deliver', 'settle', 'void')
    UNION
    SELECT a.id FROM jsonb_array_elements(operations) o JOIN account a ON a.name = o ->> 'accountName'
    UNION
    SELECT k.account_id FROM jsonb_array_elements(operations) o JOIN api_key k ON k.prefix = o ->> 'prefix'
    WHERE o ->> 'kind' = 'changeKey'
  )
  ORDER BY id FOR NO KEY UPDATE;
END $$;

CREATE FUNCTION apply_operation(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  CASE operation ->> 'kind'
    WHEN 'reserve' THEN RETURN reserve_request(operation, boot, at_ms);
    WHEN 'deliver' THEN RETURN deliver_request(operation, boot);
    WHEN 'createAccount' THEN RETURN create_account(operation, at_ms);
    WHEN 'grant' THEN RETURN grant_credits(operation, at_ms);
    WHEN 'correct' THEN RETURN correct_credits(operation, at_ms);
    -- The batch itself writes: it renews the gateway's lease.
    WHEN 'probe' THEN RETURN 'true';
    WHEN 'suspendAccount' THEN RETURN suspend_account(operation);
    WHEN 'changeAccount' THEN RETURN change_account(operation);
    WHEN 'createKey' THEN RETURN create_key(operation, at_ms);
    WHEN 'changeKey' THEN RETURN change_key(operation, at_ms);
    WHEN 'revokeKey' THEN RETURN revoke_key(operation, at_ms);
    WHEN 'prunePrompts' THEN RETURN prune_prompts(operation, at_ms);
    WHEN 'eraseRequest' THEN RETURN erase_request(operation);
    WHEN 'eraseAccount' THEN RETURN erase_account(operation, at_ms);
  END CASE;
END $$;

-- Gives or takes credits once for each claim. Gateways that were sent the same one wait for each other here; statements
-- after the lock see what the first of them committed.
CREATE FUNCTION credit_once(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  claim CONSTANT jsonb := operation -> 'claim';
  claimed record;
  outcome jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('assay credit ' || (claim ->> 'key'), 0));
  SELECT fingerprint, posted, reserved INTO claimed FROM credit_claim WHERE key = claim ->> 'key';
  IF FOUND THEN
    IF claimed.fingerprint <> claim ->> 'fingerprint' THEN RETURN '{"refused": "claim-mismatch"}'; END IF;
    RETURN jsonb_build_object('posted', claimed.posted, 'reserved', claimed.reserved, 'isRepeated', true);
  END IF;
  outcome := apply_operation(operation, boot, at_ms);
  IF outcome ? 'refused' THEN RETURN outcome; END IF;
  INSERT INTO credit_claim (key, fingerprint, account_id, posted, reserved, created_ms)
  SELECT claim ->> 'key', claim ->> 'fingerprint', id, posted, reserved, at_ms
  FROM account WHERE name = operation ->> 'accountName';
  RETURN outcome;
END $$;

-- A change that is sent again after a lost connection is noted once.
CREATE FUNCTION write_audit(note jsonb, at_ms bigint) RETURNS boolean LANGUAGE sql AS $$
  INSERT INTO audit_entry (change_id, at_ms, via, actor, origin, action, subject, detail)
  VALUES (note ->> 'changeId', at_ms, note ->> 'via', note ->> 'name', note ->> 'origin', note ->> 'action',
    note ->> 'subject', note ->> 'detail')
  ON CONFLICT (change_id) DO NOTHING;
  SELECT true
$$;

-- An operation, and in the same transaction what the audit log keeps of it where it changed something.
CREATE FUNCTION apply_audited(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  outcome jsonb;
BEGIN
  outcome := CASE
    WHEN operation ->> 'kind' = 'createAdminToken' THEN create_admin_token(operation, at_ms)
    WHEN operation ->> 'kind' = 'revokeAdminToken' THEN revoke_admin_token(operation, at_ms)
    WHEN operation ->> 'kind' = 'record' THEN 'true'
    WHEN operation ->> 'kind' = 'rotateKey' THEN rotate_key(operation, at_ms)
    WHEN jsonb_typeof(operation -> 'claim') = 'object' THEN credit_once(operation, boot, at_ms)
    ELSE apply_operation(operation, boot, at_ms) END;
  IF outcome NOT IN ('false', '0') AND NOT outcome ?| ARRAY['refused', 'isRepeated'] THEN
    PERFORM write_audit(operation -> 'audit', at_ms);
  END IF;
  RETURN outcome;
END $$;

-- `boot` is null for commands, which may not hold. The fence: a gateway whose row was taken from it, or an older
-- connection of the same gateway, changes nothing any more. The row's lock keeps others from taking it meanwhile.
CREATE FUNCTION apply_batch(boot text, boot_epoch bigint, operations jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  operation jsonb;
  endings jsonb;
  ended jsonb;
  outcomes jsonb[] := '{}';
BEGIN
  IF boot IS NOT NULL THEN
    UPDATE gateway SET renewals = nextval('gateway_number'), renewed_ms = now_ms()
    WHERE boot_id = boot AND epoch = boot_epoch;
    IF NOT FOUND THEN RAISE EXCEPTION 'the lease is lost' USING ERRCODE = 'AS001'; END IF;
  END IF;
  PERFORM lock_accounts(operations);
  -- What gives credits back comes first; the order of operations that arrived together is nobody's.
  SELECT jsonb_agg(o.operation || jsonb_build_object('n', o.n)) INTO endings
  FROM jsonb_array_elements(operations) WITH ORDINALITY o (operation, n)
  WHERE o.operation ->> 'kind' IN ('settle', 'void');
  IF endings IS NOT NULL THEN ended := finish_requests(endings, boot, now_ms()); END IF;
  FOR operation IN SELECT * FROM jsonb_array_elements(operations) LOOP
    outcomes := outcomes || CASE
      WHEN operation ->> 'kind' IN ('settle', 'void') THEN ended -> (cardinality(outcomes) + 1)::text
      WHEN operation ? 'audit' THEN apply_audited(operation, boot, now_ms())
      ELSE apply_operation(operation, boot, now_ms()) END;
  END LOOP;
  RETURN to_jsonb(outcomes);
END $$;

-- Takes the rows of gateways that are dead and ends every hold without a living owner, in one transaction: a request
-- that was delivering is settled at what is known of it, at most its hold, the rest being absorbed, and keeps its
-- idempotency key; any other is voided. A gateway that has renewed its lease since it was looked at keeps its row.
-- Returns how many were voided.
CREATE FUNCTION recover_requests(dead jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  dead_owner text;
  orphans jsonb;
  voided bigint := 0;
BEGIN
  PERFORM 1 FROM gateway WHERE boot_id IN (SELECT d ->> 'bootId' FROM jsonb_array_elements(dead) d)
  ORDER BY boot_id FOR UPDATE;
  DELETE FROM gateway USING jsonb_array_elements(dead) d
  WHERE boot_id = d ->> 'bootId' AND renewals = (d -> 'renewals')::bigint;
  PERFORM 1 FROM account WHERE id IN (SELECT account_id FROM orphan_requests) ORDER BY id FOR NO KEY UPDATE;
  FOR dead_owner IN SELECT DISTINCT owner FROM orphan_requests LOOP
    -- What was stored for a whole answer is not the answer that was charged.
    DELETE FROM prompt_log WHERE request_id IN (SELECT id FROM orphan_requests WHERE owner = dead_owner);
    SELECT jsonb_agg(CASE WHEN o.delivering
        THEN jsonb_build_object('n', o.n, 'kind', 'settle', 'requestId', o.id,
          'chargeMicroCredits', least(o.hold, o.cost), 'absorbedMicroCredits', o.cost - least(o.hold, o.cost))
        ELSE jsonb_build_object('n', o.n, 'kind', 'void', 'requestId', o.id) END),
      voided + count(*) FILTER (WHERE NOT o.delivering)
    INTO orphans, voided
    FROM (
      SELECT r.id, r.hold, r.delivering, row_number() OVER () AS n,
        (SELECT coalesce(sum(c.charge), 0)::bigint FROM call c WHERE c.request_id = r.id) AS cost
      FROM orphan_requests o JOIN request r ON r.id = o.id WHERE o.owner = dead_owner
    ) o;
    PERFORM finish_requests(orphans, dead_owner, now_ms());
    -- A gateway that was only frozen stores no texts of an answer that it never finished.
    UPDATE request SET owner = 'recovered'
    WHERE state = 'settled' AND owner = dead_owner
      AND id IN (SELECT o ->> 'requestId' FROM jsonb_array_elements(orphans) o);
  END LOOP;
  RETURN voided;
END $$;

-- A gateway's new connection: takes its row, makes it where it is missing, and outdates every earlier connection. It
-- waits for a batch that is still running.
CREATE FUNCTION enter(boot text) RETURNS bigint LANGUAGE sql AS $$
  INSERT INTO gateway (boot_id, epoch, renewals, renewed_ms)
  VALUES (boot, nextval('gateway_number'), nextval('gateway_number'), now_ms())
  ON CONFLICT (boot_id) DO UPDATE SET epoch = excluded.epoch, renewals = excluded.renewals, renewed_ms = now_ms()
  RETURNING epoch
$$;

-- A gateway that ends: what it still holds is nobody's.
CREATE FUNCTION leave(boot text, boot_epoch bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM gateway WHERE boot_id = boot AND epoch = boot_epoch;
  RETURN recover_requests('[]');
END $$;

-- Writes what became of claimed events and claims others. Rows that another gateway has locked are left to it.
CREATE FUNCTION claim_events(ended jsonb, wanted jsonb, claim_ms bigint, expired_at_once bigint)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  at_ms CONSTANT bigint := now_ms();
  expired bigint;
  claimed jsonb;
BEGIN
  -- Whoever else has claimed it meanwhile: it was delivered.
  DELETE FROM webhook_event e USING jsonb_array_elements(ended) d
  WHERE d ->> 'outcome' = 'delivered' AND e.id = d ->> 'id';
  UPDATE webhook_event e SET
    due_ms = CASE WHEN d ->> 'outcome' = 'dead' THEN e.due_ms ELSE at_ms + (d -> 'pauseMs')::bigint END,
    dead_ms = CASE WHEN d ->> 'outcome' = 'dead' THEN at_ms ELSE e.dead_ms END,
    attempts = CASE WHEN d ->> 'outcome' = 'postponed' THEN e.attempts - 1 ELSE e.attempts END,
    last_failure = coalesce(d ->> 'failure', e.last_failure)
  FROM jsonb_array_elements(ended) d
  WHERE d ->> 'outcome' <> 'delivered' AND e.id = d ->> 'id' AND e.attempts = (d -> 'attempt')::integer;

  UPDATE webhook_event SET dead_ms = at_ms WHERE id = ANY (ARRAY(
    SELECT id FROM webhook_event WHERE dead_ms IS NULL AND until_ms <= at_ms
    LIMIT expired_at_once FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS expired = ROW_COUNT;

  WITH due AS (
    SELECT d.id FROM jsonb_array_elements(wanted) w CROSS JOIN LATERAL (
      SELECT e.id FROM webhook_event e
      WHERE e.account_id = (w -> 'accountId')::bigint AND e.dead_ms IS NULL AND e.due_ms <= at_ms
      ORDER BY e.due_ms LIMIT (w -> 'maxEvents')::bigint FOR UPDATE SKIP LOCKED
    ) d
  ), taken AS (
    UPDATE webhook_event e SET attempts = e.attempts + 1, due_ms = at_ms + claim_ms
    FROM due WHERE e.id = due.id
    RETURNING e.id, e.request_id, e.alert_id, e.account_id, e.attempts, e.until_ms
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'id', t.id, 'account_id', t.account_id, 'attempts', t.attempts, 'until_ms', t.until_ms,
    'url', w.url, 'secret', w.secret, 'state', r.state, 'hold', r.hold, 'charge', r.charge,
    'zero_data_retention', r.zero_data_retention, 'created_ms', r.created_ms, 'finished_ms', r.finished_ms,
    'account_name', a.name, 'of_key', b.key_id IS NOT NULL, 'key_prefix', (
      SELECT k.prefix FROM api_key k WHERE (k.id = b.key_id OR k.line_id = b.key_id) AND k.successor IS NULL),
    'period', b.period, 'threshold', b.threshold, 'amount', b.amount, 'charged', b.charged, 'ends_ms', b.ends_ms,
    'at_ms', b.at_ms)), '[]')
  INTO claimed
  FROM taken t JOIN webhook w ON w.account_id = t.account_id JOIN account a ON a.id = t.account_id
    LEFT JOIN request r ON r.id = t.request_id LEFT JOIN budget_alert b ON b.id = t.alert_id;
  RETURN jsonb_build_object('at_ms', at_ms, 'expired', expired, 'claimed', claimed);
END $$;
