import { MAX_CACHE_AGE_SECONDS, type CacheQuery } from './cached-answer.ts';

/** Answers deleted in one statement, so that it holds nobody else for long. */
export const ANSWERS_DELETED_AT_ONCE = 500;

/**
 * The answer, where the account still may have a cache. An answer is as old as the ledger's own clock says.
 * @param parameter `?` or `$`, before a parameter's number: account, key and age in milliseconds.
 * @param nowMs how a statement names the present moment in Unix milliseconds.
 */
export function findAnswerSql(parameter: '?' | '$', nowMs: string): string {
  return `SELECT c.answer FROM cached_answer c JOIN account a ON a.id = c.account_id
    WHERE c.account_id = ${parameter}1 AND c.key = ${parameter}2
      AND c.stored_ms > a.cache_since_ms AND c.stored_ms > ${nowMs} - ${parameter}3 AND c.stored_ms <= ${nowMs} AND ${mayHaveAnswers(parameter)}`;
}

/** Of an account `a`. Under zero data retention it takes nothing of what was stored before either. */
export function mayHaveAnswers(parameter: '?' | '$'): string {
  const [on, off] = parameter === '?' ? ['1', '0'] : ['true', 'false'];
  return `(a.response_cache = ${on} AND a.zero_data_retention = ${off})`;
}

export function findAnswerParameters({ accountId, key, maxAgeMs }: CacheQuery): [number, string, number] {
  return [accountId, key, maxAgeMs];
}

/** Of accounts that may have no answers any more, and what is older than a moment in Unix milliseconds. */
export function deleteAnswersSql(parameter: '?' | '$'): string {
  return `DELETE FROM cached_answer WHERE id IN (
    SELECT id FROM cached_answer WHERE stored_ms < ${parameter}1 OR account_id IN (
      SELECT t.account_id FROM cache_total t JOIN account a ON a.id = t.account_id
      WHERE t.bytes > 0 AND NOT ${mayHaveAnswers(parameter)})
    LIMIT ${ANSWERS_DELETED_AT_ONCE})`;
}

/** Before this moment an answer was stored that nobody is given any more, Unix milliseconds. */
export function oldestAnswerMs(nowMs: number): number {
  return nowMs - MAX_CACHE_AGE_SECONDS * 1_000;
}
