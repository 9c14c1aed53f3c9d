-- Which models a key may ask, as a JSON array of IDs, and how often it may ask, where that is not the account's.

ALTER TABLE api_key ADD COLUMN models text;
ALTER TABLE api_key ADD COLUMN requests_per_minute integer CHECK (requests_per_minute > 0);

CREATE OR REPLACE FUNCTION create_key(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  owner_id bigint;
  made_id bigint;
BEGIN
  SELECT id INTO owner_id FROM account WHERE name = operation ->> 'accountName';
  IF NOT FOUND THEN RETURN '{"refused": "account-unknown"}'; END IF;
  INSERT INTO api_key (account_id, prefix, hash, created_ms, name, expires_ms, models, requests_per_minute)
  VALUES (owner_id, operation ->> 'prefix', decode(operation ->> 'hash', 'hex'), at_ms, operation ->> 'name',
    (operation ->> 'expiresMs')::bigint, operation ->> 'models', (operation ->> 'requestsPerMinute')::integer)
  ON CONFLICT DO NOTHING RETURNING id INTO made_id;
  IF NOT FOUND THEN RETURN '{"refused": "key-exists"}'; END IF;
  PERFORM set_budgets(owner_id, made_id, operation -> 'budgets', at_ms);
  RETURN 'true';
END $$;

-- A key that takes another one's place has its limits too.
CREATE FUNCTION take_over_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE assay.api_key SET models = new.models, requests_per_minute = new.requests_per_minute
  WHERE prefix = new.successor;
  RETURN NULL;
END $$;

CREATE TRIGGER limits_taken_over AFTER UPDATE OF successor ON api_key FOR EACH ROW
WHEN (new.successor IS NOT NULL AND old.successor IS NULL) EXECUTE FUNCTION take_over_limits();
