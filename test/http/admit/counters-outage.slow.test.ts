import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeRedis } from '../../support/servers/describe-redis.ts';
import { startRedis, type RedisServer } from '../../support/servers/redis-server.ts';
import { startTestGateway, type TestGateway, type TestReply } from '../../support/gateways/test-gateway.ts';
import { withinOneMinute } from '../../support/within-one-minute.ts';

const PROMPT = { prompt: 'hi', models: ['ministral-3b-2512'] };
const CLIENTS = 6;
const PATIENCE = { timeout: 120_000, interval: 20 };

let redis: RedisServer;
let gateway: TestGateway;

async function start(whenDown: 'open' | 'closed'): Promise<void> {
  redis = await startRedis();
  gateway = await startTestGateway({
    environment: { ASSAY_COUNTERS_URL: redis.url, ASSAY_COUNTERS_WHEN_DOWN: whenDown },
  });
}

afterEach(async () => {
  redis.resume();
  await gateway.stop();
  await redis.stop();
});

/** Clients that post one request after the other until they are stopped. */
function load(key: string) {
  const replies: TestReply[] = [];
  const over = new AbortController();
  const client = async (): Promise<void> => {
    while (!over.signal.aborted) replies.push(await gateway.post(key, PROMPT));
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    /** Waits for a reply with that status to a request made from now on. */
    async until(status: number): Promise<void> {
      // Those on their way were asked before.
      const from = replies.length + CLIENTS;
      await vi.waitFor(
        () => expect(replies.slice(from).map((reply) => reply.status)).toContain(status),
        PATIENCE,
      );
    },
    async stop(): Promise<readonly TestReply[]> {
      over.abort();
      await clients;
      return replies;
    },
  };
}

async function metric(line: string): Promise<number> {
  const text = await gateway.metrics();
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}

const linesOf = (text: string): number => gateway.logs().split(text).length - 1;

const ABSENCES: readonly [string, () => Promise<void>, () => Promise<void>][] = [
  ['killed and started again', () => redis.kill(), () => redis.start()],
  ['stopped and continued', async () => redis.pause(), async () => redis.resume()],
];

describeRedis('shared counters', () => {
  describe.each(ABSENCES)('on a Redis %s under load', (_what, leave, comeBack) => {
    it('open: every request passes meanwhile and is counted as such, then the limit holds again', async () => {
      await start('open');
      const { key } = await gateway.account(1_000, { requestsPerMinute: 5 });
      const clients = load(key);
      await clients.until(429);
      await leave();
      await clients.until(200);
      await comeBack();
      await clients.until(429);
      const replies = await clients.stop();

      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
      expect(await metric('assay_rate_uncounted_total{answer="passed"}')).toBeGreaterThan(0);
      expect(await metric('assay_rate_counters_up')).toBe(1);
      expect([linesOf('cannot be reached'), linesOf('"the rate counters are back"')]).toEqual([1, 1]);
      expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);

      await withinOneMinute(5_000);
      const { key: other } = await gateway.account(1_000, { requestsPerMinute: 7 });
      const burst = await Promise.all(Array.from({ length: 70 }, () => gateway.post(other, PROMPT)));
      expect(burst.filter(({ status }) => status === 200)).toHaveLength(7);
    });

    it('closed: every request is a 503 that says when to come back, then they pass again', async () => {
      await start('closed');
      const { key, balance } = await gateway.account(1_000, { requestsPerMinute: 1_000_000 });
      const clients = load(key);
      await clients.until(200);
      await leave();
      await clients.until(503);
      await comeBack();
      await clients.until(200);
      const replies = await clients.stop();

      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]));
      const refused = replies.filter(({ status }) => status === 503);
      for (const { headers, body } of refused) {
        expect(headers.get('retry-after')).toBe('1');
        expect(headers.get('content-type')).toContain('application/problem+json');
        expect(body).toMatchObject({ type: 'urn:assay:problem:unavailable', status: 503 });
      }
      expect(await metric('assay_rate_uncounted_total{answer="unavailable"}')).toBe(refused.length);
      expect([linesOf('cannot be reached'), linesOf('request failed')]).toEqual([1, 0]);
      const used = replies.reduce(
        (sum, { status, body }) => sum + (status === 200 ? Math.round(body.creditsUsed * 1e6) : 0),
        0,
      );
      expect(await balance()).toEqual({ posted: 1_000_000_000 - used, reserved: 0 });
    });
  });

  it('start with the gateway where Redis is down, and say so without its password', async () => {
    redis = await startRedis();
    await redis.kill();
    const url = redis.url.replace('//', '//default:open-sesame@');
    gateway = await startTestGateway({ environment: { ASSAY_COUNTERS_URL: url } });
    const { key } = await gateway.account(1_000);
    expect((await gateway.post(key, PROMPT)).status).toBe(200);
    expect(await metric('assay_rate_counters_up')).toBe(0);
    expect(gateway.logs()).toContain('ECONNREFUSED');
    expect(gateway.logs()).not.toContain('sesame');
  });

  describe('answer', () => {
    beforeEach(() => start('open'));

    it('429 with when to come back and what the limit is', async () => {
      const { key } = await gateway.account(1_000, { requestsPerMinute: 3 });
      await withinOneMinute(5_000);
      const replies = await Promise.all(Array.from({ length: 30 }, () => gateway.post(key, PROMPT)));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
      for (const { headers } of replies.filter(({ status }) => status === 429)) {
        const seconds = Number(headers.get('retry-after'));
        expect(seconds).toBeGreaterThanOrEqual(1);
        expect(seconds).toBeLessThanOrEqual(60);
        expect(headers.get('ratelimit-policy')).toBe('"minute";q=3;w=60');
        expect(headers.get('ratelimit')).toBe(`"minute";r=0;t=${seconds}`);
      }
    });
  });
});
