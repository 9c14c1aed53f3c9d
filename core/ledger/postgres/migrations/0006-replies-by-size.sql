-- A used idempotency key says whether an answer is stored and how long it is. The answer itself is read in pieces, apart
-- from the transactions that move money.

CREATE OR REPLACE FUNCTION find_key(account bigint, claim jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  earlier record;
BEGIN
  -- The length of a stored text is known without reading the text.
  SELECT i.fingerprint, r.id, r.state, r.charge, octet_length(l.response) AS response_bytes INTO earlier
  FROM idempotency i JOIN request r ON r.id = i.request_id LEFT JOIN prompt_log l ON l.request_id = r.id
  WHERE i.account_id = account AND i.key = claim ->> 'key'
    AND (i.created_ms > at_ms - idempotency_window_ms() OR r.state = 'reserved');
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF earlier.fingerprint <> claim ->> 'fingerprint' THEN RETURN '{"outcome": "key_mismatch"}'; END IF;
  IF earlier.state = 'reserved' THEN RETURN '{"outcome": "in_flight"}'; END IF;
  -- During a rolling update, gateways of the version before still read `response`; null makes them answer 409.
  RETURN jsonb_build_object('outcome', 'settled', 'requestId', earlier.id, 'chargeMicroCredits', earlier.charge,
    'responseBytes', earlier.response_bytes, 'response', NULL);
END $$;
