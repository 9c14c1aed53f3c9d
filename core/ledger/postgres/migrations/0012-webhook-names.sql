-- A fault is a provider's; what ends the delivery of an event is a failure.
ALTER TABLE webhook_event RENAME COLUMN last_fault TO last_failure;
DROP FUNCTION exchange_events(jsonb, jsonb, bigint, bigint);

-- Writes what became of claimed events and claims others. Rows that another gateway has locked are left to it.
CREATE FUNCTION claim_events(ended jsonb, wanted jsonb, claim_ms bigint, expired_at_once bigint)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  at_ms CONSTANT bigint := now_ms();
  expired bigint;
  claimed jsonb;
BEGIN
  -- Whoever else has claimed it meanwhile: it was delivered.
  DELETE FROM webhook_event e USING jsonb_array_elements(ended) d
  WHERE d ->> 'outcome' = 'delivered' AND e.request_id = d ->> 'requestId';
  UPDATE webhook_event e SET
    due_ms = CASE WHEN d ->> 'outcome' = 'dead' THEN e.due_ms ELSE at_ms + (d -> 'pauseMs')::bigint END,
    dead_ms = CASE WHEN d ->> 'outcome' = 'dead' THEN at_ms ELSE e.dead_ms END,
    attempts = CASE WHEN d ->> 'outcome' = 'postponed' THEN e.attempts - 1 ELSE e.attempts END,
    last_failure = coalesce(d ->> 'failure', e.last_failure)
  FROM jsonb_array_elements(ended) d
  WHERE d ->> 'outcome' <> 'delivered' AND e.request_id = d ->> 'requestId' AND e.attempts = (d -> 'attempt')::integer;

  UPDATE webhook_event SET dead_ms = at_ms WHERE request_id = ANY (ARRAY(
    SELECT request_id FROM webhook_event WHERE dead_ms IS NULL AND until_ms <= at_ms
    LIMIT expired_at_once FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS expired = ROW_COUNT;

  WITH due AS (
    SELECT d.request_id FROM jsonb_array_elements(wanted) w CROSS JOIN LATERAL (
      SELECT e.request_id FROM webhook_event e
      WHERE e.account_id = (w -> 'accountId')::bigint AND e.dead_ms IS NULL AND e.due_ms <= at_ms
      ORDER BY e.due_ms LIMIT (w -> 'maxEvents')::bigint FOR UPDATE SKIP LOCKED
    ) d
  ), taken AS (
    UPDATE webhook_event e SET attempts = e.attempts + 1, due_ms = at_ms + claim_ms
    FROM due WHERE e.request_id = due.request_id
    RETURNING e.request_id, e.account_id, e.attempts, e.until_ms
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'request_id', t.request_id, 'account_id', t.account_id, 'attempts', t.attempts, 'until_ms', t.until_ms,
    'url', w.url, 'secret', w.secret, 'state', r.state, 'hold', r.hold, 'charge', r.charge,
    'zero_data_retention', r.zero_data_retention, 'created_ms', r.created_ms, 'finished_ms', r.finished_ms)), '[]')
  INTO claimed
  FROM taken t JOIN webhook w ON w.account_id = t.account_id JOIN request r ON r.id = t.request_id;
  RETURN jsonb_build_object('at_ms', at_ms, 'expired', expired, 'claimed', claimed);
END $$;
