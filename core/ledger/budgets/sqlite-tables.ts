/** As the landed migration says it; a later one lets rotated keys share their budgets. */
function bindingBudgets(account: string, key: string): string {
  return `account_id = ${account} AND (key_id IS NULL OR key_id = ${key})`;
}

const startOf = (at: string): string => `unixepoch(${at} / 1000, 'unixepoch', 'start of ' || period) * 1000`;
const endOf = (at: string): string =>
  `unixepoch(${at} / 1000, 'unixepoch', 'start of ' || period, '+1 ' || period) * 1000`;

function moveToPeriod(account: string, at: string): string {
  return `UPDATE budget SET starts_ms = ${startOf(at)}, ends_ms = ${endOf(at)}, charged = (
      SELECT coalesce(sum(r.charge), 0) FROM request r
      WHERE r.account_id = budget.account_id AND (budget.key_id IS NULL OR r.key_id = budget.key_id)
        AND r.finished_ms >= ${startOf(at)} AND r.finished_ms < ${endOf(at)})
    WHERE account_id = ${account} AND NOT (starts_ms <= ${at} AND ${at} < ends_ms)`;
}

/**
 * What accounts and keys may spend in a day and a month, and how much of that is spent and held. Triggers count, so that
 * the figures are exact whoever opens or ends a request: a charge counts in the period in which its request ends, a hold
 * in every period until then.
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

CREATE TRIGGER budget_hold_taken AFTER INSERT ON request WHEN new.state = 'reserved'
BEGIN
  UPDATE budget SET held = held + new.hold WHERE ${bindingBudgets('new.account_id', 'new.key_id')};
END;

CREATE TRIGGER budget_hold_raised AFTER UPDATE OF hold ON request WHEN new.state = 'reserved'
BEGIN
  UPDATE budget SET held = held + new.hold - old.hold WHERE ${bindingBudgets('new.account_id', 'new.key_id')};
END;

CREATE TRIGGER budget_request_ended AFTER UPDATE OF state ON request
WHEN old.state = 'reserved' AND new.state <> 'reserved'
BEGIN
  UPDATE budget SET held = held - old.hold,
    charged = charged + iif(starts_ms <= new.finished_ms AND new.finished_ms < ends_ms, new.charge, 0)
  WHERE ${bindingBudgets('new.account_id', 'new.key_id')};
  ${moveToPeriod('new.account_id', 'new.finished_ms')};
END;

-- Of no period yet, and nothing is charged or held with the new key.
CREATE TRIGGER budget_key_rotated AFTER UPDATE OF successor ON api_key WHEN new.successor IS NOT NULL
BEGIN
  INSERT INTO budget (account_id, key_id, period, amount, starts_ms, ends_ms, charged, held)
  SELECT b.account_id, s.id, b.period, b.amount, 0, 1, 0, 0
  FROM budget b JOIN api_key s ON s.prefix = new.successor WHERE b.key_id = new.id;
END;
`;
