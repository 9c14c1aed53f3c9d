import { bindingBudgets } from './key-line-sql.ts';
import { writeAlerts } from './sqlite-alerts.ts';
import { moveToPeriod } from './sqlite-periods.ts';

/**
 * What accounts and keys may spend in a day and a month, and how much of that is spent and held. Triggers count, so that
 * the figures are exact whoever opens or ends a request: a charge counts in the period in which its request ends, a hold
 * in every period until then. A key and the keys that took its place share the budgets of the first, so that a rotation
 * leaves no more to spend. Alerts say which budgets have reached a part of their amount.
 */
export const BUDGETS = `
CREATE TABLE budget (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  -- Null for the budget of the whole account.
  key_id INTEGER REFERENCES api_key (id),
  period TEXT NOT NULL CHECK (period IN ('day', 'month')),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}),
  -- The period that is counted: from the one moment to before the other.
  starts_ms INTEGER NOT NULL,
  ends_ms INTEGER NOT NULL CHECK (ends_ms > starts_ms),
  charged INTEGER NOT NULL CHECK (charged >= 0),
  held INTEGER NOT NULL CHECK (held >= 0)
) STRICT;

CREATE UNIQUE INDEX budget_scope ON budget (account_id, coalesce(key_id, 0), period);

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

CREATE TRIGGER budget_hold_taken AFTER INSERT ON request WHEN new.state = 'reserved'
BEGIN
  UPDATE budget SET held = held + new.hold WHERE ${bindingBudgets('new.account_id', 'new.key_id')};
END;

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
