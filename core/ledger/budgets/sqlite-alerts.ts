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
