import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { describeDeaths } from './describe-deaths.ts';
import { postgresStore } from '../stores/postgres-store.ts';

await describePostgres('a gateway over PostgreSQL, killed at every step', (administrator) => {
  describeDeaths('a gateway over PostgreSQL', async () => await postgresStore(administrator));
});
