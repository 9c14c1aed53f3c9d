// Run as a process of its own: `node leased-request.ts <Redis> <key> <lease in ms>`. It has one request of the key in
// flight from the moment it says so until it is killed.
import { openRedisCounters } from '../../core/stores/redis-counters.ts';

const [, , url = '', keyId = '', leaseMs = ''] = process.argv;
const counters = await openRedisCounters({
  url,
  maxPending: 100,
  onDown: () => {},
  onUp: () => {},
  leaseMs: Number(leaseMs),
});
const { count } = await counters.admit(keyId, { requestsPerMinute: 1_000, requestsInFlight: 1_000 });
process.stdout.write(count?.refusedBy === undefined ? 'in flight\n' : 'refused\n');
