-- A key and the keys that took its place share its budgets, so that a rotation leaves no more to spend. Where keys were
-- rotated before, those of the newest become those of all.

-- The first of the keys that took each other's place; null for that itself.
ALTER TABLE api_key ADD COLUMN line_id bigint REFERENCES api_key (id);
CREATE INDEX api_key_line ON api_key (line_id) WHERE line_id IS NOT NULL;

WITH RECURSIVE line (first_id, id, successor) AS (
  SELECT id, id, successor FROM api_key WHERE successor IS NOT NULL
    AND prefix NOT IN (SELECT successor FROM api_key WHERE successor IS NOT NULL)
  UNION ALL SELECT l.first_id, s.id, s.successor FROM line l JOIN api_key s ON s.prefix = l.successor
)
UPDATE api_key SET line_id = l.first_id FROM line l WHERE api_key.id = l.id AND l.id <> l.first_id;

DELETE FROM budget WHERE key_id IN (SELECT id FROM api_key WHERE successor IS NOT NULL);
-- Of no period yet: what was charged is counted as they are moved to the present one.
UPDATE budget b SET key_id = s.line_id, starts_ms = 0, ends_ms = 1, charged = 0, held = (
  SELECT coalesce(sum(r.hold), 0) FROM request r WHERE r.account_id = b.account_id AND r.state = 'reserved'
    AND r.key_id IN (SELECT k.id FROM api_key k WHERE k.id = s.line_id OR k.line_id = s.line_id))
FROM api_key s WHERE s.id = b.key_id AND s.line_id IS NOT NULL;

-- Budgets are the first key's of a line.
CREATE FUNCTION line_of(key bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(k.line_id, k.id) FROM assay.api_key k WHERE k.id = key
$$;

DROP TRIGGER budget_key_rotated ON api_key;
DROP FUNCTION hand_budgets_on();
CREATE FUNCTION continue_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE assay.api_key SET line_id = coalesce(new.line_id, new.id) WHERE prefix = new.successor;
  RETURN NULL;
END $$;
CREATE TRIGGER key_line_goes_on AFTER UPDATE OF successor ON api_key FOR EACH ROW
WHEN (new.successor IS NOT NULL) EXECUTE FUNCTION continue_line();

CREATE OR REPLACE FUNCTION move_budgets(account bigint, at_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE assay.budget b SET starts_ms = assay.period_start(period, at_ms), ends_ms = assay.period_end(period, at_ms),
    charged = (
      SELECT coalesce(sum(r.charge), 0) FROM assay.request r
      WHERE r.account_id = b.account_id AND (b.key_id IS NULL OR r.key_id IN (
          SELECT k.id FROM assay.api_key k WHERE k.id = b.key_id OR k.line_id = b.key_id))
        AND r.finished_ms >= assay.period_start(b.period, at_ms) AND r.finished_ms < assay.period_end(b.period, at_ms))
  WHERE account_id = account AND NOT (starts_ms <= at_ms AND at_ms < ends_ms);
END $$;

CREATE OR REPLACE FUNCTION left_of_budgets(account bigint, key bigint, at_ms bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  least_left bigint;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM budget WHERE account_id = account) THEN RETURN NULL; END IF;
  PERFORM move_budgets(account, at_ms);
  SELECT min(amount - charged - held) INTO least_left
  FROM budget WHERE account_id = account AND (key_id IS NULL OR key_id = line_of(key));
  RETURN least_left;
END $$;

CREATE OR REPLACE FUNCTION count_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE assay.budget SET held = held + new.hold
  WHERE account_id = new.account_id AND (key_id IS NULL OR key_id = assay.line_of(new.key_id));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_changed_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM assay.budget b JOIN after_change a ON a.account_id = b.account_id) THEN RETURN NULL; END IF;
  WITH changes AS (
    SELECT b.id,
      sum(CASE WHEN a.state = 'reserved' THEN a.hold ELSE 0 END
        - CASE WHEN f.state = 'reserved' THEN f.hold ELSE 0 END) AS held,
      sum(CASE WHEN f.state = 'reserved' AND b.starts_ms <= a.finished_ms AND a.finished_ms < b.ends_ms
        THEN a.charge ELSE 0 END) AS charged
    FROM after_change a JOIN before_change f ON f.id = a.id
      JOIN assay.budget b ON b.account_id = a.account_id AND (b.key_id IS NULL OR b.key_id = assay.line_of(a.key_id))
    GROUP BY b.id
  )
  UPDATE assay.budget b SET held = b.held + c.held, charged = b.charged + c.charged FROM changes c WHERE b.id = c.id;
  PERFORM assay.move_budgets(e.account_id, e.ended_ms) FROM (
    SELECT a.account_id, max(a.finished_ms) AS ended_ms FROM after_change a JOIN before_change f ON f.id = a.id
    WHERE f.state = 'reserved' AND a.state <> 'reserved' GROUP BY a.account_id
  ) e;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION set_budgets(account bigint, key bigint, changes jsonb, at_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
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
    WHERE r.account_id = account AND r.state = 'reserved' AND (key IS NULL OR r.key_id IN (
        SELECT k.id FROM api_key k WHERE k.id = key OR k.line_id = key));
  END LOOP;
  PERFORM move_budgets(account, at_ms);
END $$;

CREATE OR REPLACE FUNCTION change_key(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  settings CONSTANT jsonb := operation -> 'settings';
  changed record;
BEGIN
  UPDATE api_key
  SET expires_ms = CASE WHEN settings ? 'expiresMs' THEN (settings ->> 'expiresMs')::bigint ELSE expires_ms END
  WHERE prefix = operation ->> 'prefix' AND revoked_ms IS NULL RETURNING coalesce(line_id, id) AS line_id, account_id INTO changed;
  IF NOT FOUND THEN RETURN '{"refused": "key-unknown"}'; END IF;
  PERFORM set_budgets(changed.account_id, changed.line_id, settings -> 'budgets', at_ms);
  RETURN 'true';
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
            AND (key_id IS NULL OR key_id = line_of((operation ->> 'keyId')::bigint)));
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
