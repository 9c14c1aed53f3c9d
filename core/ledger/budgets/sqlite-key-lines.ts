import { bindingBudgets, countsInBudget } from './key-line-sql.ts';

const startOf = (at: string): string => `unixepoch(${at} / 1000, 'unixepoch', 'start of ' || period) * 1000`;
const endOf = (at: string): string =>
  `unixepoch(${at} / 1000, 'unixepoch', 'start of ' || period, '+1 ' || period) * 1000`;

/**
 * Moves budgets of another period to that of this moment and counts again what was charged in it; after midnight that is
 * nothing yet.
 * @param account how the statement names the account, and @param at the moment, an integer of Unix milliseconds.
 */
export function moveToPeriod(account: string, at: string): string {
  return `UPDATE budget SET starts_ms = ${startOf(at)}, ends_ms = ${endOf(at)}, charged = (
      SELECT coalesce(sum(r.charge), 0) FROM request r
      WHERE r.account_id = budget.account_id AND ${countsInBudget('r.key_id', 'budget.key_id')}
        AND r.finished_ms >= ${startOf(at)} AND r.finished_ms < ${endOf(at)})
    WHERE account_id = ${account} AND NOT (starts_ms <= ${at} AND ${at} < ends_ms)`;
}

/**
 * A key and the keys that took its place share its budgets, so that a rotation leaves no more to spend. Where keys were
 * rotated before, those of the newest become those of all.
 */
export const KEY_LINES = `
-- The first of the keys that took each other's place; null for that itself.
ALTER TABLE api_key ADD COLUMN line_id INTEGER REFERENCES api_key (id);
CREATE INDEX api_key_line ON api_key (line_id) WHERE line_id IS NOT NULL;

WITH RECURSIVE line (first_id, id, successor) AS (
  SELECT id, id, successor FROM api_key WHERE successor IS NOT NULL
    AND prefix NOT IN (SELECT successor FROM api_key WHERE successor IS NOT NULL)
  UNION ALL SELECT l.first_id, s.id, s.successor FROM line l JOIN api_key s ON s.prefix = l.successor
)
UPDATE api_key SET line_id = l.first_id FROM line l WHERE api_key.id = l.id AND l.id <> l.first_id;

DELETE FROM budget WHERE key_id IN (SELECT id FROM api_key WHERE successor IS NOT NULL);
-- Of no period yet: what was charged is counted as they are moved to the present one.
UPDATE budget SET key_id = s.line_id, starts_ms = 0, ends_ms = 1, charged = 0, held = (
  SELECT coalesce(sum(r.hold), 0) FROM request r WHERE r.account_id = budget.account_id AND r.state = 'reserved'
    AND ${countsInBudget('r.key_id', 's.line_id')})
FROM api_key s WHERE s.id = budget.key_id AND s.line_id IS NOT NULL;

DROP TRIGGER budget_hold_taken;
CREATE TRIGGER budget_hold_taken AFTER INSERT ON request WHEN new.state = 'reserved'
BEGIN
  UPDATE budget SET held = held + new.hold WHERE ${bindingBudgets('new.account_id', 'new.key_id')};
END;

DROP TRIGGER budget_hold_raised;
CREATE TRIGGER budget_hold_raised AFTER UPDATE OF hold ON request WHEN new.state = 'reserved'
BEGIN
  UPDATE budget SET held = held + new.hold - old.hold WHERE ${bindingBudgets('new.account_id', 'new.key_id')};
END;

DROP TRIGGER budget_request_ended;
CREATE TRIGGER budget_request_ended AFTER UPDATE OF state ON request
WHEN old.state = 'reserved' AND new.state <> 'reserved'
BEGIN
  UPDATE budget SET held = held - old.hold,
    charged = charged + iif(starts_ms <= new.finished_ms AND new.finished_ms < ends_ms, new.charge, 0)
  WHERE ${bindingBudgets('new.account_id', 'new.key_id')};
  ${moveToPeriod('new.account_id', 'new.finished_ms')};
END;

DROP TRIGGER budget_key_rotated;
CREATE TRIGGER key_line_goes_on AFTER UPDATE OF successor ON api_key WHEN new.successor IS NOT NULL
BEGIN
  UPDATE api_key SET line_id = coalesce(new.line_id, new.id) WHERE prefix = new.successor;
END;
`;
