-- Admin tokens, the audit log, and which payments were credited.

CREATE TABLE admin_token (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
  scope text COLLATE "C" NOT NULL CHECK (scope IN ('read', 'write')),
  prefix text COLLATE "C" NOT NULL UNIQUE CHECK (length(prefix) BETWEEN 1 AND 64),
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_ms bigint NOT NULL,
  revoked_ms bigint
);

CREATE TABLE audit_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  change_id text COLLATE "C" NOT NULL UNIQUE CHECK (length(change_id) BETWEEN 1 AND 64),
  at_ms bigint NOT NULL,
  via text COLLATE "C" NOT NULL CHECK (via IN ('command', 'api', 'program')),
  actor text COLLATE "C" NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
  origin text COLLATE "C" CHECK (length(origin) BETWEEN 1 AND 128),
  action text COLLATE "C" NOT NULL CHECK (length(action) BETWEEN 1 AND 64),
  subject text COLLATE "C" CHECK (length(subject) BETWEEN 1 AND 64),
  detail text COLLATE "C" NOT NULL CHECK (length(detail) BETWEEN 2 AND 4096)
);

CREATE INDEX audit_entry_at ON audit_entry (at_ms, id);

CREATE TABLE credit_claim (
  key text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(key) = 64),
  fingerprint text COLLATE "C" NOT NULL CHECK (length(fingerprint) = 64),
  account_id bigint NOT NULL REFERENCES account (id),
  -- The balance after the credits, for the answer to a repetition.
  posted bigint NOT NULL CHECK (posted >= 0),
  reserved bigint NOT NULL CHECK (reserved >= 0),
  created_ms bigint NOT NULL
);

CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % never change and are never deleted', TG_TABLE_NAME;
END $$;

CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER credit_claim_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_claim
FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- A change that is sent again after a lost connection is noted once.
CREATE FUNCTION write_audit(note jsonb, at_ms bigint) RETURNS boolean LANGUAGE sql AS $$
  INSERT INTO audit_entry (change_id, at_ms, via, actor, origin, action, subject, detail)
  VALUES (note ->> 'changeId', at_ms, note ->> 'via', note ->> 'name', note ->> 'origin', note ->> 'action',
    note ->> 'subject', note ->> 'detail')
  ON CONFLICT (change_id) DO NOTHING;
  SELECT true
$$;

CREATE FUNCTION create_admin_token(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO admin_token (name, scope, prefix, hash, created_ms)
  VALUES (operation ->> 'name', operation ->> 'scope', operation ->> 'prefix', decode(operation ->> 'hash', 'hex'), at_ms)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN '{"refused": "token-exists"}'; END IF;
  RETURN 'true';
END $$;

CREATE FUNCTION revoke_admin_token(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  UPDATE admin_token SET revoked_ms = at_ms WHERE name = operation ->> 'name' AND revoked_ms IS NULL;
  RETURN to_jsonb(FOUND);
END $$;

-- Gives or takes credits once for each claim. Gateways that were sent the same one wait for each other here; statements
-- after the lock see what the first of them committed.
CREATE FUNCTION credit_once(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  claim CONSTANT jsonb := operation -> 'claim';
  claimed record;
  outcome jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('assay credit ' || (claim ->> 'key'), 0));
  SELECT fingerprint, posted, reserved INTO claimed FROM credit_claim WHERE key = claim ->> 'key';
  IF FOUND THEN
    IF claimed.fingerprint <> claim ->> 'fingerprint' THEN RETURN '{"refused": "claim-mismatch"}'; END IF;
    RETURN jsonb_build_object('posted', claimed.posted, 'reserved', claimed.reserved, 'isRepeated', true);
  END IF;
  outcome := apply_operation(operation, boot, at_ms);
  IF outcome ? 'refused' THEN RETURN outcome; END IF;
  INSERT INTO credit_claim (key, fingerprint, account_id, posted, reserved, created_ms)
  SELECT claim ->> 'key', claim ->> 'fingerprint', id, posted, reserved, at_ms
  FROM account WHERE name = operation ->> 'accountName';
  RETURN outcome;
END $$;

-- An operation, and in the same transaction what the audit log keeps of it where it changed something.
CREATE FUNCTION apply_audited(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  outcome jsonb;
BEGIN
  outcome := CASE
    WHEN operation ->> 'kind' = 'createAdminToken' THEN create_admin_token(operation, at_ms)
    WHEN operation ->> 'kind' = 'revokeAdminToken' THEN revoke_admin_token(operation, at_ms)
    WHEN operation ->> 'kind' = 'record' THEN 'true'
    WHEN jsonb_typeof(operation -> 'claim') = 'object' THEN credit_once(operation, boot, at_ms)
    ELSE apply_operation(operation, boot, at_ms) END;
  IF outcome NOT IN ('false', '0') AND NOT outcome ?| ARRAY['refused', 'isRepeated'] THEN
    PERFORM write_audit(operation -> 'audit', at_ms);
  END IF;
  RETURN outcome;
END $$;

CREATE OR REPLACE FUNCTION apply_batch(boot text, boot_epoch bigint, operations jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  operation jsonb;
  endings jsonb;
  ended jsonb;
  outcomes jsonb[] := '{}';
BEGIN
  IF boot IS NOT NULL THEN
    UPDATE gateway SET renewals = nextval('gateway_number'), renewed_ms = now_ms()
    WHERE boot_id = boot AND epoch = boot_epoch;
    IF NOT FOUND THEN RAISE EXCEPTION 'the lease is lost' USING ERRCODE = 'AS001'; END IF;
  END IF;
  PERFORM lock_accounts(operations);
  -- What gives credits back comes first; the order of operations that arrived together is nobody's.
  SELECT jsonb_agg(o.operation || jsonb_build_object('n', o.n)) INTO endings
  FROM jsonb_array_elements(operations) WITH ORDINALITY o (operation, n)
  WHERE o.operation ->> 'kind' IN ('settle', 'void');
  IF endings IS NOT NULL THEN ended := end_requests(endings, boot, now_ms()); END IF;
  FOR operation IN SELECT * FROM jsonb_array_elements(operations) LOOP
    outcomes := outcomes || CASE
      WHEN operation ->> 'kind' IN ('settle', 'void') THEN ended -> (cardinality(outcomes) + 1)::text
      WHEN operation ? 'audit' THEN apply_audited(operation, boot, now_ms())
      ELSE apply_operation(operation, boot, now_ms()) END;
  END LOOP;
  RETURN to_jsonb(outcomes);
END $$;
