-- What a request asks, as JSON arrays of model IDs, and the order in which an account's requests are listed.

ALTER TABLE request ADD COLUMN models text;
ALTER TABLE request ADD COLUMN judges text;
CREATE INDEX request_created ON request (account_id, created_ms, id);

CREATE OR REPLACE FUNCTION reserve_request(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  wanted_account CONSTANT bigint := operation -> 'accountId';
  wanted_hold CONSTANT bigint := operation -> 'holdMicroCredits';
  claim CONSTANT jsonb := nullif(operation -> 'idempotency', 'null');
  earlier jsonb;
  available bigint;
BEGIN
  IF boot IS NULL THEN RETURN '{"refused": "no-lease"}'; END IF;
  IF claim IS NOT NULL THEN
    earlier := find_key(wanted_account, claim, at_ms);
    IF earlier IS NOT NULL THEN RETURN earlier; END IF;
  END IF;
  UPDATE account SET reserved = reserved + wanted_hold WHERE id = wanted_account AND posted - reserved >= wanted_hold;
  IF NOT FOUND THEN
    SELECT posted - reserved INTO available FROM account WHERE id = wanted_account;
    IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
    RETURN jsonb_build_object('outcome', 'insufficient', 'availableMicroCredits', available);
  END IF;
  -- A request id used twice fails here on the primary key, and the rollback gives the hold back.
  INSERT INTO request (id, account_id, state, hold, owner, zero_data_retention, created_ms, key_id, models, judges)
  VALUES (operation ->> 'requestId', wanted_account, 'reserved', wanted_hold, boot,
    (operation -> 'zeroDataRetention')::boolean, at_ms, (operation ->> 'keyId')::bigint,
    operation ->> 'models', operation ->> 'judges');
  IF claim IS NOT NULL THEN
    -- What is left in the key's place has expired.
    INSERT INTO idempotency (account_id, key, fingerprint, request_id, created_ms)
    VALUES (wanted_account, claim ->> 'key', claim ->> 'fingerprint', operation ->> 'requestId', at_ms)
    ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
      request_id = excluded.request_id, created_ms = excluded.created_ms;
  END IF;
  RETURN '{"outcome": "reserved"}';
END $$;

-- A key in flight says which request it stands for.
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
  IF earlier.state = 'reserved' THEN
    RETURN jsonb_build_object('outcome', 'in_flight', 'requestId', earlier.id);
  END IF;
  RETURN jsonb_build_object('outcome', 'settled', 'requestId', earlier.id, 'chargeMicroCredits', earlier.charge,
    'responseBytes', earlier.response_bytes);
END $$;
