import { answering, withoutCall, withoutIf, withoutOperand } from './change-code.ts';
import { changeSql } from './change-sql.ts';
import type { Edit, Guard, Sources } from './guard.ts';

const inTables = (within: string, find: string, put?: string): ((sources: Sources) => Edit) =>
  changeSql('core/ledger/sql', { within, find, ...(put !== undefined && { put }) });

/** Rules and tables of every database; tests over SQLite show what the rules do. */
export const RULES_GUARDS: readonly Guard[] = [
  {
    name: 'the hold fits the free balance',
    remove: withoutIf('holdRequest', 'availableMicroCredits'),
    test: 'sqlite-ledger',
    title: 'takes a hold equal to the balance, and not one micro-credit more',
  },
  {
    name: 'a hold fits in every budget',
    remove: withoutIf('holdRequest', 'budget'),
    test: 'sqlite-ledger',
    title: 'lets of a hundred spenders at once exactly those pass that fit',
  },
  {
    name: 'a suspended account takes no hold',
    remove: withoutIf('holdRequest', 'suspended'),
    test: 'sqlite-ledger',
    title: 'is not touched by credits given or taken, and comes after a suspension',
  },
  {
    name: 'a request ID is used once',
    remove: withoutIf('holdRequest', 'isUsed'),
    test: 'sqlite-ledger',
    title: 'refuses a request id used before, whoever used it',
  },
  {
    name: 'the idempotency key is looked up first',
    remove: withoutIf('holdRequest', 'earlier'),
    test: 'sqlite-ledger',
    title: 'lets one of a hundred at once run; the others find it in flight',
  },
  {
    name: 'an idempotency key is for one body',
    remove: withoutIf('useOf', 'fingerprint'),
    test: 'sqlite-ledger',
    title: 'is refused with another body, running or settled, and nothing is held',
  },
  {
    name: 'an idempotency key in flight has no age',
    remove: withoutOperand('useOf', 'isOpen'),
    test: 'sqlite-ledger',
    title: 'but never while its request runs, whatever the clock says',
  },
  {
    name: 'an idempotency key is free after 24 hours',
    remove: withoutIf('useOf', 'createdMs'),
    test: 'sqlite-ledger',
    title: 'and stands for its request for 24 hours',
  },
  {
    name: 'only the owner ends a request',
    remove: answering(
      'openRequestOf',
      ([state, id]) => `${state ?? ''}.tables.open_request.find({ ${id ?? ''} })`,
    ),
    test: 'sqlite-ledger',
    title: 'and by the process that reserved it',
  },
  {
    name: 'a request ends once',
    remove: withoutCall('endRequest', 'remove'),
    test: 'sqlite-ledger',
    title: 'after %s',
  },
  {
    name: 'a delivering request is never voided',
    remove: withoutIf('voidRequest', 'delivering'),
    test: 'sqlite-ledger',
    title: 'is never voided, and its hold stands',
  },
  {
    name: 'what was delivered is charged',
    remove: withoutIf('settleRequest', 'storedCost'),
    test: 'sqlite-ledger',
    title: 'is not settled for less than was delivered',
  },
  {
    name: 'recovery voids what had not begun to leave, and frees its key',
    remove: withoutIf('recoverRequest', 'delivering'),
    test: 'sqlite/rows',
    title: 'a recovery: the same as a void, idempotency keys included',
  },
  {
    name: 'a void frees the idempotency key',
    remove: withoutIf('endAsVoided', 'key'),
    test: 'sqlite-ledger',
    title: 'is free again after a void, for any body',
  },
  {
    name: 'budgets count every charge',
    remove: withoutCall('endRequest', 'chargeToBudgets'),
    test: 'sqlite-ledger',
    title: 'counts what recovery charges of a request that was delivering',
  },
  {
    name: 'a budget is counted for the period of the clock',
    remove: answering('isOfCurrentPeriod', () => 'true'),
    test: 'sqlite/budget-clock',
    title: 'a clock that goes back finds what was spent on that day',
  },
  {
    name: 'a charge that reaches a budget is told of',
    remove: withoutCall('withAlerts', 'writeAlert'),
    test: 'sqlite-ledger',
    title: 'is told of at 80 and at 100 %, to the micro-credit, each once',
  },
  {
    name: 'a budget is told of once a period',
    remove: withoutOperand('withAlerts', 'alerted'),
    test: 'sqlite-ledger',
    title: 'is told of at 80 and at 100 %, to the micro-credit, each once',
  },
  {
    name: 'whoever ends a request tells the webhook',
    remove: withoutCall('endRequest', 'addEvent'),
    test: 'sqlite-ledger',
    title: 'is told of each request that ends, once, and says what it came to',
  },
  {
    name: 'a correction fits the free balance',
    remove: withoutIf('adjustBalance', 'free'),
    test: 'sqlite-ledger',
    title: 'take back what is free, with a note, and never more',
  },
  {
    name: 'a payment is credited once',
    remove: withoutIf('adjustBalance', 'earlier'),
    test: 'sqlite-ledger',
    title: 'are given once, at however many processes they are posted at once',
  },
  {
    name: 'a key of a payment is for that payment',
    remove: withoutIf('earlierCredit', 'fingerprint'),
    test: 'sqlite-ledger',
    title: 'have the balance of the first time, and refuse another payment',
  },
  {
    name: 'the CHECK on what is reserved',
    remove: inTables('CREATE TABLE account', 'CHECK (reserved BETWEEN 0 AND 9007199254740991)'),
    test: 'sql/refusals',
    title: 'refuses %s',
  },
  {
    name: 'integers, by STRICT tables of SQLite',
    remove: inTables('CREATE TABLE account', 'STRICT'),
    test: 'sql/refusals',
    title: 'refuses %s',
  },
  {
    name: 'integers, within the exact range',
    remove: inTables('CREATE TABLE account', 'CHECK (posted BETWEEN -9007199254740991 AND 9007199254740991)'),
    test: 'sql/refusals',
    title: 'refuses %s',
  },
  {
    name: 'one end for each request, PRIMARY KEY',
    remove: inTables(
      'CREATE TABLE request',
      'id TEXT NOT NULL PRIMARY KEY',
      'id TEXT NOT NULL, PRIMARY KEY (id, charge)',
    ),
    test: 'sql/refusals',
    title: 'refuses %s',
  },
  {
    name: 'one request for each idempotency key, PRIMARY KEY',
    remove: inTables(
      'CREATE TABLE idempotency',
      'PRIMARY KEY (account_id, key)',
      'PRIMARY KEY (account_id, key, request_id)',
    ),
    test: 'sql/refusals',
    title: 'refuses %s',
  },
];
