-- Of a day's overruns the part of requests that held the most they could cost is counted as well. Once it is too large a
-- part of the account's charges, nothing but refusing its requests helps, until the day ends.

ALTER TABLE account ADD COLUMN day_worst_overrun bigint NOT NULL DEFAULT 0 CHECK (day_worst_overrun >= 0);

-- What has to be free beyond the holds for so much exposure more.
CREATE FUNCTION free_for_exposure(a account, added bigint, today integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (a.exposure + added + 9) / 10
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
      AND (wanted_exposure = 0 OR (NOT (overrun_day = today AND day_overrun::numeric * 100 > day_charged)
        AND (exposure = 0 OR posted - reserved - wanted_hold >= free_for_exposure(account, wanted_exposure, today))));
    EXIT WHEN FOUND;
    IF NOT may_hold_both OR wanted_exposure = 0 THEN
      SELECT posted - reserved AS free, exposure, suspended,
        overrun_day = today AND day_overrun::numeric * 100 > day_charged AS is_overrunning,
        overrun_day = today AND day_worst_overrun::numeric * 100 > day_charged AS is_refused,
        free_for_exposure(account, likely_exposure, today) AS free_needed
      INTO refusing FROM account WHERE id = wanted_account;
      IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
      IF refusing.suspended THEN RETURN '{"refused": "account-suspended"}'; END IF;
      IF refusing.is_refused THEN RETURN '{"refused": "account-overrun"}'; END IF;
      RETURN jsonb_build_object('outcome', 'insufficient', 'availableMicroCredits', refusing.free,
        'requiredMicroCredits', CASE
          WHEN likely_exposure = 0 OR (refusing.exposure = 0 AND NOT refusing.is_overrunning) THEN likely_hold
          WHEN refusing.is_overrunning THEN likely_hold + likely_exposure
          ELSE least(CASE WHEN may_hold_both THEN likely_hold + likely_exposure ELSE 9007199254740991 END,
            likely_hold + refusing.free_needed) END);
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

-- Counts what was charged and what the house bore of overruns on this day. Answers with the accounts for which the
-- house's share has become too large with these settlements: of all requests, and of those that held the most.
DROP FUNCTION count_overruns(jsonb, bigint);
CREATE FUNCTION count_overruns(settled jsonb, at_ms bigint, OUT began bigint[], OUT refused bigint[])
LANGUAGE plpgsql AS $$
DECLARE
  today CONSTANT integer := floor(at_ms / 86400000.0);
BEGIN
  WITH sums AS (
    SELECT account_id, sum(charge)::bigint AS charged, sum(overrun)::bigint AS overrun,
      coalesce(sum(overrun) FILTER (WHERE exposure = 0), 0)::bigint AS worst
    FROM (
      SELECT r.account_id, r.exposure, (o -> 'chargeMicroCredits')::bigint AS charge,
        coalesce((o -> 'overrunMicroCredits')::bigint, 0) AS overrun
      FROM jsonb_array_elements(settled) o JOIN request r ON r.id = o ->> 'requestId'
    ) s GROUP BY account_id
  ), counted AS (
    UPDATE account a SET overrun_day = today,
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

-- Ends the requests of a batch. A settlement answers with its charge where that is not the one asked for, or where the
-- account's overruns became too many with it; otherwise with true, as gateways of the version before expect.
CREATE OR REPLACE FUNCTION end_requests(operations jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  ended jsonb := finish_requests(operations, boot, at_ms);
  payable jsonb := operations;
  short jsonb;
  settled jsonb;
  began bigint[];
  refused bigint[];
  remarkable jsonb;
BEGIN
  -- Last, since the others give back what these may take.
  IF jsonb_path_exists(ended, '$.*.refused ? (@ == "over-hold")') THEN
    SELECT jsonb_agg(o ORDER BY (o -> 'n')::integer) FILTER (WHERE is_short),
      coalesce(jsonb_agg(o) FILTER (WHERE NOT is_short), '[]')
    INTO short, payable FROM (
      SELECT o, bool_or(ended -> (o ->> 'n') ->> 'refused' = 'over-hold') OVER (PARTITION BY o ->> 'requestId')
        IS TRUE AS is_short
      FROM jsonb_array_elements(operations) o
    ) marked;
    short := raise_holds(short, boot);
    ended := ended || finish_requests(short, boot, at_ms);
    payable := payable || short;
  END IF;
  SELECT coalesce(jsonb_agg(o - 'calls'), '[]') INTO settled FROM jsonb_array_elements(payable) o
  WHERE o ->> 'kind' = 'settle' AND ended -> (o ->> 'n') = 'true';
  SELECT c.began, c.refused INTO began, refused FROM count_overruns(settled, at_ms) c;
  IF cardinality(began || refused) > 0 OR settled @> '[{"isShort": true}]' THEN
    SELECT jsonb_object_agg(o ->> 'n', jsonb_build_object(
      'chargeMicroCredits', o -> 'chargeMicroCredits', 'beganOverrunning', r.account_id = ANY (began),
      'isRefused', r.account_id = ANY (refused)))
    INTO remarkable FROM jsonb_array_elements(settled) o JOIN request r ON r.id = o ->> 'requestId'
    WHERE o ? 'isShort' OR r.account_id = ANY (began || refused);
    ended := ended || coalesce(remarkable, '{}');
  END IF;
  RETURN ended;
END $$;

-- Resuming an account takes it again today, too.
CREATE OR REPLACE FUNCTION suspend_account(operation jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account SET suspended = (operation -> 'suspended')::boolean,
    day_worst_overrun = CASE WHEN (operation -> 'suspended')::boolean THEN day_worst_overrun ELSE 0 END
  WHERE name = operation ->> 'accountName';
  IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
  RETURN 'true';
END $$;
