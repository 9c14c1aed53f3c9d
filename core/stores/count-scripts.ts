import { hash } from 'node:crypto';

/** Runs inside Redis as one atomic step, by the server's clock, so that all gateways agree on the time. */
export interface Script {
  readonly text: string;
  readonly sha1: string;
}

function script(text: string): Script {
  return { text, sha1: hash('sha1', text) };
}

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Counts one request, or writes nothing and replies with the limit that refuses it.
 * KEYS: the minute's count, written as keyv writes it, and a sorted set (lease to the time it ends at, ms).
 * ARGV: requests per minute, requests in flight, the new lease, its length in ms.
 * Replies with 0 (counted), 1 (per minute) or 2 (in flight), the count before, and the ms until the next minute.
 */
export const ADMIT = script(`${NOW}
local minute = math.floor(now / 60000)
local ends = (minute + 1) * 60000
local used = 0
local stored = redis.call('GET', KEYS[1])
if stored then
  local value = cjson.decode(stored).value
  if value.window == minute then used = value.count end
end
if used >= tonumber(ARGV[1]) then return {1, used, ends - now} end
local living = redis.call('ZCOUNT', KEYS[2], string.format('(%.0f', now), '+inf')
if living >= tonumber(ARGV[2]) then return {2, used, ends - now} end
local counted = cjson.encode({value = {window = minute, count = used + 1}, expires = ends})
redis.call('SET', KEYS[1], counted, 'PXAT', ends)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZADD', KEYS[2], now + ARGV[4], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return {0, used, ends - now}`);

/**
 * Renews leases, and restores those that a server has lost.
 * KEYS: the sorted set of each lease. ARGV: the length in ms, then the leases.
 */
export const RENEW = script(`${NOW}
for index, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[1], ARGV[index + 1])
  redis.call('PEXPIRE', key, ARGV[1])
end
return 0`);
