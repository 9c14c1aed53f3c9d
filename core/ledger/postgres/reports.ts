import type { Client } from 'pg';
import { LedgerError } from '../ledger-error.ts';
import { LISTED_KEYS, readListedKey } from '../ledger-row.ts';
import type { ListedKey } from '../ledger.ts';
import { readUsage, usageSql } from '../usage/usage-report.ts';
import type { UsageQuery, UsageRow } from '../usage/usage.ts';
import { rowsOf } from './connection.ts';

export function usageQuery({ by, within, accountId, fromMs, toMs }: UsageQuery): {
  text: string;
  values: unknown[];
} {
  const ofAccount = accountId === undefined ? '' : 'AND r.account_id = $3';
  return {
    text: usageSql({ by, within }, `r.finished_ms >= $1 AND r.finished_ms < $2 ${ofAccount}`),
    values: [fromMs, toMs, ...(accountId === undefined ? [] : [accountId])],
  };
}

/** @throws the driver's error, or LedgerError `invalid` where the rows are too many. */
export async function readPostgresUsage(client: Client, query: UsageQuery): Promise<readonly UsageRow[]> {
  return readUsage(await rowsOf(client, usageQuery(query)), query);
}

/** @throws the driver's error, or LedgerError `account-unknown`. */
export async function listPostgresKeys(client: Client, accountName?: string): Promise<readonly ListedKey[]> {
  const ofAccount = accountName === undefined ? '' : 'WHERE a.name = $1';
  const values = accountName === undefined ? [] : [accountName];
  const [rows, accounts] = [
    await rowsOf(client, { text: `${LISTED_KEYS} ${ofAccount} ORDER BY k.id`, values }),
    await rowsOf(client, { text: `SELECT a.id FROM account a ${ofAccount} LIMIT 1`, values }),
  ];
  if (accountName !== undefined && accounts.length === 0) {
    throw new LedgerError(
      'account-unknown',
      `There is no account ${accountName}. \`assay account list\` names them all.`,
    );
  }
  return rows.map(readListedKey);
}
