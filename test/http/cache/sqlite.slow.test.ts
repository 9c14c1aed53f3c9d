import { join } from 'node:path';
import { meddle } from '../../ledger/temporary-ledger.ts';
import { describeCache } from './describe-cache.ts';

describeCache(async () => ({
  environment: {},
  meddle: async ({ folder }, sql) =>
    meddle(join(folder, 'assay.db'), (database) => database.prepare(sql).all()),
  drop: async () => {},
}));
