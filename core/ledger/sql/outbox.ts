import type { Done, OutboxChange } from '../ledger-step.ts';
import {
  ALERTS_AT_ONCE,
  CLAIM_MS,
  EVENT_LIFE_MS,
  EXPIRED_AT_ONCE,
  type EndedEvent,
} from '../webhooks/outbox.ts';
import { accountToChange } from './accounts.ts';
import { isOneOf, type Dialect } from './dialect.ts';
import { readEvents, readNewAlert } from './events.ts';
import { changeSome, type Query, ROWS_AT_ONCE, read } from './query.ts';

/** Changes webhooks or their events. @throws LedgerError `account-unknown`. */
export async function changeOutbox(query: Query, dialect: Dialect, change: OutboxChange): Promise<Done> {
  const events = 'FROM webhook_event';
  const again = `UPDATE webhook_event SET dead_ms = NULL, attempts = CASE WHEN dead_ms IS NULL THEN attempts ELSE 0 END,
    due_ms = ${dialect.nowMs}, until_ms = ${dialect.nowMs} + ${EVENT_LIFE_MS}`;
  switch (change.kind) {
    case 'setWebhook':
      return await changeSome(
        query,
        `INSERT INTO webhook (account_id, url, secret, created_ms) VALUES ($1, $2, $3, ${dialect.nowMs})
          ON CONFLICT (account_id) DO UPDATE SET url = excluded.url, secret = excluded.secret, created_ms = excluded.created_ms`,
        [await accountToChange(query, change.accountName), change.webhook.url, change.webhook.secret],
      );
    case 'removeWebhook':
      return await changeSome(query, 'DELETE FROM webhook WHERE account_id = $1', [
        await accountToChange(query, change.accountName),
      ]);
    case 'claimEvents':
      return await claimEvents(query, dialect, change);
    case 'takeAlerts':
      return await takeAlerts(query, dialect);
    case 'forgetEvents':
      return await changeSome(
        query,
        `DELETE ${events} WHERE id IN (SELECT id ${events} WHERE account_id = $1 LIMIT ${ROWS_AT_ONCE})
          AND NOT EXISTS (SELECT 1 FROM webhook WHERE account_id = $1)`,
        [await accountToChange(query, change.accountName)],
      );
    // Due now, for another day.
    case 'retryEvent':
      return await changeSome(query, `${again} WHERE id = $1`, [change.id]);
    case 'retryDead':
      return await changeSome(
        query,
        `${again} WHERE id IN (SELECT id ${events} WHERE dead_ms IS NOT NULL LIMIT ${ROWS_AT_ONCE})`,
      );
    case 'pruneEvents':
      return await changeSome(
        query,
        `DELETE ${events} WHERE id IN (SELECT id ${events} WHERE dead_ms < $1 LIMIT ${ROWS_AT_ONCE})`,
        [change.beforeMs],
      );
  }
  const unknown: never = change;
  throw new TypeError(`The outbox has no step ${JSON.stringify(unknown)}.`);
}

async function takeAlerts(query: Query, { skipLocked }: Dialect): Promise<Done> {
  const rows = await query(
    `WITH uncounted AS MATERIALIZED (SELECT id FROM budget_alert WHERE counted = 0
        LIMIT ${ALERTS_AT_ONCE} ${skipLocked('budget_alert')})
      UPDATE budget_alert SET counted = 1 WHERE id IN (SELECT id FROM uncounted)
      RETURNING account_id, family_id, period, threshold`,
  );
  return { rows: rows.length, isLast: true, alerts: rows.map(readNewAlert) };
}

async function claimEvents(
  query: Query,
  dialect: Dialect,
  { ended, wanted }: Extract<OutboxChange, { readonly kind: 'claimEvents' }>,
): Promise<Done> {
  const { nowMs, skipLocked } = dialect;
  await endEvents(query, dialect, ended);
  const expired = await query(
    `WITH expired AS MATERIALIZED (SELECT id FROM webhook_event WHERE dead_ms IS NULL AND until_ms <= ${nowMs}
        LIMIT ${EXPIRED_AT_ONCE} ${skipLocked('webhook_event')})
      UPDATE webhook_event SET dead_ms = ${nowMs} WHERE id IN (SELECT id FROM expired) RETURNING id`,
  );
  const ids: string[] = [];
  for (const { accountId, maxEvents } of wanted) {
    const taken = await query(
      `WITH due AS MATERIALIZED (SELECT e.id FROM webhook_event e JOIN webhook w ON w.account_id = e.account_id
          WHERE e.account_id = $1 AND e.dead_ms IS NULL AND e.due_ms <= ${nowMs}
          ORDER BY e.due_ms LIMIT $2 ${skipLocked('e')})
        UPDATE webhook_event SET attempts = attempts + 1, due_ms = ${nowMs} + ${CLAIM_MS}
        WHERE id IN (SELECT id FROM due) RETURNING id`,
      [accountId, maxEvents],
    );
    ids.push(...taken.map((row) => read(row, 'id', 'text')));
  }
  const isTaken = isOneOf('e.id', 'TEXT', dialect, '$1');
  const claimed = ids.length === 0 ? [] : await readEvents(query, dialect, isTaken, JSON.stringify(ids));
  return { rows: expired.length, isLast: true, claimed };
}

/** Writes what became of claimed events. A late report of one that was claimed again changes nothing. */
async function endEvents(query: Query, dialect: Dialect, ended: readonly EndedEvent[]): Promise<void> {
  const { nowMs, items } = dialect;
  const delivered = ended.filter(({ outcome }) => outcome === 'delivered').map(({ id }) => id);
  const others = ended.filter(({ outcome }) => outcome !== 'delivered');
  // Also where another gateway has claimed it meanwhile: it was delivered.
  if (delivered.length > 0) {
    const isDelivered = isOneOf('id', 'TEXT', dialect, '$1');
    await query(`DELETE FROM webhook_event WHERE ${isDelivered}`, [JSON.stringify(delivered)]);
  }
  if (others.length === 0) return;
  await query(
    `UPDATE webhook_event SET
        due_ms = CASE WHEN o.outcome = 'dead' THEN due_ms ELSE ${nowMs} + o.pause_ms END,
        dead_ms = CASE WHEN o.outcome = 'dead' THEN ${nowMs} ELSE dead_ms END,
        attempts = CASE WHEN o.outcome = 'postponed' THEN attempts - 1 ELSE attempts END,
        last_failure = coalesce(o.failure, last_failure)
      FROM (SELECT item.value ->> 'id' AS ended_id, CAST(item.value ->> 'attempt' AS BIGINT) AS attempt,
          item.value ->> 'outcome' AS outcome, CAST(item.value ->> 'pauseMs' AS BIGINT) AS pause_ms,
          item.value ->> 'failure' AS failure FROM ${items('$1')}) o
      WHERE id = o.ended_id AND attempts = o.attempt`,
    [JSON.stringify(others)],
  );
}
