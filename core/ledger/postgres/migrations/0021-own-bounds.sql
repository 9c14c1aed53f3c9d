-- A request whose own bound is below what it can cost runs beside others only so far as its account was charged lately: the
-- free balance, which that bound protects, would pay nothing of it.

-- The exposures of an account with one more, but for the largest of the open ones, which may be anything.
CREATE FUNCTION other_exposures(a account, added bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT a.exposure + added - greatest(added, coalesce(max(r.exposure), 0))
  FROM request r WHERE r.account_id = a.id AND r.state = 'reserved'
$$;

-- What an account was charged lately, today included.
CREATE FUNCTION charged_lately(a account, today integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT charges_before(a, today) + CASE WHEN a.overrun_day = today THEN a.day_charged ELSE 0 END
$$;

-- What has to be free beyond the holds with so much exposure more. Of the others a tenth has to be free, and all that is
-- beyond the history: whole holds count on what is free as well.
CREATE OR REPLACE FUNCTION free_for_exposure(a account, added bigint, today integer) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT greatest((others + 9) / 10, others - charged_lately(a, today)) FROM other_exposures(a, added) others
$$;

CREATE OR REPLACE FUNCTION reserve_request(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  wanted_account CONSTANT bigint := operation -> 'accountId';
  likely_hold CONSTANT bigint := operation -> 'holdMicroCredits';
  -- Gateways of the version before say nothing of it.
  likely_exposure CONSTANT bigint := coalesce((operation -> 'exposureMicroCredits')::bigint, 0);
  budget_left CONSTANT bigint := left_of_budgets(wanted_account, (operation ->> 'keyId')::bigint, at_ms);
  may_hold_both CONSTANT boolean := likely_exposure > 0 AND (operation -> 'mayHoldExposure')::boolean
    AND (budget_left IS NULL OR budget_left >= likely_hold + likely_exposure);
  -- What is free pays nothing of an exposure beyond the request's own bound.
  is_paid CONSTANT boolean := likely_exposure = 0 OR (operation -> 'mayHoldExposure')::boolean;
  today CONSTANT integer := floor(at_ms / 86400000.0);
  wanted_hold bigint := likely_hold;
  wanted_exposure bigint := likely_exposure;
  claim CONSTANT jsonb := nullif(operation -> 'idempotency', 'null');
  earlier jsonb;
  refusing record;
  required bigint;
  over_budget bigint;
BEGIN
  IF boot IS NULL THEN RETURN '{"refused": "no-lease"}'; END IF;
  IF claim IS NOT NULL THEN
    earlier := find_key(wanted_account, claim, at_ms);
    IF earlier IS NOT NULL THEN RETURN earlier; END IF;
  END IF;
  LOOP
    UPDATE account SET exposure = exposure + wanted_exposure, reserved = reserved + wanted_hold
    WHERE id = wanted_account AND NOT suspended AND posted - reserved >= wanted_hold
      AND (budget_left IS NULL OR budget_left >= wanted_hold)
      AND NOT (overrun_day = today AND day_worst_overrun::numeric * 100 > day_charged)
      AND (wanted_exposure = 0 OR NOT (overrun_day = today AND day_overrun::numeric * 100 > day_charged))
      AND (exposure = 0 OR posted - reserved - wanted_hold >= free_for_exposure(account, wanted_exposure, today))
      AND (is_paid OR exposure = 0
        OR other_exposures(account, wanted_exposure) <= charged_lately(account, today));
    EXIT WHEN FOUND;
    IF NOT may_hold_both OR wanted_exposure = 0 THEN
      SELECT posted - reserved AS free, exposure, suspended,
        overrun_day = today AND day_overrun::numeric * 100 > day_charged AS is_overrunning,
        overrun_day = today AND day_worst_overrun::numeric * 100 > day_charged AS is_refused,
        free_for_exposure(account, likely_exposure, today) AS free_beside,
        free_for_exposure(account, 0, today) AS free_beside_whole
      INTO refusing FROM account WHERE id = wanted_account;
      IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
      IF refusing.suspended THEN RETURN '{"refused": "account-suspended"}'; END IF;
      IF refusing.is_refused THEN RETURN '{"refused": "account-overrun"}'; END IF;
      required := CASE
        WHEN refusing.exposure = 0 AND NOT (likely_exposure > 0 AND refusing.is_overrunning) THEN likely_hold
        WHEN refusing.is_overrunning THEN likely_hold + likely_exposure + refusing.free_beside_whole
        ELSE likely_hold + refusing.free_beside END;
      -- A balance that suffices for the exposure as well leaves only the budgets.
      over_budget := CASE WHEN budget_left < likely_hold THEN likely_hold
        WHEN refusing.free >= required AND is_paid AND budget_left < likely_hold + likely_exposure
          THEN likely_hold + likely_exposure END;
      IF over_budget IS NOT NULL THEN
        RETURN (
          SELECT jsonb_build_object('outcome', 'over_budget', 'requiredMicroCredits', over_budget, 'atMs', at_ms,
            'budgets', jsonb_agg(to_jsonb(b)))
          FROM budget b WHERE account_id = wanted_account
            AND (key_id IS NULL OR key_id = line_of((operation ->> 'keyId')::bigint)));
      END IF;
      IF refusing.free >= required AND NOT is_paid THEN RETURN '{"outcome": "unpayable"}'; END IF;
      RETURN jsonb_build_object('outcome', 'insufficient', 'availableMicroCredits', refusing.free,
        'requiredMicroCredits', required);
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
