-- Suspended accounts, named keys that expire, the key of a request, corrections and notes.

ALTER TABLE account ADD COLUMN suspended boolean NOT NULL DEFAULT false;
ALTER TABLE api_key ADD COLUMN name text COLLATE "C" CHECK (length(name) BETWEEN 1 AND 64);
ALTER TABLE api_key ADD COLUMN expires_ms bigint CHECK (expires_ms >= 0);
-- No foreign key: checking it would lock the key's row for every request. Keys are never deleted, and `assay ledger
-- check` looks for missing ones.
ALTER TABLE request ADD COLUMN key_id bigint;

-- What an account used in a period.
CREATE INDEX request_finished ON request (account_id, finished_ms);

ALTER TABLE entry ADD COLUMN note text CHECK (length(note) BETWEEN 1 AND 200);
ALTER TABLE entry DROP CONSTRAINT entry_kind_check, DROP CONSTRAINT entry_check;
ALTER TABLE entry ADD CHECK (kind IN ('grant', 'correction', 'charge', 'release', 'house')),
  ADD CHECK ((kind IN ('grant', 'correction')) = (request_id IS NULL)),
  ADD CHECK (note IS NULL OR request_id IS NULL);

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
  INSERT INTO request (id, account_id, state, hold, owner, zero_data_retention, created_ms, key_id)
  VALUES (operation ->> 'requestId', wanted_account, 'reserved', wanted_hold, boot,
    (operation -> 'zeroDataRetention')::boolean, at_ms, (operation ->> 'keyId')::bigint);
  IF claim IS NOT NULL THEN
    -- What is left in the key's place has expired.
    INSERT INTO idempotency (account_id, key, fingerprint, request_id, created_ms)
    VALUES (wanted_account, claim ->> 'key', claim ->> 'fingerprint', operation ->> 'requestId', at_ms)
    ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
      request_id = excluded.request_id, created_ms = excluded.created_ms;
  END IF;
  RETURN '{"outcome": "reserved"}';
END $$;

CREATE OR REPLACE FUNCTION grant_credits(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  grant_amount CONSTANT bigint := operation -> 'microCredits';
  granted record;
BEGIN
  UPDATE account SET posted = posted + grant_amount
  WHERE name = operation ->> 'accountName' AND posted <= 9007199254740991 - grant_amount
  RETURNING id, posted, reserved INTO granted;
  IF NOT FOUND THEN
    PERFORM 1 FROM account WHERE name = operation ->> 'accountName';
    RETURN jsonb_build_object('refused', CASE WHEN FOUND THEN 'too-large' ELSE 'account-unknown' END);
  END IF;
  INSERT INTO entry (account_id, kind, amount, created_ms, note)
  VALUES (granted.id, 'grant', grant_amount, at_ms, operation ->> 'note');
  RETURN jsonb_build_object('posted', granted.posted, 'reserved', granted.reserved);
END $$;

-- Takes credits back. Credits that are reserved are not free to take.
CREATE FUNCTION correct_credits(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  amount CONSTANT bigint := operation -> 'microCredits';
  corrected record;
BEGIN
  UPDATE account SET posted = posted - amount
  WHERE name = operation ->> 'accountName' AND posted - reserved >= amount
  RETURNING id, posted, reserved INTO corrected;
  IF NOT FOUND THEN
    SELECT posted - reserved AS free INTO corrected FROM account WHERE name = operation ->> 'accountName';
    IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
    RETURN jsonb_build_object('refused', 'too-little', 'free', corrected.free);
  END IF;
  INSERT INTO entry (account_id, kind, amount, created_ms, note)
  VALUES (corrected.id, 'correction', amount, at_ms, operation ->> 'note');
  RETURN jsonb_build_object('posted', corrected.posted, 'reserved', corrected.reserved);
END $$;

CREATE FUNCTION suspend_account(operation jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account SET suspended = (operation -> 'suspended')::boolean WHERE name = operation ->> 'accountName';
  IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
  RETURN 'true';
END $$;

CREATE OR REPLACE FUNCTION create_key(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  owner_id bigint;
BEGIN
  SELECT id INTO owner_id FROM account WHERE name = operation ->> 'accountName';
  IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
  INSERT INTO api_key (account_id, prefix, hash, created_ms, name, expires_ms)
  VALUES (owner_id, operation ->> 'prefix', decode(operation ->> 'hash', 'hex'), at_ms,
    operation ->> 'name', (operation ->> 'expiresMs')::bigint) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN '{"refused": "key-exists"}'; END IF;
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
    WHEN 'revokeKey' THEN RETURN revoke_key(operation, at_ms);
    WHEN 'prunePrompts' THEN RETURN prune_prompts(operation, at_ms);
  END CASE;
END $$;
