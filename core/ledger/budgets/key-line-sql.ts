/** A key and those that took its place are one line with one budget: it is that of the first. */
export const LINE_OF_KEY = 'coalesce(k.line_id, k.id)';

/** The budgets that bind a request. @param account and @param key how the statement names the two. */
export function bindingBudgets(account: string, key: string): string {
  return `account_id = ${account} AND (key_id IS NULL
    OR key_id = (SELECT ${LINE_OF_KEY} FROM api_key k WHERE k.id = ${key}))`;
}

/** Whether a request counts in a budget. @param key of the request. @param budgetKey that of the budget. */
export function countsInBudget(key: string, budgetKey: string): string {
  return `(${budgetKey} IS NULL
    OR ${key} IN (SELECT k.id FROM api_key k WHERE k.id = ${budgetKey} OR k.line_id = ${budgetKey}))`;
}
