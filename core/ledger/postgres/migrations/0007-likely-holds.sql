-- A hold is a likely bound of a request's cost. A charge beyond it raises the hold by what the account has free, in the
-- same transaction, so that charge and release still add up to it; the house bears what even that does not cover. What it
-- bears of an account's overruns is counted by the day.

ALTER TABLE account ADD COLUMN worst_holds boolean NOT NULL DEFAULT false;
ALTER TABLE account ADD COLUMN overrun_day integer NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN day_charged bigint NOT NULL DEFAULT 0 CHECK (day_charged >= 0);
ALTER TABLE account ADD COLUMN day_overrun bigint NOT NULL DEFAULT 0 CHECK (day_overrun >= 0);

ALTER TABLE request ADD COLUMN raised bigint NOT NULL DEFAULT 0;
ALTER TABLE request ADD CONSTRAINT raised_is_charged CHECK (
  raised = 0 OR (raised BETWEEN 1 AND hold AND (state = 'reserved' OR (state = 'settled' AND charge = hold))));

CREATE OR REPLACE FUNCTION account_settings(wanted_id bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'name', name, 'markup_milli', markup_milli,
    'zero_data_retention', zero_data_retention, 'requests_per_minute', requests_per_minute,
    'requests_in_flight', requests_in_flight, 'worst_holds', worst_holds, 'overrun_day', overrun_day,
    'day_charged', day_charged, 'day_overrun', day_overrun)
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
    worst_holds = coalesce(settings ->> 'holds' = 'worst', worst_holds)
  WHERE name = operation ->> 'accountName' RETURNING id INTO changed_id;
  IF changed_id IS NULL THEN RETURN '{"refused": "account-unknown"}'; END IF;
  RETURN account_settings(changed_id);
END $$;

-- Raises the holds of settlements that cost more, by what their accounts have free, one after the other: the caller has
-- locked the accounts. Answers with the operations, each charge at most its hold and the rest with the house; a changed
-- one says `isShort`.
CREATE FUNCTION raise_holds(operations jsonb, boot text) RETURNS jsonb LANGUAGE plpgsql AS $$
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
      'houseMicroCredits', (short.operation -> 'houseMicroCredits')::bigint + short.charge - short.hold - raise,
      'overrunMicroCredits', coalesce((short.operation -> 'overrunMicroCredits')::bigint, 0)
        + short.charge - short.hold - raise));
  END LOOP;
  RETURN payable;
END $$;

-- Counts what was charged and what the house bore of overruns on this day. Answers with the accounts for which the
-- house's share has become too large with these settlements.
CREATE FUNCTION count_overruns(settled jsonb, at_ms bigint) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  today CONSTANT integer := floor(at_ms / 86400000.0);
  began bigint[];
BEGIN
  WITH sums AS (
    SELECT r.account_id, sum((o -> 'chargeMicroCredits')::bigint)::bigint AS charged,
      sum(coalesce((o -> 'overrunMicroCredits')::bigint, 0))::bigint AS overrun
    FROM jsonb_array_elements(settled) o JOIN request r ON r.id = o ->> 'requestId' GROUP BY r.account_id
  ), counted AS (
    UPDATE account a SET overrun_day = today,
      day_charged = CASE WHEN a.overrun_day = today THEN a.day_charged ELSE 0 END + s.charged,
      day_overrun = CASE WHEN a.overrun_day = today THEN a.day_overrun ELSE 0 END + s.overrun
    FROM sums s WHERE a.id = s.account_id
    RETURNING a.id, a.day_charged, a.day_overrun, s.charged, s.overrun
  )
  SELECT coalesce(array_agg(id), '{}') INTO began FROM counted
  WHERE overrun > 0 AND day_overrun::numeric * 100 > day_charged
    AND NOT (day_overrun - overrun)::numeric * 100 > day_charged - charged;
  RETURN began;
END $$;

-- Ends the requests of a batch. A settlement answers with its charge where that is not the one asked for, or where the
-- account's overruns became too many with it; otherwise with true, as gateways of the version before expect.
CREATE FUNCTION end_requests(operations jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  ended jsonb := finish_requests(operations, boot, at_ms);
  payable jsonb := operations;
  short jsonb;
  settled jsonb;
  began bigint[];
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
  began := count_overruns(settled, at_ms);
  IF cardinality(began) > 0 OR settled @> '[{"isShort": true}]' THEN
    SELECT jsonb_object_agg(o ->> 'n', jsonb_build_object(
      'chargeMicroCredits', o -> 'chargeMicroCredits', 'beganOverrunning', r.account_id = ANY (began)))
    INTO remarkable FROM jsonb_array_elements(settled) o JOIN request r ON r.id = o ->> 'requestId'
    WHERE o ? 'isShort' OR r.account_id = ANY (began);
    ended := ended || coalesce(remarkable, '{}');
  END IF;
  RETURN ended;
END $$;

CREATE OR REPLACE FUNCTION apply_batch(boot text, boot_epoch bigint, operations jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  operation jsonb;
  endings jsonb;
  ended jsonb;
  outcomes jsonb[] := '{}';
BEGIN
  IF boot IS NOT NULL THEN
    UPDATE gateway SET renewals = nextval('gateway_number'), renewed_ms = now_ms()
    WHERE boot_id = boot AND epoch = boot_epoch;
    IF NOT FOUND THEN RAISE EXCEPTION 'the lease is lost' USING ERRCODE = 'AS001'; END IF;
  END IF;
  PERFORM lock_accounts(operations);
  -- What gives credits back comes first; the order of operations that arrived together is nobody's.
  SELECT jsonb_agg(o.operation || jsonb_build_object('n', o.n)) INTO endings
  FROM jsonb_array_elements(operations) WITH ORDINALITY o (operation, n)
  WHERE o.operation ->> 'kind' IN ('settle', 'void');
  IF endings IS NOT NULL THEN ended := end_requests(endings, boot, now_ms()); END IF;
  FOR operation IN SELECT * FROM jsonb_array_elements(operations) LOOP
    outcomes := outcomes || CASE
      WHEN operation ->> 'kind' IN ('settle', 'void') THEN ended -> (cardinality(outcomes) + 1)::text
      ELSE apply_operation(operation, boot, now_ms()) END;
  END LOOP;
  RETURN to_jsonb(outcomes);
END $$;

-- Stores the texts of a response that says what was charged; `said` is null for one that says nothing of it.
CREATE FUNCTION keep_texts_of_charge(
  wanted text, boot text, new_request text, new_response text, most_bytes bigint, at_once bigint, said bigint
) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever would charge something else waits until the texts are stored, and then deletes them.
  PERFORM 1 FROM request WHERE id = wanted AND owner = boot AND (said IS NULL OR charge IS NULL OR charge = said)
  FOR SHARE;
  IF NOT FOUND THEN RETURN '{"outcome": "not-allowed", "gaveWay": 0}'; END IF;
  RETURN keep_texts(wanted, boot, new_request, new_response, most_bytes, at_once);
END $$;
