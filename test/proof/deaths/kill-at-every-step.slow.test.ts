import { describeDeaths } from './describe-deaths.ts';
import { sqliteStore } from '../stores/sqlite-store.ts';
import { SQLITE_WORK } from '../stores/store-work.ts';

describeDeaths('a gateway over SQLite', SQLITE_WORK, async (folder) => sqliteStore(folder));
