import { expect, test, vi } from 'vitest';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { POSTGRES } from '../../../core/ledger/sql/database.ts';
import { connect, SESSION_LIMITS } from '../../../core/ledger/postgres/connection.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { temporaryDatabase } from '../postgres/temporary-database.ts';

const WAITING = `SELECT count(*) AS waiting FROM pg_locks
  WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

await describePostgres('Erasing beside a gateway that stores texts', (administrator) => {
  test.for([
    ['of one request', 'eraseRequest'],
    ['of old ones', 'prunePrompts'],
    ['of cached answers', 'pruneAnswers'],
    ['of an account', 'eraseAccount'],
  ] as const)('%s waits until they are stored', async ([, what]) => {
    const database = await temporaryDatabase(administrator);
    const ledger = await openPostgresLedger({ url: database.url, recover: true });
    const { id } = await ledger.createAccount('someone', 100);
    const storing = await connect(database.url, SESSION_LIMITS);
    await storing.query('BEGIN');
    await storing.query(POSTGRES.shareTexts ?? '');
    const erasing = {
      eraseRequest: () => ledger.eraseRequest(id, 'a-request'),
      prunePrompts: () => ledger.prunePrompts('2026-01-01'),
      pruneAnswers: () => ledger.pruneAnswers(),
      eraseAccount: () => ledger.eraseAccount('someone'),
    }[what]();
    await vi.waitFor(async () => {
      expect(Number((await database.run(WAITING))[0]?.['waiting'])).toBe(1);
    });
    await storing.query('COMMIT');
    await erasing;
    await storing.end();
    await ledger.close();
    await database.drop();
  });
});
