import {
  ALERTS_AT_ONCE,
  CLAIM_MS,
  EVENT_LIFE_MS,
  EXPIRED_AT_ONCE,
  type ClaimedEvent,
  type EventReport,
  type NewAlert,
  type EventRequest,
  type Webhook,
} from '../webhooks/outbox.ts';
import { accountIdOf, type NamedAccount } from './accounts.ts';
import {
  changeSome,
  type Database,
  type Dialect,
  type Done,
  isOneOf,
  read,
  ROWS_AT_ONCE,
} from './database.ts';
import { readEvents, readAlert } from './events.ts';

/** @throws LedgerError `account-unknown`. */
export async function setWebhook(
  database: Database,
  { accountName, webhook }: NamedAccount & { readonly webhook: Webhook },
): Promise<Done> {
  return await changeSome(
    database,
    `INSERT INTO webhook (account_id, url, secret, created_ms) VALUES ($1, $2, $3, ${database.nowMs})
      ON CONFLICT (account_id) DO UPDATE SET url = excluded.url, secret = excluded.secret, created_ms = excluded.created_ms`,
    [await accountIdOf(database, accountName), webhook.url, webhook.secret],
  );
}

/** @throws LedgerError `account-unknown`. */
export async function removeWebhook(database: Database, { accountName }: NamedAccount): Promise<Done> {
  const accountId = await accountIdOf(database, accountName);
  return await changeSome(database, 'DELETE FROM webhook WHERE account_id = $1', [accountId]);
}

/** Deletes events of an account that has no webhook any more. @throws LedgerError `account-unknown`. */
export async function forgetEvents(database: Database, { accountName }: NamedAccount): Promise<Done> {
  return await changeSome(
    database,
    `DELETE FROM webhook_event WHERE id IN (SELECT id FROM webhook_event WHERE account_id = $1 LIMIT ${ROWS_AT_ONCE})
      AND NOT EXISTS (SELECT 1 FROM webhook WHERE account_id = $1)`,
    [await accountIdOf(database, accountName)],
  );
}

/** Makes events due now, and lets them be sent for another day. */
const dueAgain = ({ nowMs }: Dialect): string => `UPDATE webhook_event SET dead_ms = NULL,
  attempts = CASE WHEN dead_ms IS NULL THEN attempts ELSE 0 END, due_ms = ${nowMs}, until_ms = ${nowMs} + ${EVENT_LIFE_MS}`;

export async function retryEvent(database: Database, { id }: { readonly id: string }): Promise<Done> {
  return await changeSome(database, `${dueAgain(database)} WHERE id = $1`, [id]);
}

export async function retryDead(database: Database): Promise<Done> {
  return await changeSome(
    database,
    `${dueAgain(database)} WHERE id IN (SELECT id FROM webhook_event WHERE dead_ms IS NOT NULL LIMIT ${ROWS_AT_ONCE})`,
  );
}

/** Deletes dead letters that became so before then. */
export async function pruneEvents(
  database: Database,
  { beforeMs }: { readonly beforeMs: number },
): Promise<Done> {
  return await changeSome(
    database,
    `DELETE FROM webhook_event WHERE id IN (SELECT id FROM webhook_event WHERE dead_ms < $1 LIMIT ${ROWS_AT_ONCE})`,
    [beforeMs],
  );
}

/** Marks reached budgets as counted. */
export async function takeAlerts({
  query,
  skipLocked,
}: Database): Promise<Done & { readonly alerts: readonly NewAlert[] }> {
  const rows = await query(
    `WITH uncounted AS MATERIALIZED (SELECT id FROM budget_alert WHERE counted = 0
        LIMIT ${ALERTS_AT_ONCE} ${skipLocked('budget_alert')})
      UPDATE budget_alert SET counted = 1 WHERE id IN (SELECT id FROM uncounted)
      RETURNING account_id, family_id, period, threshold`,
  );
  return { rows: rows.length, isLast: true, alerts: rows.map(readAlert) };
}

/** `rows` of the result is the number of events that expired. */
export async function claimEvents(
  database: Database,
  {
    reports,
    requests,
  }: { readonly reports: readonly EventReport[]; readonly requests: readonly EventRequest[] },
): Promise<Done & { readonly claimed: readonly ClaimedEvent[] }> {
  const { nowMs, skipLocked } = database;
  await writeReports(database, reports);
  const expired = await database.query(
    `WITH expired AS MATERIALIZED (SELECT id FROM webhook_event WHERE dead_ms IS NULL AND until_ms <= ${nowMs}
        LIMIT ${EXPIRED_AT_ONCE} ${skipLocked('webhook_event')})
      UPDATE webhook_event SET dead_ms = ${nowMs} WHERE id IN (SELECT id FROM expired) RETURNING id`,
  );
  const ids: string[] = [];
  for (const { accountId, maxEvents } of requests) {
    const rows = await database.query(
      `WITH due AS MATERIALIZED (SELECT e.id FROM webhook_event e JOIN webhook w ON w.account_id = e.account_id
          WHERE e.account_id = $1 AND e.dead_ms IS NULL AND e.due_ms <= ${nowMs}
          ORDER BY e.due_ms LIMIT $2 ${skipLocked('e')})
        UPDATE webhook_event SET attempts = attempts + 1, due_ms = ${nowMs} + ${CLAIM_MS}
        WHERE id IN (SELECT id FROM due) RETURNING id`,
      [accountId, maxEvents],
    );
    ids.push(...rows.map((row) => read(row, 'id', 'text')));
  }
  const isClaimed = isOneOf('e.id', 'TEXT', database, '$1');
  const claimed = ids.length === 0 ? [] : await readEvents(database, isClaimed, JSON.stringify(ids));
  return { rows: expired.length, isLast: true, claimed };
}

/** Writes the results of claimed events. A late report on an event that was claimed again changes nothing. */
async function writeReports(database: Database, reports: readonly EventReport[]): Promise<void> {
  const { nowMs, items } = database;
  const delivered = reports.filter(({ outcome }) => outcome === 'delivered').map(({ id }) => id);
  const others = reports.filter(({ outcome }) => outcome !== 'delivered');
  // A delivered event is deleted even if another gateway has claimed it meanwhile.
  if (delivered.length > 0) {
    const isDelivered = isOneOf('id', 'TEXT', database, '$1');
    await database.query(`DELETE FROM webhook_event WHERE ${isDelivered}`, [JSON.stringify(delivered)]);
  }
  if (others.length === 0) return;
  await database.query(
    `UPDATE webhook_event SET
        due_ms = CASE WHEN o.outcome = 'dead' THEN due_ms ELSE ${nowMs} + o.pause_ms END,
        dead_ms = CASE WHEN o.outcome = 'dead' THEN ${nowMs} ELSE dead_ms END,
        attempts = CASE WHEN o.outcome = 'postponed' THEN attempts - 1 ELSE attempts END,
        last_failure = coalesce(o.failure, last_failure)
      FROM (SELECT item.value ->> 'id' AS event_id, CAST(item.value ->> 'attempt' AS BIGINT) AS attempt,
          item.value ->> 'outcome' AS outcome, CAST(item.value ->> 'pauseMs' AS BIGINT) AS pause_ms,
          item.value ->> 'failure' AS failure FROM ${items('$1')}) o
      WHERE id = o.event_id AND attempts = o.attempt`,
    [JSON.stringify(others)],
  );
}
