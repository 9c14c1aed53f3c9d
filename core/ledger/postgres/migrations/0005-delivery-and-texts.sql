-- Requests whose answer has begun to leave are never voided. Texts are stored apart from money, under a bound per account.

ALTER TABLE request ADD COLUMN delivering boolean NOT NULL DEFAULT false;
ALTER TABLE request ADD CONSTRAINT delivering_is_never_voided CHECK (NOT (delivering AND state = 'voided'));

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

INSERT INTO text_size (request_id, account_id, bytes)
SELECT l.request_id, r.account_id, octet_length(l.request) + octet_length(l.response)
FROM prompt_log l JOIN request r ON r.id = l.request_id ORDER BY l.finished_ms, l.request_id;

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
CREATE OR REPLACE FUNCTION finish_requests(operations jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  ended integer[];
  ended_ids text[];
BEGIN
  WITH wanted AS (
    SELECT DISTINCT ON (o ->> 'requestId') (o -> 'n')::integer AS n, o ->> 'requestId' AS request_id,
      CASE o ->> 'kind' WHEN 'settle' THEN 'settled' ELSE 'voided' END AS state,
      coalesce((o -> 'chargeMicroCredits')::bigint, 0) AS charge,
      coalesce((o -> 'houseMicroCredits')::bigint, 0) AS house
    FROM jsonb_array_elements(operations) o ORDER BY o ->> 'requestId', (o -> 'n')::integer
  ), finished AS (
    UPDATE request r SET state = w.state, charge = w.charge, finished_ms = at_ms FROM wanted w
    WHERE r.id = w.request_id AND r.state = 'reserved' AND r.owner = boot AND r.hold >= w.charge
      AND NOT (r.delivering AND w.state = 'voided')
    RETURNING w.n, w.house, r.id, r.account_id, r.state, r.hold, r.charge, r.delivering
  ), paid AS (
    UPDATE account a SET posted = a.posted - s.charge, reserved = a.reserved - s.hold
    FROM (SELECT account_id, sum(charge) AS charge, sum(hold) AS hold FROM finished GROUP BY account_id) s
    WHERE a.id = s.account_id
  ), booked AS (
    INSERT INTO entry (account_id, request_id, kind, amount, created_ms)
    SELECT f.account_id, f.id, e.kind, e.amount, at_ms
    FROM finished f CROSS JOIN LATERAL
      (VALUES (1, 'charge', f.charge), (2, 'release', f.hold - f.charge), (3, 'house', f.house)) e (place, kind, amount)
    WHERE e.kind <> 'house' OR e.amount > 0 ORDER BY f.n, e.place
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
      AND (o -> 'chargeMicroCredits')::bigint + (o -> 'houseMicroCredits')::bigint <>
        (SELECT coalesce(sum(c.charge), 0) FROM call c WHERE c.request_id = o ->> 'requestId')
  ) THEN RAISE EXCEPTION 'the stored calls of a delivering request cost something else'; END IF;

  RETURN (
    SELECT jsonb_object_agg(o ->> 'n', CASE
      WHEN (o -> 'n')::integer = ANY (ended) THEN 'true'
      WHEN r.id IS NULL OR r.state <> 'reserved' OR r.owner IS DISTINCT FROM boot
        THEN jsonb_build_object('refused', 'not-reserved', 'state', r.state)
      WHEN o ->> 'kind' = 'void' THEN '{"refused": "delivering"}'
      ELSE jsonb_build_object('refused', 'over-hold', 'hold', r.hold) END)
    FROM jsonb_array_elements(operations) o LEFT JOIN request r ON r.id = o ->> 'requestId'
  );
END $$;

-- Deletes what need not be kept any longer: logged texts, and keys that nobody may repeat any more.
CREATE OR REPLACE FUNCTION prune_prompts(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
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

-- Stores the texts of one request. The account's oldest texts give way, at most `at_once` in one call; `making-room`
-- asks for another call. Answers with {"outcome": ..., "gaveWay": ...}.
CREATE FUNCTION keep_texts(wanted text, boot text, new_request text, new_response text, most_bytes bigint, at_once bigint)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  size CONSTANT bigint := octet_length(new_request)::bigint + octet_length(new_response);
  found_account bigint;
  excess bigint;
  oldest record;
  gave_way integer := 0;
BEGIN
  -- Whoever would void the request waits until its texts are stored, and then deletes them.
  SELECT account_id INTO found_account FROM request
  WHERE id = wanted AND owner = boot AND state <> 'voided' AND NOT zero_data_retention FOR SHARE;
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
  INSERT INTO prompt_log (request_id, request, response, finished_ms)
  VALUES (wanted, new_request, new_response, now_ms()) ON CONFLICT (request_id) DO NOTHING;
  RETURN jsonb_build_object('outcome', 'kept', 'gaveWay', gave_way);
END $$;

CREATE OR REPLACE FUNCTION lock_accounts(operations jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account
  WHERE id IN (
    SELECT (o -> 'accountId')::bigint FROM jsonb_array_elements(operations) o WHERE o ? 'accountId'
    UNION
    SELECT r.account_id FROM jsonb_array_elements(operations) o JOIN request r ON r.id = o ->> 'requestId'
    WHERE o ->> 'kind' IN ('deliver', 'settle', 'void')
    UNION
    SELECT a.id FROM jsonb_array_elements(operations) o JOIN account a ON a.name = o ->> 'accountName'
  )
  ORDER BY id FOR NO KEY UPDATE;
END $$;

CREATE OR REPLACE FUNCTION apply_operation(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  CASE operation ->> 'kind'
    WHEN 'reserve' THEN RETURN reserve_request(operation, boot, at_ms);
    WHEN 'deliver' THEN RETURN deliver_request(operation, boot);
    WHEN 'createAccount' THEN RETURN create_account(operation, at_ms);
    WHEN 'grant' THEN RETURN grant_credits(operation, at_ms);
    WHEN 'changeAccount' THEN RETURN change_account(operation);
    WHEN 'createKey' THEN RETURN create_key(operation, at_ms);
    WHEN 'revokeKey' THEN RETURN revoke_key(operation, at_ms);
    WHEN 'prunePrompts' THEN RETURN prune_prompts(operation, at_ms);
  END CASE;
END $$;

-- Takes the rows of gateways that are dead and ends every hold without a living owner, in one transaction: a request
-- that was delivering is settled at what is known of it, at most its hold, the house bearing the rest, and keeps its
-- idempotency key; any other is voided. A gateway that has renewed its lease since it was looked at keeps its row.
-- Returns how many were voided.
CREATE OR REPLACE FUNCTION recover_requests(dead jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
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
          'chargeMicroCredits', least(o.hold, o.cost), 'houseMicroCredits', o.cost - least(o.hold, o.cost))
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
