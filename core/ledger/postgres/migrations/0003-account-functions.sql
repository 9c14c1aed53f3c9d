-- What operators change. Every statement writes single columns, never a row read before: a racing charge is not lost.

CREATE FUNCTION account_settings(wanted_id bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'name', name, 'markup_milli', markup_milli,
    'zero_data_retention', zero_data_retention, 'requests_per_minute', requests_per_minute,
    'requests_in_flight', requests_in_flight)
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
  INSERT INTO entry (account_id, kind, amount, created_ms) VALUES (granted.id, 'grant', grant_amount, at_ms);
  RETURN jsonb_build_object('posted', granted.posted, 'reserved', granted.reserved);
END $$;

CREATE FUNCTION change_account(operation jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  settings CONSTANT jsonb := operation -> 'settings';
  changed_id bigint;
BEGIN
  UPDATE account SET markup_milli = coalesce((settings -> 'markupMilli')::integer, markup_milli),
    zero_data_retention = coalesce((settings -> 'zeroDataRetention')::boolean, zero_data_retention),
    requests_per_minute = coalesce((settings -> 'requestsPerMinute')::integer, requests_per_minute),
    requests_in_flight = coalesce((settings -> 'requestsInFlight')::integer, requests_in_flight)
  WHERE name = operation ->> 'accountName' RETURNING id INTO changed_id;
  IF changed_id IS NULL THEN RETURN '{"refused": "account-unknown"}'; END IF;
  RETURN account_settings(changed_id);
END $$;

CREATE FUNCTION create_key(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  owner_id bigint;
BEGIN
  SELECT id INTO owner_id FROM account WHERE name = operation ->> 'accountName';
  IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
  INSERT INTO api_key (account_id, prefix, hash, created_ms)
  VALUES (owner_id, operation ->> 'prefix', decode(operation ->> 'hash', 'hex'), at_ms) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN '{"refused": "key-exists"}'; END IF;
  RETURN 'true';
END $$;

CREATE FUNCTION revoke_key(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  UPDATE api_key SET revoked_ms = at_ms WHERE prefix = operation ->> 'prefix' AND revoked_ms IS NULL;
  RETURN to_jsonb(FOUND);
END $$;

-- Deletes what need not be kept any longer: logged texts, and keys that nobody may repeat any more.
CREATE FUNCTION prune_prompts(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  latest_ms CONSTANT bigint := at_ms - idempotency_window_ms();
  at_most CONSTANT bigint := operation -> 'limit';
  pruned bigint;
BEGIN
  IF (operation -> 'beforeMs')::bigint > latest_ms THEN RETURN '{"refused": "too-young"}'; END IF;
  DELETE FROM idempotency WHERE request_id IN (
    SELECT i.request_id FROM idempotency i JOIN request r ON r.id = i.request_id
    WHERE i.created_ms <= latest_ms AND r.state <> 'reserved' ORDER BY i.created_ms LIMIT at_most);
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
