-- A request's three steps. Each either refuses before it writes anything, or throws, and then the caller's transaction
-- is rolled back. Outcomes are JSON: {"refused": code, ...} for a refusal.
--
-- READ COMMITTED is enough. Every statement of a function sees what was committed before it began, and an UPDATE that
-- had to wait for a row decides its WHERE again on the row's newest version: two gateways cannot both find the same
-- free balance. Besides, `apply_batch` locks every account it will touch before it reads any figure, so the lookup of
-- an idempotency key and the hold that follows are one step as seen by every other batch of that account.

CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
$$;

-- How long an idempotency key stands for its request, and its reply is kept.
CREATE FUNCTION idempotency_window_ms() RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT 24 * 60 * 60 * 1000::bigint
$$;

-- How an account's key was used before; null where it is free. A clock that jumps must not start a running request a
-- second time, so a key in flight has no age.
CREATE FUNCTION find_key(account bigint, claim jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  earlier record;
BEGIN
  SELECT i.fingerprint, r.id, r.state, r.charge, l.response INTO earlier
  FROM idempotency i JOIN request r ON r.id = i.request_id LEFT JOIN prompt_log l ON l.request_id = r.id
  WHERE i.account_id = account AND i.key = claim ->> 'key'
    AND (i.created_ms > at_ms - idempotency_window_ms() OR r.state = 'reserved');
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF earlier.fingerprint <> claim ->> 'fingerprint' THEN RETURN '{"outcome": "key_mismatch"}'; END IF;
  IF earlier.state = 'reserved' THEN RETURN '{"outcome": "in_flight"}'; END IF;
  RETURN jsonb_build_object('outcome', 'settled', 'requestId', earlier.id, 'chargeMicroCredits', earlier.charge,
    'response', earlier.response);
END $$;

CREATE FUNCTION reserve_request(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  wanted_account CONSTANT bigint := operation -> 'accountId';
  wanted_hold CONSTANT bigint := operation -> 'holdMicroCredits';
  claim CONSTANT jsonb := nullif(operation -> 'idempotency', 'null');
  earlier jsonb;
  available bigint;
BEGIN
  IF boot IS NULL THEN RETURN '{"refused": "no-lease"}'; END IF;
  IF claim IS NOT NULL THEN
    earlier := find_key(wanted_account, claim, at_ms);
    IF earlier IS NOT NULL THEN RETURN earlier; END IF;
  END IF;
  UPDATE account SET reserved = reserved + wanted_hold WHERE id = wanted_account AND posted - reserved >= wanted_hold;
  IF NOT FOUND THEN
    SELECT posted - reserved INTO available FROM account WHERE id = wanted_account;
    IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
    RETURN jsonb_build_object('outcome', 'insufficient', 'availableMicroCredits', available);
  END IF;
  -- A request id used twice fails here on the primary key, and the rollback gives the hold back.
  INSERT INTO request (id, account_id, state, hold, owner, zero_data_retention, created_ms)
  VALUES (operation ->> 'requestId', wanted_account, 'reserved', wanted_hold, boot,
    (operation -> 'zeroDataRetention')::boolean, at_ms);
  IF claim IS NOT NULL THEN
    -- What is left in the key's place has expired.
    INSERT INTO idempotency (account_id, key, fingerprint, request_id, created_ms)
    VALUES (wanted_account, claim ->> 'key', claim ->> 'fingerprint', operation ->> 'requestId', at_ms)
    ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
      request_id = excluded.request_id, created_ms = excluded.created_ms;
  END IF;
  RETURN '{"outcome": "reserved"}';
END $$;

-- Ends a request for settling, voiding and recovery alike. Null where it ended; else why it could not.
CREATE FUNCTION finish_request(
  wanted_id text, new_state text, new_charge bigint, boot text, is_logged boolean, at_ms bigint
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  finished record;
BEGIN
  UPDATE request SET state = new_state, charge = new_charge, finished_ms = at_ms
  WHERE id = wanted_id AND state = 'reserved' AND owner = boot AND hold >= new_charge
    AND NOT (zero_data_retention AND is_logged)
  RETURNING account_id, hold INTO finished;
  IF NOT FOUND THEN
    SELECT state, hold, coalesce(owner = boot, false) AS mine INTO finished FROM request WHERE id = wanted_id;
    IF NOT FOUND THEN RETURN '{"refused": "not-reserved", "state": "unknown"}'; END IF;
    RETURN jsonb_build_object('refused', CASE
        WHEN finished.state <> 'reserved' OR NOT finished.mine THEN 'not-reserved'
        WHEN finished.hold < new_charge THEN 'over-hold'
        ELSE 'not-retained' END,
      'state', finished.state, 'hold', finished.hold);
  END IF;
  UPDATE account SET posted = posted - new_charge, reserved = reserved - finished.hold WHERE id = finished.account_id;
  INSERT INTO entry (account_id, request_id, kind, amount, created_ms)
  VALUES (finished.account_id, wanted_id, 'charge', new_charge, at_ms),
    (finished.account_id, wanted_id, 'release', finished.hold - new_charge, at_ms);
  IF new_state = 'voided' THEN DELETE FROM idempotency WHERE request_id = wanted_id; END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION settle_request(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  wanted_id CONSTANT text := operation ->> 'requestId';
  house CONSTANT bigint := operation -> 'houseMicroCredits';
  log CONSTANT jsonb := nullif(operation -> 'log', 'null');
  refusal jsonb;
BEGIN
  refusal := finish_request(wanted_id, 'settled', (operation -> 'chargeMicroCredits')::bigint, boot,
    log IS NOT NULL, at_ms);
  IF refusal IS NOT NULL THEN RETURN refusal; END IF;
  IF house > 0 THEN
    INSERT INTO entry (account_id, request_id, kind, amount, created_ms)
    SELECT account_id, id, 'house', house, at_ms FROM request WHERE id = wanted_id;
  END IF;
  -- Each call comes with the columns of its row as keys.
  INSERT INTO call SELECT * FROM jsonb_populate_recordset(NULL::call, operation -> 'calls');
  IF log IS NOT NULL THEN
    INSERT INTO prompt_log (request_id, request, response, finished_ms)
    VALUES (wanted_id, log ->> 'request', log ->> 'response', at_ms);
  END IF;
  RETURN 'null';
END $$;
