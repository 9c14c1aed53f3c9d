import { changeSql } from './change-sql.ts';
import type { Edit, Guard, Sources } from './guard.ts';

const inSql = (within: string, find: string, put?: string): ((sources: Sources) => Edit) =>
  changeSql('core/ledger/postgres', { within, find, ...(put !== undefined && { put }) });

export const POSTGRES_GUARDS: readonly Guard[] = [
  {
    name: 'PostgreSQL: the hold fits the free balance',
    remove: inSql('FUNCTION reserve_request (', 'AND posted - reserved >= ?'),
    test: 'postgres-ledger',
    title: 'takes a hold equal to the balance, and not one micro-credit more',
  },
  {
    name: 'PostgreSQL: a correction fits the free balance',
    remove: inSql('FUNCTION correct_credits (', 'AND posted - reserved >= amount'),
    test: 'postgres-ledger',
    title: 'take back what is free, with a note, and never more',
  },
  {
    name: 'PostgreSQL: a key of a payment is for that payment',
    remove: inSql(
      'FUNCTION credit_once (',
      `IF claimed.fingerprint <> claim ->> 'fingerprint' THEN RETURN '{"refused": "claim-mismatch"}'; END IF;`,
    ),
    test: 'postgres-ledger',
    title: 'have the balance of the first time, and refuse another payment',
  },
  {
    name: 'PostgreSQL: the audit log keeps its entries',
    remove: inSql('CREATE TRIGGER audit_stays', 'FOR EACH STATEMENT', 'FOR EACH STATEMENT WHEN (false)'),
    test: 'postgres-ledger',
    title: 'cannot be rewritten',
  },
  {
    name: 'PostgreSQL: a hold fits in every budget',
    remove: inSql('FUNCTION reserve_request (', 'AND (budget_left IS NULL OR budget_left >= wanted_hold)'),
    test: 'postgres-ledger',
    title: 'lets of a hundred spenders at once exactly those pass that fit',
  },
  {
    name: 'PostgreSQL: a budget begins anew with its period',
    remove: inSql('FUNCTION left_of_budgets (', 'PERFORM move_budgets(account, at_ms);'),
    test: 'budget-clock/postgres',
    title: 'a day and a month that end on %s',
  },
  {
    name: 'PostgreSQL: budgets count every charge',
    remove: inSql(
      'FUNCTION count_changed_requests (',
      'charged = b.charged + c.charged',
      'charged = b.charged',
    ),
    test: 'postgres-ledger',
    title: 'counts what recovery charges of a request that was delivering',
  },
  {
    name: 'PostgreSQL: a rotated key shares its budgets',
    remove: inSql('CREATE FUNCTION continue_line (', 'coalesce(new.line_id, new.id)', 'NULL'),
    test: 'postgres-ledger',
    title: 'for another by a rotation shares its budgets with it, and with the one after',
  },
  {
    name: 'PostgreSQL: a charge that reaches a budget is told of',
    remove: inSql(
      'FUNCTION count_changed_requests (',
      'PERFORM assay.write_alerts(e.account_id, e.ended_ms)',
      'PERFORM 1',
    ),
    test: 'postgres-ledger',
    title: 'is told of at 80 and at 100 %, to the micro-credit, each once',
  },
  {
    name: 'PostgreSQL: a budget is told of once a period',
    remove: inSql('FUNCTION write_alerts (', 'AND NOT EXISTS (', 'AND true OR EXISTS ('),
    test: 'postgres-ledger',
    title: 'is told of at 80 and at 100 %, to the micro-credit, each once',
  },
  {
    name: 'PostgreSQL: the CHECK under the balance',
    remove: inSql('CREATE TABLE account', 'reserved >= 0 AND'),
    test: 'postgres/check',
    title: 'less than nothing reserved',
  },
  {
    name: 'PostgreSQL: one charge for each request, UNIQUE',
    remove: inSql('CREATE UNIQUE INDEX entry_once', 'UNIQUE'),
    test: 'unique-rows',
    title: 'a second charge',
  },
  {
    name: 'PostgreSQL: a request id is used once',
    remove: inSql(
      'FUNCTION reserve_request (',
      "operation ->> 'judges');",
      "operation ->> 'judges') ON CONFLICT DO NOTHING;",
    ),
    test: 'postgres-ledger',
    title: 'refuses a request id used before',
  },
  {
    name: 'PostgreSQL: one request for each idempotency key, UNIQUE',
    remove: inSql('CREATE TABLE idempotency', 'UNIQUE'),
    test: 'unique-rows',
    title: 'a second key for one request',
  },
  {
    name: 'PostgreSQL: the idempotency key is looked up first',
    remove: inSql('FUNCTION reserve_request (', 'IF earlier IS NOT NULL THEN RETURN earlier; END IF;'),
    test: 'postgres-ledger',
    title: 'lets one of a hundred at once run',
  },
  {
    name: 'PostgreSQL: only the owner ends a request',
    remove: inSql('FUNCTION finish_requests (', 'AND ?.owner = boot'),
    test: 'postgres-ledger',
    title: 'and by the process that reserved it',
  },
  {
    name: 'PostgreSQL: a lost lease writes nothing',
    remove: inSql('FUNCTION apply_batch (', 'RAISE EXCEPTION', 'RAISE NOTICE'),
    test: 'postgres/connection',
    title: 'a grant that arrives after it was reported as failed changes nothing',
  },
  {
    name: 'PostgreSQL: a lease is taken only from a silent gateway',
    remove: inSql('FUNCTION recover_requests (', "AND renewals = (? -> 'renewals')::bigint"),
    test: 'postgres/lease',
    title: 'are not taken from a gateway that shows life between the look and the taking',
  },
  {
    name: 'PostgreSQL: a request ends once',
    remove: inSql('FUNCTION finish_requests (', "AND ?.state = 'reserved'"),
    test: 'postgres-ledger',
    title: 'after %s',
  },
  {
    name: 'PostgreSQL: no text under zero data retention',
    remove: inSql('FUNCTION keep_texts (', 'AND NOT r.zero_data_retention'),
    test: 'postgres-ledger',
    title: 'under zero data retention takes no text, and the request stays open',
  },
  {
    name: 'PostgreSQL: a delivering request is never voided',
    remove: inSql('FUNCTION finish_requests (', "AND NOT (?.delivering AND ?.state = 'voided')"),
    test: 'postgres-ledger',
    title: 'is never voided, and its hold stands',
  },
  {
    name: 'PostgreSQL: recovery charges what was delivered',
    remove: inSql(
      'FUNCTION recover_requests (',
      "'chargeMicroCredits', least(?.hold, ?.cost), 'absorbedMicroCredits', ?.cost - least(?.hold, ?.cost)",
      "'chargeMicroCredits', 0, 'absorbedMicroCredits', {2}.cost",
    ),
    test: 'postgres-ledger',
    title: 'whose process is gone is charged what is known of it: %s',
  },
  {
    name: 'PostgreSQL: integers, within the exact range',
    remove: inSql('CREATE TABLE account', 'CHECK (posted <= 9007199254740991)'),
    test: 'postgres/check',
    title: 'a balance that is not exact',
  },
  {
    name: 'PostgreSQL: the accounts of a batch are locked first',
    remove: inSql('FUNCTION apply_batch (', 'PERFORM lock_accounts(operations);'),
    test: 'postgres/commit',
    title: 'of several gateways over the same accounts never wait for each other in a circle',
  },
  {
    name: 'PostgreSQL: commits wait for the disk',
    remove: inSql("CASE WHEN current_setting('synchronous_commit')", "IN ('off', 'local')", "IN ('none')"),
    test: 'postgres/open',
    title: 'waits for the disk, even where the database is set not to',
  },
  {
    name: 'PostgreSQL: entries never change',
    remove: inSql('CREATE TRIGGER entry_stays', 'UPDATE OR'),
    test: 'postgres/check',
    title: 'to change an entry',
  },
  {
    name: 'PostgreSQL: whoever ends a request tells the webhook',
    remove: inSql('CREATE TRIGGER request_ended', "new.state <> 'reserved'", "new.state = 'never'"),
    test: 'postgres-ledger',
    title: 'is told of each request that ends, once, and says what it came to',
  },
];
