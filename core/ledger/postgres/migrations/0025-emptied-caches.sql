-- Since when an account's cache is the one it has now: what was asked before is neither stored nor given any more, also where
-- it ends after the cache was turned off and on again.

ALTER TABLE account ADD COLUMN cache_since_ms bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION keep_answer(
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
    response_cache = coalesce((settings -> 'cache')::boolean, response_cache),
    cache_since_ms = CASE WHEN settings -> 'cache' = 'false' OR settings -> 'zeroDataRetention' = 'true' THEN now_ms()
      ELSE cache_since_ms END
  WHERE name = operation ->> 'accountName' RETURNING id INTO changed_id;
  IF changed_id IS NULL THEN RETURN '{"refused": "account-unknown"}'; END IF;
  PERFORM set_budgets(changed_id, NULL, settings -> 'budgets', now_ms());
  RETURN account_settings(changed_id);
END $$;
