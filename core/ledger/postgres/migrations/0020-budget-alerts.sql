-- Budgets that have reached a part of their amount, and an outbox for what accounts are told of them.

CREATE TABLE budget_alert (
  id text COLLATE "C" PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  account_id bigint NOT NULL REFERENCES account (id),
  -- As of the budget.
  key_id bigint REFERENCES api_key (id),
  period text COLLATE "C" NOT NULL CHECK (period IN ('day', 'month')),
  starts_ms bigint NOT NULL,
  ends_ms bigint NOT NULL,
  -- Per cent of the amount.
  threshold integer NOT NULL CHECK (threshold IN (80, 100)),
  amount bigint NOT NULL CHECK (amount >= 0),
  charged bigint NOT NULL CHECK (charged >= 0),
  at_ms bigint NOT NULL,
  -- In the metric of one gateway.
  counted boolean NOT NULL DEFAULT false
);

CREATE UNIQUE INDEX budget_alert_once ON budget_alert (account_id, coalesce(key_id, 0), period, starts_ms, threshold);
CREATE INDEX budget_alert_uncounted ON budget_alert (id) WHERE NOT counted;

ALTER TABLE webhook_event DROP CONSTRAINT webhook_event_pkey;
ALTER TABLE webhook_event ALTER COLUMN request_id DROP NOT NULL;
ALTER TABLE webhook_event ADD COLUMN id text COLLATE "C";
ALTER TABLE webhook_event ADD COLUMN alert_id text COLLATE "C" REFERENCES budget_alert (id);
UPDATE webhook_event SET id = request_id;
ALTER TABLE webhook_event ADD PRIMARY KEY (id);
ALTER TABLE webhook_event ADD CHECK ((request_id IS NULL) <> (alert_id IS NULL));
ALTER TABLE webhook_event ADD CHECK (id = coalesce(request_id, alert_id));

CREATE OR REPLACE FUNCTION write_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO assay.webhook_event (id, request_id, account_id, due_ms, until_ms)
  SELECT new.id, new.id, new.account_id, new.finished_ms, new.finished_ms + 24 * 60 * 60 * 1000
  FROM assay.webhook w WHERE w.account_id = new.account_id;
  RETURN NULL;
END $$;

CREATE FUNCTION write_alert_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO assay.webhook_event (id, alert_id, account_id, due_ms, until_ms)
  SELECT new.id, new.id, new.account_id, new.at_ms, new.at_ms + 24 * 60 * 60 * 1000
  FROM assay.webhook w WHERE w.account_id = new.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER budget_reached AFTER INSERT ON budget_alert FOR EACH ROW EXECUTE FUNCTION write_alert_event();

-- Writes which budgets of an account have reached a threshold, each once a period. Under the account's lock.
CREATE FUNCTION write_alerts(account bigint, at_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO assay.budget_alert (id, account_id, key_id, period, starts_ms, ends_ms, threshold, amount, charged, at_ms)
  SELECT 'budget_' || replace(gen_random_uuid()::text, '-', ''), b.account_id, b.key_id, b.period, b.starts_ms, b.ends_ms,
    t.threshold, b.amount, b.charged, write_alerts.at_ms
  FROM assay.budget b CROSS JOIN (VALUES (80), (100)) t (threshold)
  WHERE b.account_id = account AND b.charged > 0 AND b.charged * 100 >= b.amount * t.threshold
    AND NOT EXISTS (SELECT 1 FROM assay.budget_alert a WHERE a.account_id = b.account_id
      AND coalesce(a.key_id, 0) = coalesce(b.key_id, 0) AND a.period = b.period AND a.starts_ms = b.starts_ms
      AND a.threshold = t.threshold);
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
  PERFORM assay.write_alerts(e.account_id, e.ended_ms) FROM (
    SELECT a.account_id, max(a.finished_ms) AS ended_ms FROM after_change a JOIN before_change f ON f.id = a.id
    WHERE f.state = 'reserved' AND a.charge > 0 GROUP BY a.account_id
  ) e;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION set_budgets(account bigint, key bigint, changes jsonb, at_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wanted record;
BEGIN
  -- Before another amount could be compared with what was charged in a period that is over.
  PERFORM move_budgets(account, at_ms);
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
  PERFORM write_alerts(account, at_ms);
END $$;

-- Writes what became of claimed events and claims others. Rows that another gateway has locked are left to it.
CREATE OR REPLACE FUNCTION claim_events(ended jsonb, wanted jsonb, claim_ms bigint, expired_at_once bigint)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  at_ms CONSTANT bigint := now_ms();
  expired bigint;
  claimed jsonb;
BEGIN
  -- Whoever else has claimed it meanwhile: it was delivered.
  DELETE FROM webhook_event e USING jsonb_array_elements(ended) d
  WHERE d ->> 'outcome' = 'delivered' AND e.id = d ->> 'id';
  UPDATE webhook_event e SET
    due_ms = CASE WHEN d ->> 'outcome' = 'dead' THEN e.due_ms ELSE at_ms + (d -> 'pauseMs')::bigint END,
    dead_ms = CASE WHEN d ->> 'outcome' = 'dead' THEN at_ms ELSE e.dead_ms END,
    attempts = CASE WHEN d ->> 'outcome' = 'postponed' THEN e.attempts - 1 ELSE e.attempts END,
    last_failure = coalesce(d ->> 'failure', e.last_failure)
  FROM jsonb_array_elements(ended) d
  WHERE d ->> 'outcome' <> 'delivered' AND e.id = d ->> 'id' AND e.attempts = (d -> 'attempt')::integer;

  UPDATE webhook_event SET dead_ms = at_ms WHERE id = ANY (ARRAY(
    SELECT id FROM webhook_event WHERE dead_ms IS NULL AND until_ms <= at_ms
    LIMIT expired_at_once FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS expired = ROW_COUNT;

  WITH due AS (
    SELECT d.id FROM jsonb_array_elements(wanted) w CROSS JOIN LATERAL (
      SELECT e.id FROM webhook_event e
      WHERE e.account_id = (w -> 'accountId')::bigint AND e.dead_ms IS NULL AND e.due_ms <= at_ms
      ORDER BY e.due_ms LIMIT (w -> 'maxEvents')::bigint FOR UPDATE SKIP LOCKED
    ) d
  ), taken AS (
    UPDATE webhook_event e SET attempts = e.attempts + 1, due_ms = at_ms + claim_ms
    FROM due WHERE e.id = due.id
    RETURNING e.id, e.request_id, e.alert_id, e.account_id, e.attempts, e.until_ms
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'id', t.id, 'account_id', t.account_id, 'attempts', t.attempts, 'until_ms', t.until_ms,
    'url', w.url, 'secret', w.secret, 'state', r.state, 'hold', r.hold, 'charge', r.charge,
    'zero_data_retention', r.zero_data_retention, 'created_ms', r.created_ms, 'finished_ms', r.finished_ms,
    'account_name', a.name, 'of_key', b.key_id IS NOT NULL, 'key_prefix', (
      SELECT k.prefix FROM api_key k WHERE (k.id = b.key_id OR k.line_id = b.key_id) AND k.successor IS NULL),
    'period', b.period, 'threshold', b.threshold, 'amount', b.amount, 'charged', b.charged, 'ends_ms', b.ends_ms,
    'at_ms', b.at_ms)), '[]')
  INTO claimed
  FROM taken t JOIN webhook w ON w.account_id = t.account_id JOIN account a ON a.id = t.account_id
    LEFT JOIN request r ON r.id = t.request_id LEFT JOIN budget_alert b ON b.id = t.alert_id;
  RETURN jsonb_build_object('at_ms', at_ms, 'expired', expired, 'claimed', claimed);
END $$;
