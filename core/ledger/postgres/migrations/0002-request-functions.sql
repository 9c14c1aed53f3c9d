-- A request's steps. Each either refuses before it writes anything, or throws, and then the caller's transaction is
-- rolled back. Outcomes are JSON: {"refused": code, ...} for a refusal.
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

-- Ends requests for settling, voiding and recovery alike, all at once. `operations` are settlements and voids, each with
-- its place `n` in the batch; of two that would end one request, the first does. Answers with an object: an outcome
-- for each place.
CREATE FUNCTION finish_requests(operations jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  ended integer[];
BEGIN
  WITH wanted AS (
    SELECT DISTINCT ON (o ->> 'requestId') (o -> 'n')::integer AS n, o ->> 'requestId' AS request_id,
      CASE o ->> 'kind' WHEN 'settle' THEN 'settled' ELSE 'voided' END AS state,
      coalesce((o -> 'chargeMicroCredits')::bigint, 0) AS charge,
      coalesce((o -> 'houseMicroCredits')::bigint, 0) AS house,
      coalesce(jsonb_typeof(o -> 'log') = 'object', false) AS is_logged
    FROM jsonb_array_elements(operations) o ORDER BY o ->> 'requestId', (o -> 'n')::integer
  ), finished AS (
    UPDATE request r SET state = w.state, charge = w.charge, finished_ms = at_ms FROM wanted w
    WHERE r.id = w.request_id AND r.state = 'reserved' AND r.owner = boot AND r.hold >= w.charge
      AND NOT (r.zero_data_retention AND w.is_logged)
    RETURNING w.n, w.house, r.id, r.account_id, r.state, r.hold, r.charge
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
  )
  SELECT coalesce(array_agg(n), '{}') INTO ended FROM finished;

  -- Each call comes with the columns of its row as keys.
  INSERT INTO call SELECT c.* FROM jsonb_array_elements(operations) o
    CROSS JOIN LATERAL jsonb_populate_recordset(NULL::call, o -> 'calls') c
  WHERE (o -> 'n')::integer = ANY (ended) AND o ? 'calls';
  INSERT INTO prompt_log (request_id, request, response, finished_ms)
  SELECT o ->> 'requestId', o -> 'log' ->> 'request', o -> 'log' ->> 'response', at_ms
  FROM jsonb_array_elements(operations) o
  WHERE (o -> 'n')::integer = ANY (ended) AND jsonb_typeof(o -> 'log') = 'object';

  RETURN (
    SELECT jsonb_object_agg(o ->> 'n', CASE
      WHEN (o -> 'n')::integer = ANY (ended) THEN 'true'
      WHEN r.id IS NULL OR r.state <> 'reserved' OR r.owner IS DISTINCT FROM boot
        THEN jsonb_build_object('refused', 'not-reserved', 'state', r.state)
      WHEN r.hold < (o -> 'chargeMicroCredits')::bigint THEN jsonb_build_object('refused', 'over-hold', 'hold', r.hold)
      ELSE '{"refused": "not-retained"}' END)
    FROM jsonb_array_elements(operations) o LEFT JOIN request r ON r.id = o ->> 'requestId'
  );
END $$;
