/**
 * The guards of the money, and what notices when one is gone. `node test/proof/guards/mutate-guards.ts` takes each away once and
 * sees that test turn red; here it is only held that the list fits the source.
 *
 * In the pipeline:
 * - a hold before the first call: failing-writes
 * - settled before it is sent; a hold whose charge failed is given back; a result leaves once its cost is durable; what was
 *   delivered is charged in the end: streamed-charge
 * - at most the hold is charged; what the client left is paid for, and nothing more is started: request-model
 * - integers: no amount that is not one; a settlement adds up: sqlite-ledger
 * - integers: a cost is rounded up, once: request-model
 *
 * In both ledgers (SQLite, PostgreSQL):
 * - the WHERE on the balance; the look at the idempotency key; the owner fence; a request ends once; never more than the
 *   hold; a request id is used once; no text under zero data retention; delivering is never voided; recovery charges what
 *   was delivered: sqlite-ledger, postgres-ledger
 * - the CHECK under the balance; entries never change; integers, by STRICT tables; integers, within the exact range:
 *   sqlite/rows, postgres/check
 * - one charge for each request, UNIQUE; one request for each idempotency key, UNIQUE: unique-rows
 *
 * In SQLite alone:
 * - a batch that fails is taken back; an I/O error ends the process: failing-writes
 * - commits wait for the disk; no start on broken books: sqlite/open
 * - one gateway for one file; recovery before anything else: sqlite/recovery
 * - recovery frees the idempotency key: sqlite/rows
 *
 * In PostgreSQL alone:
 * - the fence around a lost lease: postgres/connection
 * - a lease taken only from the silent: postgres/lease
 * - the accounts of a batch are locked first: postgres/commit
 * - commits wait for the disk: postgres/open
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GUARDS } from './guards.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const tests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('guards.ts') && !name.endsWith('guards.test.ts'))
  .map((name) => read(join('test', name)))
  .join('\n');
/** The items of the list above, each on one line. */
const items = (/\/\*\*([\s\S]*?)\*\//.exec(read('test/proof/guards/guards.test.ts'))?.[1] ?? '')
  .split('\n * - ')
  .map((item) => item.replace(/\s+\*?\s*/g, ' '));

describe('the list of guards', () => {
  it('names each once', () => {
    expect(new Set(GUARDS.map(({ name }) => name)).size).toBe(GUARDS.length);
  });

  it.each(GUARDS)('fits the source: $name', ({ name, file, find, replace, test, title }) => {
    expect(read(file).split(find), `${file} must have the guard once`).toHaveLength(2);
    expect(replace).not.toBe(find);
    expect(read(test), `${test} must exist`).not.toBe('');
    expect(tests, 'a test must be called so').toContain(title);
    const short = name.replace(/^(SQLite|PostgreSQL): /, '');
    const path = test.replace(/\.test\.ts$/, '');
    const names = (item: string): boolean => item.split(/[ :;,]+/).some((word) => path.endsWith(`/${word}`));
    const told = items.filter((item) => item.includes(short) && names(item));
    expect(told, 'the list above must name it, and what notices').toHaveLength(1);
  });
});
