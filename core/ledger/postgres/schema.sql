-- Additions of PostgreSQL to the tables of `sql/schema.sql`.

-- Free space in a page lets a row that often changes, such as a balance, change without a change of its indexes.
ALTER TABLE account SET (fillfactor = 20);
ALTER TABLE budget SET (fillfactor = 20);
ALTER TABLE text_total SET (fillfactor = 20);
ALTER TABLE cache_total SET (fillfactor = 20);
ALTER TABLE webhook_event SET (fillfactor = 50);
-- Every request passes through it, so its dead rows are vacuumed often.
ALTER TABLE open_request SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX open_request_account ON open_request (account_id);
ALTER TABLE idempotency ADD UNIQUE (request_id);

-- Its numbers never repeat, so that a gateway that lost its row and came back is not confused with its earlier session.
CREATE SEQUENCE gateway_number;

-- Living gateways, and those recently considered dead. A gateway may hold and charge while its row is not taken.
CREATE TABLE gateway (
  boot_id text COLLATE "C" PRIMARY KEY CHECK (length(boot_id) BETWEEN 1 AND 64),
  -- Each session of its writer changes it, and so does taking the row, so that late batches are refused.
  epoch bigint NOT NULL,
  -- The number of its last batch, written in the same transaction. It shows after a lost connection whether the batch took
  -- effect.
  batch bigint NOT NULL,
  -- Every renewal changes it to a number that never occurred before. Other gateways watch it by their own clocks.
  renewals bigint NOT NULL,
  renewed_ms bigint NOT NULL,
  -- 1 if it is considered dead, so that others end its requests. The row stays for a day, because the gateway may come back
  -- and look up its last batch.
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
