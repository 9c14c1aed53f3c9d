import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import KeyvRedis from '@keyv/redis';
import { Keyv } from 'keyv';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RateCounters, RateLimits } from '../../core/stores/rate-counters.ts';
import { openRedisCounters, type RedisCountersOptions } from '../../core/stores/redis-counters.ts';
import { describeRedis } from '../support/servers/describe-redis.ts';
import { startRedis, type RedisServer } from '../support/servers/redis-server.ts';
import { isAdmitted } from './counters-contract.ts';

const plenty: RateLimits = { requestsPerMinute: 1_000_000, requestsInFlight: 1_000_000 };
const oneInFlight: RateLimits = { requestsPerMinute: 1_000_000, requestsInFlight: 1 };
/** Long enough for a machine that has other things to do to renew in time. */
const SHORT_LEASE_MS = 3_000;
const SOON = { timeout: 120_000, interval: 10 };

let redis: RedisServer;
let opened: RateCounters[];
let keyId: string;
/** The notices of the counters, in order. */
let notices: string[];

async function open(options: Partial<RedisCountersOptions> = {}): Promise<RateCounters> {
  const counters = await openRedisCounters({
    url: redis.url,
    maxPending: 10_000,
    onDown: (reason) => void notices.push(reason),
    onUp: () => void notices.push('up'),
    ...options,
  });
  opened.push(counters);
  return counters;
}

beforeEach(() => {
  opened = [];
  notices = [];
  keyId = randomUUID();
});
afterEach(async () => {
  redis.resume();
  await Promise.all(opened.map((counters) => counters.close()));
  await redis.stop();
});

const flightKey = (): string => `assay-counters::flight:${keyId}`;

/** Until a request is counted, which the answer to none says. */
async function untilCounted(counters: RateCounters): Promise<void> {
  await vi.waitFor(async () => {
    const { count, release } = await counters.admit(randomUUID(), plenty);
    await release();
    expect(count).toBeDefined();
  }, SOON);
}

describeRedis('counters in Redis, on the wire', () => {
  beforeEach(async () => {
    redis = await startRedis();
  });

  it('are what keyv reads and deletes, and all end by themselves', async () => {
    const counters = await open();
    const { release } = await counters.admit(keyId, plenty);
    const keys = (await redis.run('KEYS', '*')) as readonly string[];
    expect(keys.toSorted()).toEqual([
      flightKey(),
      'assay-counters::gateways',
      `assay-counters::minute:${keyId}`,
    ]);
    for (const key of keys) expect(await redis.run('PTTL', key)).toBeGreaterThan(0);

    await release();
    expect(await redis.run('EXISTS', flightKey())).toBe(0);
    await counters.admit(keyId, plenty);
    const keyv = new Keyv(new KeyvRedis(redis.url, { namespace: 'assay-counters' }), {
      namespace: 'assay-counters',
      useKeyPrefix: false,
    });
    expect(await keyv.get(`minute:${keyId}`)).toMatchObject({ count: 2 });
    await keyv.delete(`minute:${keyId}`);
    await keyv.disconnect();
    expect(isAdmitted(await counters.admit(keyId, { ...plenty, requestsPerMinute: 1 }))).toBe(true);
  });

  it('ask once for each request, and once when it ends', async () => {
    const counters = await open({ leaseMs: 600_000 });
    await (await counters.admit(keyId, plenty)).release();
    await redis.run('CONFIG', 'RESETSTAT');
    for (let request = 0; request < 50; request += 1) await (await counters.admit(keyId, plenty)).release();
    const stats = String(await redis.run('INFO', 'commandstats'));
    const calls = (name: string) => Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
    expect([calls('evalsha'), calls('eval'), calls('zrem')]).toEqual([50, 0, 50]);
  });

  it('go on where Redis has forgotten the scripts', async () => {
    const counters = await open();
    await counters.admit(keyId, plenty);
    await redis.run('SCRIPT', 'FLUSH');
    expect(isAdmitted(await counters.admit(keyId, { ...plenty, requestsPerMinute: 2 }))).toBe(true);
    expect(isAdmitted(await counters.admit(keyId, { ...plenty, requestsPerMinute: 2 }))).toBe(false);
    expect(notices).toEqual([]);
  });

  it('leave nothing in flight behind, and no socket, when they are closed', async () => {
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = sockets();
    const counters = await open();
    const other = await open();
    await Promise.all(Array.from({ length: 20 }, () => counters.admit(keyId, plenty)));
    expect(isAdmitted(await other.admit(keyId, { ...plenty, requestsInFlight: 20 }))).toBe(false);
    await Promise.all([counters.close(), counters.close()]);
    expect(isAdmitted(await other.admit(keyId, oneInFlight))).toBe(true);
    // A request that outlives the counters is not counted, and its end is harmless.
    const late = await counters.admit(keyId, plenty);
    expect(late.count).toBeUndefined();
    await late.release();
    expect(notices).toEqual([]);
    await other.close();
    await vi.waitFor(() => expect(sockets()).toBe(before), SOON);
  });
});

describeRedis('requests in flight across gateways', () => {
  beforeEach(async () => {
    redis = await startRedis();
  });

  const leases = async (): Promise<number> => Number(await redis.run('ZCARD', flightKey()));
  /** By Redis' clock. */
  const nowMs = async (): Promise<number> => {
    const [seconds, microseconds] = (await redis.run('TIME')) as readonly string[];
    return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
  };

  it('of a killed gateway are given back', async () => {
    const script = join(import.meta.dirname, 'leased-request.ts');
    const gateway = spawn(process.execPath, [script, redis.url, keyId, String(SHORT_LEASE_MS)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      expect(String(await once(gateway.stdout, 'data'))).toBe('in flight\n');
      const counters = await open({ leaseMs: SHORT_LEASE_MS });
      const two = { ...plenty, requestsInFlight: 2 };
      // One that lives, beside it: the set itself never ends.
      const { release } = await counters.admit(keyId, two);
      expect((await counters.admit(keyId, two)).count?.refusedBy).toBe('requests_in_flight');
      gateway.kill('SIGKILL');
      await once(gateway, 'exit');
      expect(await leases()).toBe(2);
      await vi.waitFor(async () => expect(isAdmitted(await counters.admit(keyId, two))).toBe(true), SOON);
      expect(await leases()).toBe(2);
      await release();
      expect(await leases()).toBe(1);
    } finally {
      gateway.kill('SIGKILL');
    }
  });

  it('keep their count however long they run', async () => {
    const holder = await open({ leaseMs: SHORT_LEASE_MS });
    const other = await open();
    const { release } = await holder.admit(keyId, oneInFlight);
    const firstEndMs = Number(
      ((await redis.run('ZRANGE', flightKey(), '0', '-1', 'WITHSCORES')) as string[])[1],
    );
    await vi.waitFor(async () => expect(await nowMs()).toBeGreaterThan(firstEndMs), SOON);
    expect((await other.admit(keyId, oneInFlight)).count?.refusedBy).toBe('requests_in_flight');
    await release();
    expect(isAdmitted(await other.admit(keyId, oneInFlight))).toBe(true);
  });

  it('are counted again where Redis has lost them', async () => {
    const holder = await open({ leaseMs: SHORT_LEASE_MS });
    // Too many for one command.
    const [crowded, sparse] = [keyId, randomUUID()];
    const held = await Promise.all([
      ...Array.from({ length: 4_500 }, () => holder.admit(crowded, plenty)),
      holder.admit(sparse, plenty),
    ]);
    await redis.run('FLUSHALL');
    const other = await open();
    await vi.waitFor(async () => {
      const counted = [crowded, sparse].map((key) => redis.run('ZCARD', `assay-counters::flight:${key}`));
      expect(await Promise.all(counted)).toEqual([4_500, 1]);
    }, SOON);
    expect(isAdmitted(await other.admit(crowded, { ...plenty, requestsInFlight: 4_500 }))).toBe(false);
    await Promise.all(held.map((admission) => admission.release()));
    expect(isAdmitted(await other.admit(crowded, oneInFlight))).toBe(true);
  });
});

describeRedis('a Redis that is away', () => {
  beforeEach(async () => {
    redis = await startRedis();
  });

  it('stops no gateway from starting, and is used from when it comes', async () => {
    await redis.kill();
    const counters = await open();
    expect((await counters.admit(keyId, plenty)).count).toBeUndefined();
    expect(notices).toEqual(['ECONNREFUSED']);
    await redis.start();
    await untilCounted(counters);
    await vi.waitFor(() => expect(notices).toEqual(['ECONNREFUSED', 'up']), SOON);
  });

  it('is told of once, however many requests it is missing from', async () => {
    const counters = await open();
    for (let round = 0; round < 2; round += 1) {
      notices.length = 0;
      await redis.kill();
      await vi.waitFor(() => expect(notices).toHaveLength(1), SOON);
      const admissions = await Promise.all(Array.from({ length: 200 }, () => counters.admit(keyId, plenty)));
      expect(new Set(admissions.map(({ count }) => count))).toEqual(new Set([undefined]));
      await redis.start();
      await vi.waitFor(() => expect(notices.at(-1)).toBe('up'), SOON);
      await Promise.all(admissions.map(({ release }) => release()));
      expect(notices).toHaveLength(2);
    }
  });

  it('counts what came meanwhile and is still in flight, once it is back', async () => {
    const counters = await open();
    await redis.kill();
    const [passed, ended] = await Promise.all([
      counters.admit(keyId, oneInFlight),
      counters.admit(keyId, oneInFlight),
    ]);
    expect([passed.count, ended.count]).toEqual([undefined, undefined]);
    await ended.release();
    await redis.start();
    await vi.waitFor(() => expect(notices.at(-1)).toBe('up'), SOON);
    expect(isAdmitted(await counters.admit(keyId, { ...plenty, requestsInFlight: 1 }))).toBe(false);
    expect(isAdmitted(await counters.admit(keyId, { ...plenty, requestsInFlight: 2 }))).toBe(true);
    await passed.release();
  });

  it('lets nobody wait while it hangs, and takes them all when it goes on', async () => {
    const counters = await open();
    redis.pause();
    // All of these end while it is still stopped; the second hundred comes where that is known.
    for (let round = 0; round < 2; round += 1) {
      const waiting = Array.from({ length: 100 }, () => counters.admit(keyId, plenty));
      const admissions = await Promise.all(waiting);
      expect(admissions.every(({ count }) => count === undefined)).toBe(true);
      await Promise.all(admissions.map(({ release }) => release()));
    }
    // Long enough for it to be connected to, which the system does, and to be given up on once more.
    await vi.waitFor(() => expect(notices).toEqual(['NoAnswerError']), SOON);
    const late = await open();
    expect((await late.admit(keyId, plenty)).count).toBeUndefined();
    redis.resume();
    await untilCounted(counters);
    await untilCounted(late);
  });

  it('can hang while they are closed', async () => {
    const counters = await open();
    await counters.admit(keyId, plenty);
    redis.pause();
    await counters.close();
    const late = await open();
    await late.close();
  });

  it('is asked no more at once than there is room for', async () => {
    const counters = await open({ maxPending: 10 });
    redis.pause();
    let ended = 0;
    const waiting = Array.from({ length: 30 }, async () => {
      await counters.admit(keyId, plenty);
      ended += 1;
    });
    await new Promise(setImmediate);
    expect(ended).toBe(20);
    await Promise.all(waiting);
  });

  it.each([
    [
      'has no room for writes',
      ['CONFIG', 'SET', 'maxmemory', '1'],
      ['CONFIG', 'SET', 'maxmemory', '0'],
      'OOM',
    ],
    ['takes no writes', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE'], 'READONLY'],
  ])('is one that %s', async (_what, break_, mend, reason) => {
    const counters = await open({ leaseMs: 300 });
    await redis.run(...break_);
    await vi.waitFor(() => expect(notices).toEqual([reason]), SOON);
    expect((await counters.admit(keyId, plenty)).count).toBeUndefined();
    await redis.run(...mend);
    await vi.waitFor(() => expect(notices).toEqual([reason, 'up']), SOON);
    expect((await counters.admit(keyId, plenty)).count).toBeDefined();
  });
});

describeRedis('an address where something else listens', () => {
  beforeEach(async () => {
    redis = await startRedis();
  });

  it('is a Redis that is away, told of once, and is left alone when they are closed', async () => {
    const connections: Socket[] = [];
    const server = createServer((socket) => {
      connections.push(socket);
      socket.on('error', () => {}).resume();
      socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const counters = await open({ url: `redis://127.0.0.1:${port}` });
    expect((await counters.admit(keyId, plenty)).count).toBeUndefined();
    // It tries again and again.
    await vi.waitFor(() => expect(connections.length).toBeGreaterThan(2), SOON);
    expect(notices).toHaveLength(1);
    await counters.close();
    await vi.waitFor(() => expect(connections.every(({ destroyed }) => destroyed)).toBe(true), SOON);
    server.close();
  });
});

describeRedis('a Redis with a password', () => {
  beforeEach(async () => {
    redis = await startRedis('--requirepass', 'open sesame');
  });

  const address = (password: string): string =>
    redis.url.replace('redis://', `redis://default:${encodeURIComponent(password)}@`);

  it('takes it from the address', async () => {
    const counters = await open({ url: `${address('open sesame')}/3` });
    expect(isAdmitted(await counters.admit(keyId, plenty))).toBe(true);
    expect(notices).toEqual([]);
  });

  it.each([
    ['another', 'WRONGPASS', () => address('open says me')],
    ['none', 'NOAUTH', () => redis.url],
  ])('is away for a gateway with %s', async (_which, reason, url) => {
    const counters = await open({ url: url() });
    expect((await counters.admit(keyId, plenty)).count).toBeUndefined();
    expect(notices).toEqual([reason]);
  });
});
