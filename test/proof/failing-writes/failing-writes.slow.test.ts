import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { describeFailures } from './describe-failures.ts';
import { postgresStore } from '../stores/postgres-store.ts';
import { sqliteStore } from '../stores/sqlite-store.ts';
import { POSTGRES_WORK, SQLITE_WORK } from '../stores/store-work.ts';

describeFailures('a gateway over SQLite', SQLITE_WORK, async (folder) => sqliteStore(folder));
await describePostgres('a gateway over PostgreSQL whose writes fail', (administrator) => {
  describeFailures(
    'a gateway over PostgreSQL',
    POSTGRES_WORK,
    async () => await postgresStore(administrator),
  );
});
