-- What accounts and keys may spend in a day and a month, and how much of that is spent and held. Triggers count, so that
-- the figures are exact whoever opens or ends a request: a charge counts in the period in which its request ends, a hold in
-- every period until then. A budget's row is only written under its account's lock.

CREATE TABLE budget (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  -- Null for the budget of the whole account.
  key_id bigint REFERENCES api_key (id),
  period text COLLATE "C" NOT NULL CHECK (period IN ('day', 'month')),
  amount bigint NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  -- The period that is counted: from the one moment to before the other.
  starts_ms bigint NOT NULL,
  ends_ms bigint NOT NULL CHECK (ends_ms > starts_ms),
  charged bigint NOT NULL CHECK (charged >= 0),
  held bigint NOT NULL CHECK (held >= 0)
) WITH (fillfactor = 20); -- Room in the page lets the figures change without touching an index.

CREATE UNIQUE INDEX budget_scope ON budget (account_id, coalesce(key_id, 0), period);

-- Days and months begin at 00:00 UTC.
CREATE FUNCTION period_start(period text, at_ms bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT extract(epoch FROM date_trunc(period, to_timestamp(at_ms / 1000.0) AT TIME ZONE 'UTC'))::bigint * 1000
$$;
CREATE FUNCTION period_end(period text, at_ms bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT extract(epoch FROM date_trunc(period, to_timestamp(at_ms / 1000.0) AT TIME ZONE 'UTC')
    + ('1 ' || period)::interval)::bigint * 1000
$$;

-- Moves an account's budgets of another period to that of this moment and counts again what was charged in it; after
-- midnight that is nothing yet.
CREATE FUNCTION move_budgets(account bigint, at_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE assay.budget b SET starts_ms = assay.period_start(period, at_ms), ends_ms = assay.period_end(period, at_ms),
    charged = (
      SELECT coalesce(sum(r.charge), 0) FROM assay.request r
      WHERE r.account_id = b.account_id AND (b.key_id IS NULL OR r.key_id = b.key_id)
        AND r.finished_ms >= assay.period_start(b.period, at_ms) AND r.finished_ms < assay.period_end(b.period, at_ms))
  WHERE account_id = account AND NOT (starts_ms <= at_ms AND at_ms < ends_ms);
END $$;

-- What the budgets that bind a key's requests leave; null where there are none. Less than nothing after a limit was
-- lowered.
CREATE FUNCTION left_of_budgets(account bigint, key bigint, at_ms bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  least_left bigint;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM budget WHERE account_id = account) THEN RETURN NULL; END IF;
  PERFORM move_budgets(account, at_ms);
  SELECT min(amount - charged - held) INTO least_left
  FROM budget WHERE account_id = account AND (key_id IS NULL OR key_id = key);
  RETURN least_left;
END $$;

CREATE FUNCTION count_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE assay.budget SET held = held + new.hold
  WHERE account_id = new.account_id AND (key_id IS NULL OR key_id = new.key_id);
  RETURN NULL;
END $$;
CREATE TRIGGER budget_hold_taken AFTER INSERT ON request FOR EACH ROW
WHEN (new.state = 'reserved') EXECUTE FUNCTION count_hold();

-- For each statement, since one ends many requests: all that it ended are counted before a budget is moved.
CREATE FUNCTION count_changed_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM assay.budget b JOIN after_change a ON a.account_id = b.account_id) THEN RETURN NULL; END IF;
  WITH changes AS (
    SELECT b.id,
      sum(CASE WHEN a.state = 'reserved' THEN a.hold ELSE 0 END
        - CASE WHEN f.state = 'reserved' THEN f.hold ELSE 0 END) AS held,
      sum(CASE WHEN f.state = 'reserved' AND b.starts_ms <= a.finished_ms AND a.finished_ms < b.ends_ms
        THEN a.charge ELSE 0 END) AS charged
    FROM after_change a JOIN before_change f ON f.id = a.id
      JOIN assay.budget b ON b.account_id = a.account_id AND (b.key_id IS NULL OR b.key_id = a.key_id)
    GROUP BY b.id
  )
  UPDATE assay.budget b SET held = b.held + c.held, charged = b.charged + c.charged FROM changes c WHERE b.id = c.id;
  PERFORM assay.move_budgets(e.account_id, e.ended_ms) FROM (
    SELECT a.account_id, max(a.finished_ms) AS ended_ms FROM after_change a JOIN before_change f ON f.id = a.id
    WHERE f.state = 'reserved' AND a.state <> 'reserved' GROUP BY a.account_id
  ) e;
  RETURN NULL;
END $$;
CREATE TRIGGER budget_requests_changed AFTER UPDATE ON request REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
FOR EACH STATEMENT EXECUTE FUNCTION count_changed_requests();

-- A rotated key hands its budgets on: of no period yet, and nothing is charged or held with the new key.
CREATE FUNCTION hand_budgets_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO assay.budget (account_id, key_id, period, amount, starts_ms, ends_ms, charged, held)
  SELECT b.account_id, s.id, b.period, b.amount, 0, 1, 0, 0
  FROM assay.budget b JOIN assay.api_key s ON s.prefix = new.successor WHERE b.key_id = new.id;
  RETURN NULL;
END $$;
CREATE TRIGGER budget_key_rotated AFTER UPDATE OF successor ON api_key FOR EACH ROW
WHEN (new.successor IS NOT NULL) EXECUTE FUNCTION hand_budgets_on();

-- Sets what is named of an account's budgets, or of a key's: null lifts one.
CREATE FUNCTION set_budgets(account bigint, key bigint, changes jsonb, at_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wanted record;
BEGIN
  FOR wanted IN SELECT c.key AS period, c.value::bigint AS amount FROM jsonb_each_text(coalesce(changes, '{}')) c LOOP
    IF wanted.amount IS NULL THEN
      DELETE FROM budget WHERE account_id = account AND key_id IS NOT DISTINCT FROM key AND period = wanted.period;
      CONTINUE;
    END IF;
    UPDATE budget SET amount = wanted.amount
    WHERE account_id = account AND key_id IS NOT DISTINCT FROM key AND period = wanted.period;
    CONTINUE WHEN FOUND;
    -- Of no period yet: its charges are counted as it is moved to the present one.
    INSERT INTO budget (account_id, key_id, period, amount, starts_ms, ends_ms, charged, held)
    SELECT account, key, wanted.period, wanted.amount, 0, 1, 0, coalesce(sum(r.hold), 0) FROM request r
    WHERE r.account_id = account AND r.state = 'reserved' AND (key IS NULL OR r.key_id = key);
  END LOOP;
  PERFORM move_budgets(account, at_ms);
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
    worst_holds = coalesce(settings ->> 'holds' = 'worst', worst_holds)
  WHERE name = operation ->> 'accountName' RETURNING id INTO changed_id;
  IF changed_id IS NULL THEN RETURN '{"refused": "account-unknown"}'; END IF;
  PERFORM set_budgets(changed_id, NULL, settings -> 'budgets', now_ms());
  RETURN account_settings(changed_id);
END $$;

CREATE OR REPLACE FUNCTION create_key(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  owner_id bigint;
  made_id bigint;
BEGIN
  SELECT id INTO owner_id FROM account WHERE name = operation ->> 'accountName';
  IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
  INSERT INTO api_key (account_id, prefix, hash, created_ms, name, expires_ms)
  VALUES (owner_id, operation ->> 'prefix', decode(operation ->> 'hash', 'hex'), at_ms,
    operation ->> 'name', (operation ->> 'expiresMs')::bigint) ON CONFLICT DO NOTHING RETURNING id INTO made_id;
  IF NOT FOUND THEN RETURN '{"refused": "key-exists"}'; END IF;
  PERFORM set_budgets(owner_id, made_id, operation -> 'budgets', at_ms);
  RETURN 'true';
END $$;

CREATE FUNCTION change_key(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  settings CONSTANT jsonb := operation -> 'settings';
  changed record;
BEGIN
  UPDATE api_key
  SET expires_ms = CASE WHEN settings ? 'expiresMs' THEN (settings ->> 'expiresMs')::bigint ELSE expires_ms END
  WHERE prefix = operation ->> 'prefix' AND revoked_ms IS NULL RETURNING id, account_id INTO changed;
  IF NOT FOUND THEN RETURN '{"refused": "key-unknown"}'; END IF;
  PERFORM set_budgets(changed.account_id, changed.id, settings -> 'budgets', at_ms);
  RETURN 'true';
END $$;

CREATE OR REPLACE FUNCTION apply_operation(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  CASE operation ->> 'kind'
    WHEN 'reserve' THEN RETURN reserve_request(operation, boot, at_ms);
    WHEN 'deliver' THEN RETURN deliver_request(operation, boot);
    WHEN 'createAccount' THEN RETURN create_account(operation, at_ms);
    WHEN 'grant' THEN RETURN grant_credits(operation, at_ms);
    WHEN 'correct' THEN RETURN correct_credits(operation, at_ms);
    -- The batch itself writes: it renews the gateway's lease.
    WHEN 'probe' THEN RETURN 'true';
    WHEN 'suspendAccount' THEN RETURN suspend_account(operation);
    WHEN 'changeAccount' THEN RETURN change_account(operation);
    WHEN 'createKey' THEN RETURN create_key(operation, at_ms);
    WHEN 'changeKey' THEN RETURN change_key(operation, at_ms);
    WHEN 'revokeKey' THEN RETURN revoke_key(operation, at_ms);
    WHEN 'prunePrompts' THEN RETURN prune_prompts(operation, at_ms);
  END CASE;
END $$;

CREATE OR REPLACE FUNCTION lock_accounts(operations jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account
  WHERE id IN (
    SELECT (o -> 'accountId')::bigint FROM jsonb_array_elements(operations) o WHERE o ? 'accountId'
    UNION
    SELECT r.account_id FROM jsonb_array_elements(operations) o JOIN request r ON r.id = o ->> 'requestId'
    WHERE o ->> 'kind' IN ('deliver', 'settle', 'void')
    UNION
    SELECT a.id FROM jsonb_array_elements(operations) o JOIN account a ON a.name = o ->> 'accountName'
    UNION
    SELECT k.account_id FROM jsonb_array_elements(operations) o JOIN api_key k ON k.prefix = o ->> 'prefix'
    WHERE o ->> 'kind' = 'changeKey'
  )
  ORDER BY id FOR NO KEY UPDATE;
END $$;

CREATE OR REPLACE FUNCTION reserve_request(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  wanted_account CONSTANT bigint := operation -> 'accountId';
  likely_hold CONSTANT bigint := operation -> 'holdMicroCredits';
  -- Gateways of the version before say nothing of it.
  likely_exposure CONSTANT bigint := coalesce((operation -> 'exposureMicroCredits')::bigint, 0);
  budget_left CONSTANT bigint := left_of_budgets(wanted_account, (operation ->> 'keyId')::bigint, at_ms);
  may_hold_both CONSTANT boolean := likely_exposure > 0 AND (operation -> 'mayHoldExposure')::boolean
    AND (budget_left IS NULL OR budget_left >= likely_hold + likely_exposure);
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
      required := CASE
        WHEN refusing.exposure = 0 AND NOT (likely_exposure > 0 AND refusing.is_overrunning) THEN likely_hold
        WHEN refusing.is_overrunning THEN likely_hold + likely_exposure + refusing.free_beside_whole
        ELSE likely_hold + refusing.free_beside END;
      -- A balance that suffices for the exposure as well leaves only the budgets.
      over_budget := CASE WHEN budget_left < likely_hold THEN likely_hold
        WHEN refusing.free >= required AND budget_left < likely_hold + likely_exposure THEN likely_hold + likely_exposure END;
      IF over_budget IS NOT NULL THEN
        RETURN (
          SELECT jsonb_build_object('outcome', 'over_budget', 'requiredMicroCredits', over_budget, 'atMs', at_ms,
            'budgets', jsonb_agg(to_jsonb(b)))
          FROM budget b WHERE account_id = wanted_account
            AND (key_id IS NULL OR key_id = (operation ->> 'keyId')::bigint));
      END IF;
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

-- Raises the holds of charges beyond them by what their accounts have free and their budgets leave, and says what they
-- could not pay.
DROP FUNCTION raise_holds(jsonb, text);
CREATE FUNCTION raise_holds(operations jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  short record;
  raise bigint;
  payable jsonb := operations;
BEGIN
  FOR short IN
    SELECT o.operation, o.place, r.id, r.account_id, r.key_id, r.hold, (o.operation -> 'chargeMicroCredits')::bigint AS charge
    FROM (
      -- Of two that would end one request, the first does.
      SELECT DISTINCT ON (e ->> 'requestId') e AS operation, place
      FROM jsonb_array_elements(operations) WITH ORDINALITY i (e, place) ORDER BY e ->> 'requestId', place
    ) o JOIN request r ON r.id = o.operation ->> 'requestId'
    WHERE o.operation ->> 'kind' = 'settle' AND r.state = 'reserved' AND r.owner = boot
      AND r.hold < (o.operation -> 'chargeMicroCredits')::bigint
    ORDER BY o.place
  LOOP
    SELECT greatest(0, least(short.charge - short.hold, posted - reserved,
      left_of_budgets(short.account_id, short.key_id, at_ms))) INTO raise
    FROM account WHERE id = short.account_id;
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
    short := raise_holds(short, boot, at_ms);
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
