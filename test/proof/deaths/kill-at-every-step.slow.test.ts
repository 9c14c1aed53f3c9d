import { describeDeaths } from './describe-deaths.ts';
import { sqliteStore } from '../stores/sqlite-store.ts';

describeDeaths('a gateway over SQLite', async (folder) => sqliteStore(folder));
