import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { describeFailures } from './describe-failures.ts';
import { postgresStore } from '../stores/postgres-store.ts';
import { sqliteStore } from '../stores/sqlite-store.ts';

describeFailures('a gateway over SQLite', async (folder) => sqliteStore(folder));
await describePostgres('a gateway over PostgreSQL whose writes fail', (administrator) => {
  describeFailures('a gateway over PostgreSQL', async () => await postgresStore(administrator));
});
