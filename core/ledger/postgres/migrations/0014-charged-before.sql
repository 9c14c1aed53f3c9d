-- What an account was charged before its `overrun_day`, half as much with each day, and nothing after a day with too large
-- overruns. Side by side, its open requests can cost no more beyond what is free than it was charged lately.

ALTER TABLE account ADD COLUMN charged_before bigint NOT NULL DEFAULT 0 CHECK (charged_before >= 0);
UPDATE account a SET charged_before = least(9007199254740991,
  (SELECT coalesce(sum(charge), 0) FROM request r WHERE r.account_id = a.id AND r.state = 'settled'));

-- For the largest exposure of an account's open requests.
CREATE INDEX request_exposure ON request (account_id, exposure) WHERE state = 'reserved';

-- What counts on this day of the charges before it.
CREATE FUNCTION charges_before(a account, today integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN a.overrun_day = today THEN a.charged_before
    WHEN a.day_overrun::numeric * 100 > a.day_charged THEN 0
    ELSE (a.charged_before + a.day_charged) >> greatest(1, least(62, today - a.overrun_day)) END
$$;

-- What has to be free beyond the holds with so much exposure more. The largest of the open ones may be anything. Of the
-- others a tenth has to be free, and all that is beyond the history: whole holds count on what is free as well.
CREATE OR REPLACE FUNCTION free_for_exposure(a account, added bigint, today integer) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT greatest((others + 9) / 10, others - charges_before(a, today)
    - CASE WHEN a.overrun_day = today THEN a.day_charged ELSE 0 END)
  FROM (
    SELECT a.exposure + added - greatest(added, coalesce(max(r.exposure), 0)) AS others
    FROM request r WHERE r.account_id = a.id AND r.state = 'reserved'
  ) o
$$;

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
      AND NOT (overrun_day = today AND day_worst_overrun::numeric * 100 > day_charged)
      AND (wanted_exposure = 0 OR NOT (overrun_day = today AND day_overrun::numeric * 100 > day_charged))
      AND (exposure = 0 OR posted - reserved - wanted_hold >= free_for_exposure(account, wanted_exposure, today));
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
      RETURN jsonb_build_object('outcome', 'insufficient', 'availableMicroCredits', refusing.free,
        'requiredMicroCredits', CASE
          WHEN refusing.exposure = 0 AND NOT (likely_exposure > 0 AND refusing.is_overrunning) THEN likely_hold
          WHEN refusing.is_overrunning THEN likely_hold + likely_exposure + refusing.free_beside_whole
          ELSE likely_hold + refusing.free_beside END);
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

-- Raises the holds of charges beyond them by what their accounts have free, and says what they could not pay.
CREATE OR REPLACE FUNCTION raise_holds(operations jsonb, boot text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  short record;
  raise bigint;
  payable jsonb := operations;
BEGIN
  FOR short IN
    SELECT o.operation, o.place, r.id, r.account_id, r.hold, (o.operation -> 'chargeMicroCredits')::bigint AS charge
    FROM (
      -- Of two that would end one request, the first does.
      SELECT DISTINCT ON (e ->> 'requestId') e AS operation, place
      FROM jsonb_array_elements(operations) WITH ORDINALITY i (e, place) ORDER BY e ->> 'requestId', place
    ) o JOIN request r ON r.id = o.operation ->> 'requestId'
    WHERE o.operation ->> 'kind' = 'settle' AND r.state = 'reserved' AND r.owner = boot
      AND r.hold < (o.operation -> 'chargeMicroCredits')::bigint
    ORDER BY o.place
  LOOP
    SELECT least(short.charge - short.hold, posted - reserved) INTO raise FROM account WHERE id = short.account_id;
    UPDATE account SET reserved = reserved + raise WHERE id = short.account_id;
    UPDATE request SET hold = hold + raise, raised = raised + raise WHERE id = short.id;
    -- What was stored of an answer that says the whole charge.
    IF short.hold + raise < short.charge THEN DELETE FROM prompt_log WHERE request_id = short.id; END IF;
    payable := jsonb_set(payable, ARRAY[(short.place - 1)::text], short.operation || jsonb_build_object(
      'isShort', true, 'chargeMicroCredits', short.hold + raise,
      'unpaidMicroCredits', short.charge - short.hold - raise,
      'houseMicroCredits', (short.operation -> 'houseMicroCredits')::bigint + short.charge - short.hold - raise,
      'overrunMicroCredits', coalesce((short.operation -> 'overrunMicroCredits')::bigint, 0)
        + short.charge - short.hold - raise));
  END LOOP;
  RETURN payable;
END $$;

-- Counts what was charged and what the house bore of overruns on this day. Answers with the accounts for which the
-- house's share has become too large with these settlements: of all requests, and of what could not be paid of those
-- that held the most.
CREATE OR REPLACE FUNCTION count_overruns(settled jsonb, at_ms bigint, OUT began bigint[], OUT refused bigint[])
LANGUAGE plpgsql AS $$
DECLARE
  today CONSTANT integer := floor(at_ms / 86400000.0);
BEGIN
  WITH sums AS (
    SELECT account_id, sum(charge)::bigint AS charged, sum(overrun)::bigint AS overrun,
      coalesce(sum(unpaid) FILTER (WHERE exposure = 0), 0)::bigint AS worst
    FROM (
      SELECT r.account_id, r.exposure, (o -> 'chargeMicroCredits')::bigint AS charge,
        coalesce((o -> 'overrunMicroCredits')::bigint, 0) AS overrun,
        coalesce((o -> 'unpaidMicroCredits')::bigint, 0) AS unpaid
      FROM jsonb_array_elements(settled) o JOIN request r ON r.id = o ->> 'requestId'
    ) s GROUP BY account_id
  ), counted AS (
    UPDATE account a SET overrun_day = today,
      charged_before = charges_before(a, today),
      day_charged = CASE WHEN a.overrun_day = today THEN a.day_charged ELSE 0 END + s.charged,
      day_overrun = CASE WHEN a.overrun_day = today THEN a.day_overrun ELSE 0 END + s.overrun,
      day_worst_overrun = CASE WHEN a.overrun_day = today THEN a.day_worst_overrun ELSE 0 END + s.worst
    FROM sums s WHERE a.id = s.account_id
    RETURNING a.id, a.day_charged, a.day_overrun, a.day_worst_overrun, s.charged, s.overrun, s.worst
  )
  SELECT
    coalesce(array_agg(id) FILTER (WHERE overrun > 0 AND day_overrun::numeric * 100 > day_charged
      AND NOT (day_overrun - overrun)::numeric * 100 > day_charged - charged), '{}'),
    coalesce(array_agg(id) FILTER (WHERE worst > 0 AND day_worst_overrun::numeric * 100 > day_charged
      AND NOT (day_worst_overrun - worst)::numeric * 100 > day_charged - charged), '{}')
  INTO began, refused FROM counted;
END $$;
