-- What PostgreSQL has beside the tables of `sql/schema.sql`.

-- Room in a page lets a row that changes often, such as a balance, change without touching an index.
ALTER TABLE account SET (fillfactor = 20);
ALTER TABLE budget SET (fillfactor = 20);
ALTER TABLE text_total SET (fillfactor = 20);
ALTER TABLE cache_total SET (fillfactor = 20);
ALTER TABLE webhook_event SET (fillfactor = 50);
-- Every request passes through it, so what has left it is cleared away often.
ALTER TABLE open_request SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX open_request_account ON open_request (account_id);
ALTER TABLE idempotency ADD UNIQUE (request_id);

-- Numbers that nobody has had before, so that a gateway that lost its row and came back is never taken for itself earlier.
CREATE SEQUENCE gateway_number;

-- The gateways that live, and those that were taken for dead lately. A row that was not taken is the right to hold and to
-- charge.
CREATE TABLE gateway (
  boot_id text COLLATE "C" PRIMARY KEY CHECK (length(boot_id) BETWEEN 1 AND 64),
  -- Another with every session of its writer, and when it is taken, so that what is still on its way is refused.
  epoch bigint NOT NULL,
  -- The number of its last batch, written with it: whether a batch took effect is known after a lost connection.
  batch bigint NOT NULL,
  -- Another with every renewal, never one that was there before. Others watch it by their own clocks.
  renewals bigint NOT NULL,
  renewed_ms bigint NOT NULL,
  -- Taken for dead: what it holds is ended by others. The row is kept for a while, since the gateway may ask for its batch.
  taken smallint NOT NULL
) WITH (fillfactor = 10);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % never change and are never deleted', TG_TABLE_NAME;
END $$;

CREATE TRIGGER credit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON credit EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_claim_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_claim EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry EXECUTE FUNCTION refuse_change();
CREATE TRIGGER call_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON call EXECUTE FUNCTION refuse_change();
-- Erasing the texts of a request puts it under zero data retention.
CREATE TRIGGER request_stays BEFORE DELETE OR TRUNCATE OR UPDATE OF id, account_id, key_id, owner, state, hold, charge,
  absorbed, models, judges, created_ms, finished_ms ON request EXECUTE FUNCTION refuse_change();
