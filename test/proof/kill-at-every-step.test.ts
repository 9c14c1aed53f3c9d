import { describeDeaths } from './describe-deaths.ts';
import { sqliteStore } from './sqlite-store.ts';
import { SQLITE_WORK } from './store-work.ts';

describeDeaths('a gateway over SQLite', SQLITE_WORK, async (folder) => sqliteStore(folder));
