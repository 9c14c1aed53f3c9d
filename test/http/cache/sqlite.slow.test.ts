import { describeCache } from './describe-cache.ts';

describeCache(async () => ({ environment: {}, drop: async () => {} }));
