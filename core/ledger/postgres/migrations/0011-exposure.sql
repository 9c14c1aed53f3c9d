-- What an open request can cost at most beyond its hold, and the sum of that over an account's open ones. A request may
-- have an exposure if no other open one has, or if a tenth of all of them is free beyond the holds; else it holds both.

ALTER TABLE account ADD COLUMN exposure bigint NOT NULL DEFAULT 0 CHECK (exposure >= 0);
ALTER TABLE request ADD COLUMN exposure bigint NOT NULL DEFAULT 0 CHECK (exposure >= 0);

CREATE OR REPLACE FUNCTION reserve_request(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  wanted_account CONSTANT bigint := operation -> 'accountId';
  likely_hold CONSTANT bigint := operation -> 'holdMicroCredits';
  -- Gateways of the version before say nothing of it.
  likely_exposure CONSTANT bigint := coalesce((operation -> 'exposureMicroCredits')::bigint, 0);
  may_hold_both CONSTANT boolean := likely_exposure > 0 AND (operation -> 'mayHoldExposure')::boolean;
  today CONSTANT integer := floor(at_ms / 86400000.0);
  wanted_hold bigint := likely_hold;
  wanted_exposure bigint := likely_exposure;
  claim CONSTANT jsonb := nullif(operation -> 'idempotency', 'null');
  earlier jsonb;
  refusing record;
BEGIN
  IF boot IS NULL THEN RETURN '{"refused": "no-lease"}'; END IF;
  IF claim IS NOT NULL THEN
    earlier := find_key(wanted_account, claim, at_ms);
    IF earlier IS NOT NULL THEN RETURN earlier; END IF;
  END IF;
  LOOP
    UPDATE account SET exposure = exposure + wanted_exposure, reserved = reserved + wanted_hold
    WHERE id = wanted_account AND NOT suspended AND posted - reserved >= wanted_hold
      AND (wanted_exposure = 0 OR (NOT (overrun_day = today AND day_overrun::numeric * 100 > day_charged)
        AND (exposure = 0 OR exposure + wanted_exposure <= 10 * (posted - reserved - wanted_hold))));
    EXIT WHEN FOUND;
    IF NOT may_hold_both OR wanted_exposure = 0 THEN
      SELECT posted - reserved AS free, exposure, suspended,
        overrun_day = today AND day_overrun::numeric * 100 > day_charged AS is_overrunning
      INTO refusing FROM account WHERE id = wanted_account;
      IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
      IF refusing.suspended THEN RETURN '{"refused": "account-suspended"}'; END IF;
      RETURN jsonb_build_object('outcome', 'insufficient', 'availableMicroCredits', refusing.free,
        'requiredMicroCredits', CASE
          WHEN likely_exposure = 0 OR (refusing.exposure = 0 AND NOT refusing.is_overrunning) THEN likely_hold
          WHEN refusing.is_overrunning THEN likely_hold + likely_exposure
          ELSE least(CASE WHEN may_hold_both THEN likely_hold + likely_exposure ELSE 9007199254740991 END,
            likely_hold + (refusing.exposure + likely_exposure + 9) / 10) END);
    END IF;
    wanted_hold := likely_hold + likely_exposure;
    wanted_exposure := 0;
  END LOOP;
  -- A request id used twice fails here on the primary key, and the rollback gives the hold back.
  INSERT INTO request (id, account_id, state, hold, owner, zero_data_retention, created_ms, key_id, models, judges,
    exposure)
  VALUES (operation ->> 'requestId', wanted_account, 'reserved', wanted_hold, boot,
    (operation -> 'zeroDataRetention')::boolean, at_ms, (operation ->> 'keyId')::bigint,
    operation ->> 'models', operation ->> 'judges', wanted_exposure);
  IF claim IS NOT NULL THEN
    -- What is left in the key's place has expired.
    INSERT INTO idempotency (account_id, key, fingerprint, request_id, created_ms)
    VALUES (wanted_account, claim ->> 'key', claim ->> 'fingerprint', operation ->> 'requestId', at_ms)
    ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
      request_id = excluded.request_id, created_ms = excluded.created_ms;
  END IF;
  IF wanted_hold = likely_hold THEN RETURN '{"outcome": "reserved"}'; END IF;
  RETURN jsonb_build_object('outcome', 'reserved', 'holdMicroCredits', wanted_hold);
END $$;

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
    RETURNING w.n, w.house, r.id, r.account_id, r.state, r.hold, r.charge, r.delivering, r.exposure
  ), paid AS (
    UPDATE account a SET posted = a.posted - s.charge, reserved = a.reserved - s.hold,
      exposure = a.exposure - s.exposure
    FROM (SELECT account_id, sum(charge) AS charge, sum(hold) AS hold, sum(exposure) AS exposure
      FROM finished GROUP BY account_id) s
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
