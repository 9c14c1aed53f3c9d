-- A key that takes another one's place, which goes on until its grace ends.

ALTER TABLE api_key ADD COLUMN successor text COLLATE "C" CHECK (length(successor) BETWEEN 1 AND 64);

CREATE FUNCTION rotate_key(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  made CONSTANT jsonb := operation -> 'successor';
  grace_ms CONSTANT bigint := operation -> 'graceMs';
  old record;
BEGIN
  SELECT k.id, k.account_id, k.name, k.expires_ms, k.successor, a.name AS account_name INTO old
  FROM api_key k JOIN account a ON a.id = k.account_id
  WHERE k.prefix = operation ->> 'prefix' AND k.revoked_ms IS NULL
    AND (k.expires_ms IS NULL OR k.expires_ms > at_ms) FOR UPDATE OF k;
  IF NOT FOUND THEN RETURN '{"refused": "key-unknown"}'; END IF;
  IF old.successor IS NOT NULL THEN
    RETURN jsonb_build_object('refused', 'key-rotated', 'successor', old.successor);
  END IF;
  INSERT INTO api_key (account_id, prefix, hash, created_ms, name, expires_ms)
  VALUES (old.account_id, made ->> 'prefix', decode(made ->> 'hash', 'hex'), at_ms, old.name, old.expires_ms)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN '{"refused": "key-exists"}'; END IF;
  UPDATE api_key SET successor = made ->> 'prefix', expires_ms = least(expires_ms, at_ms + grace_ms),
    revoked_ms = CASE WHEN grace_ms = 0 THEN at_ms END
  WHERE id = old.id;
  RETURN jsonb_build_object('accountName', old.account_name, 'name', old.name, 'expiresMs', old.expires_ms,
    'oldExpiresMs', least(old.expires_ms, at_ms + grace_ms));
END $$;

CREATE OR REPLACE FUNCTION apply_audited(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  outcome jsonb;
BEGIN
  outcome := CASE
    WHEN operation ->> 'kind' = 'createAdminToken' THEN create_admin_token(operation, at_ms)
    WHEN operation ->> 'kind' = 'revokeAdminToken' THEN revoke_admin_token(operation, at_ms)
    WHEN operation ->> 'kind' = 'record' THEN 'true'
    WHEN operation ->> 'kind' = 'rotateKey' THEN rotate_key(operation, at_ms)
    WHEN jsonb_typeof(operation -> 'claim') = 'object' THEN credit_once(operation, boot, at_ms)
    ELSE apply_operation(operation, boot, at_ms) END;
  IF outcome NOT IN ('false', '0') AND NOT outcome ?| ARRAY['refused', 'isRepeated'] THEN
    PERFORM write_audit(operation -> 'audit', at_ms);
  END IF;
  RETURN outcome;
END $$;
