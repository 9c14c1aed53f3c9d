/**
 * Webhooks, and the outbox of what they are told: one event for each request that ends, from the transaction that ends
 * it, whoever does, and one for each alert. An account without a webhook has none.
 */
export const WEBHOOKS = `
CREATE TABLE webhook (
  account_id INTEGER PRIMARY KEY REFERENCES account (id),
  url TEXT NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  -- As it is: events are signed with it.
  secret TEXT NOT NULL CHECK (length(secret) BETWEEN 1 AND 128),
  created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE webhook_event (
  id TEXT NOT NULL PRIMARY KEY,
  request_id TEXT REFERENCES request (id),
  alert_id TEXT REFERENCES budget_alert (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  -- When it may be sent. A claim moves this on, so that an event is due again where who claimed it has died.
  due_ms INTEGER NOT NULL,
  -- When it is given up.
  until_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  dead_ms INTEGER,
  last_failure TEXT CHECK (length(last_failure) BETWEEN 1 AND 64),
  CHECK ((request_id IS NULL) <> (alert_id IS NULL)),
  CHECK (id = coalesce(request_id, alert_id))
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_event_due ON webhook_event (account_id, due_ms) WHERE dead_ms IS NULL;
CREATE INDEX webhook_event_until ON webhook_event (until_ms) WHERE dead_ms IS NULL;
CREATE INDEX webhook_event_dead ON webhook_event (dead_ms) WHERE dead_ms IS NOT NULL;

CREATE TRIGGER request_ended AFTER UPDATE OF state ON request
WHEN old.state = 'reserved' AND new.state <> 'reserved'
BEGIN
  INSERT INTO webhook_event (id, request_id, account_id, due_ms, until_ms)
  SELECT new.id, new.id, new.account_id, new.finished_ms, new.finished_ms + 24 * 60 * 60 * 1000
  FROM webhook w WHERE w.account_id = new.account_id;
END;

CREATE TRIGGER budget_reached AFTER INSERT ON budget_alert
BEGIN
  INSERT INTO webhook_event (id, alert_id, account_id, due_ms, until_ms)
  SELECT new.id, new.id, new.account_id, new.at_ms, new.at_ms + 24 * 60 * 60 * 1000
  FROM webhook w WHERE w.account_id = new.account_id;
END;
`;
