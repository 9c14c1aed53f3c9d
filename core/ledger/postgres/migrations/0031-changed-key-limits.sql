-- The name and the limits of a key can be changed too.

CREATE OR REPLACE FUNCTION change_key(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  settings CONSTANT jsonb := operation -> 'settings';
  found_key record;
  heir record;
BEGIN
  SELECT id, account_id, coalesce(line_id, id) AS line_id, successor, revoked_ms INTO found_key
  FROM api_key WHERE prefix = operation ->> 'prefix' FOR UPDATE;
  IF settings ? 'expiresMs' AND found_key.successor IS NOT NULL THEN
    SELECT prefix, created_ms INTO heir FROM api_key WHERE prefix = found_key.successor;
    RETURN jsonb_build_object('refused', 'key-rotated', 'successor', heir.prefix, 'replacedMs', heir.created_ms);
  END IF;
  IF found_key.id IS NULL OR found_key.revoked_ms IS NOT NULL THEN RETURN '{"refused": "key-unknown"}'; END IF;
  UPDATE api_key
  SET expires_ms = CASE WHEN settings ? 'expiresMs' THEN (settings ->> 'expiresMs')::bigint ELSE expires_ms END,
    name = CASE WHEN settings ? 'name' THEN settings ->> 'name' ELSE name END,
    models = CASE WHEN settings ? 'models' THEN settings ->> 'models' ELSE models END,
    requests_per_minute = CASE WHEN settings ? 'requestsPerMinute'
      THEN (settings ->> 'requestsPerMinute')::integer ELSE requests_per_minute END
  WHERE id = found_key.id;
  PERFORM set_budgets(found_key.account_id, found_key.line_id, settings -> 'budgets', at_ms);
  RETURN 'true';
END $$;
