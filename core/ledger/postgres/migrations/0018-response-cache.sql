-- Models' answers for accounts that may have a cache, and how many bytes each account keeps. The sums are kept by triggers,
-- so that they are exact whoever deletes an answer.

ALTER TABLE account ADD COLUMN response_cache boolean NOT NULL DEFAULT false;

-- In the order in which they were stored. An answer never changes: a newer one takes its place.
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
    AND NOT r.zero_data_retention AND a.response_cache;
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

CREATE OR REPLACE FUNCTION account_settings(wanted_id bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'name', name, 'markup_milli', markup_milli,
    'zero_data_retention', zero_data_retention, 'requests_per_minute', requests_per_minute,
    'requests_in_flight', requests_in_flight, 'worst_holds', worst_holds, 'overrun_day', overrun_day,
    'day_charged', day_charged, 'day_overrun', day_overrun, 'response_cache', response_cache)
  FROM account WHERE id = wanted_id
$$;

CREATE OR REPLACE FUNCTION change_account(operation jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  settings CONSTANT jsonb := operation -> 'settings';
  changed_id bigint;
BEGIN
  UPDATE account SET markup_milli = coalesce((settings -> 'markupMilli')::integer, markup_milli),
    zero_data_retention = coalesce((settings -> 'zeroDataRetention')::boolean, zero_data_retention),
    requests_per_minute = coalesce((settings -> 'requestsPerMinute')::integer, requests_per_minute),
    requests_in_flight = coalesce((settings -> 'requestsInFlight')::integer, requests_in_flight),
    worst_holds = coalesce(settings ->> 'holds' = 'worst', worst_holds),
    response_cache = coalesce((settings -> 'cache')::boolean, response_cache)
  WHERE name = operation ->> 'accountName' RETURNING id INTO changed_id;
  IF changed_id IS NULL THEN RETURN '{"refused": "account-unknown"}'; END IF;
  PERFORM set_budgets(changed_id, NULL, settings -> 'budgets', now_ms());
  RETURN account_settings(changed_id);
END $$;
