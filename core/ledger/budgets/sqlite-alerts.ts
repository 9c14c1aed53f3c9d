import { bindingBudgets } from './key-line-sql.ts';
import { moveToPeriod } from './sqlite-key-lines.ts';

/**
 * Writes which budgets of an account have reached a threshold, each once a period.
 * @param account how the statement names the account, and @param at the moment, an integer of Unix milliseconds.
 */
export function writeAlerts(account: string, at: string): string {
  return `INSERT INTO budget_alert (id, account_id, key_id, period, starts_ms, ends_ms, threshold, amount, charged, at_ms)
    SELECT 'budget_' || lower(hex(randomblob(16))), b.account_id, b.key_id, b.period, b.starts_ms, b.ends_ms, t.threshold,
      b.amount, b.charged, ${at}
    FROM budget b JOIN (SELECT 80 AS threshold UNION ALL SELECT 100) t
    WHERE b.account_id = ${account} AND b.charged > 0 AND b.charged * 100 >= b.amount * t.threshold
      AND NOT EXISTS (SELECT 1 FROM budget_alert a WHERE a.account_id = b.account_id
        AND coalesce(a.key_id, 0) = coalesce(b.key_id, 0) AND a.period = b.period AND a.starts_ms = b.starts_ms
        AND a.threshold = t.threshold)`;
}

/** Budgets that have reached a part of their amount, and an outbox for what accounts are told of them. */
export const BUDGET_ALERTS = `
CREATE TABLE budget_alert (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  account_id INTEGER NOT NULL REFERENCES account (id),
  -- As of the budget.
  key_id INTEGER REFERENCES api_key (id),
  period TEXT NOT NULL CHECK (period IN ('day', 'month')),
  starts_ms INTEGER NOT NULL,
  ends_ms INTEGER NOT NULL,
  -- Per cent of the amount.
  threshold INTEGER NOT NULL CHECK (threshold IN (80, 100)),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  charged INTEGER NOT NULL CHECK (charged >= 0),
  at_ms INTEGER NOT NULL,
  -- In the metric of one gateway.
  counted INTEGER NOT NULL DEFAULT 0 CHECK (counted IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX budget_alert_once ON budget_alert (account_id, coalesce(key_id, 0), period, starts_ms, threshold);
CREATE INDEX budget_alert_uncounted ON budget_alert (id) WHERE NOT counted;

DROP TRIGGER request_ended;
CREATE TABLE webhook_event_of_both (
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
INSERT INTO webhook_event_of_both (id, request_id, account_id, due_ms, until_ms, attempts, dead_ms, last_failure)
SELECT request_id, request_id, account_id, due_ms, until_ms, attempts, dead_ms, last_failure FROM webhook_event;
DROP TABLE webhook_event;
ALTER TABLE webhook_event_of_both RENAME TO webhook_event;

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

DROP TRIGGER budget_request_ended;
CREATE TRIGGER budget_request_ended AFTER UPDATE OF state ON request
WHEN old.state = 'reserved' AND new.state <> 'reserved'
BEGIN
  UPDATE budget SET held = held - old.hold,
    charged = charged + iif(starts_ms <= new.finished_ms AND new.finished_ms < ends_ms, new.charge, 0)
  WHERE ${bindingBudgets('new.account_id', 'new.key_id')};
  ${moveToPeriod('new.account_id', 'new.finished_ms')};
  ${writeAlerts('new.account_id', 'new.finished_ms')};
END;
`;
