import { afterAll, beforeAll, expect, it } from 'vitest';
import { asyncClient } from '../../http/async/async-client.ts';
import { namesOf, wholeEvents } from '../../http/async/event-reader.ts';
import { holdUpstream, type HeldUpstream } from '../../http/async/held-upstream.ts';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { eventually } from '../../support/eventually.ts';
import { describeRedis } from '../../support/servers/describe-redis.ts';
import { startSharedScene, type SharedScene } from './shared-scene.ts';

const JUDGED = {
  prompt: 'hi',
  models: ['gpt-4o', 'ministral-3b-2512'],
  judges: ['gemini-2.5-flash'],
};
const DRAINING = { ASSAY_DRAIN_DELAY_MS: '100', ASSAY_DRAIN_TIMEOUT_MS: '30000' };

await describePostgres('A rolling restart of two gateways', (administrator) => {
  describeRedis('under an asynchronous judged run', () => {
    let upstream: HeldUpstream;
    let scene: SharedScene;

    beforeAll(async () => {
      upstream = holdUpstream();
      scene = await startSharedScene(administrator, upstream.sandbox);
    });
    afterAll(async () => {
      upstream.letAll();
      await scene.stop();
    });

    it('lets it end where it runs, and its reader follow it to the end', async () => {
      const { account, key } = await scene.customer(10_000);
      const [old, stays] = await Promise.all([scene.start(DRAINING), scene.start(DRAINING)]);
      const id = await asyncClient(old.url, key).start(JUDGED);
      await eventually(() => expect(upstream.waiting('gpt-4o')).toBe(1));
      old.signal('SIGTERM');
      await eventually(() => expect(old.output()).toContain('draining'));

      // The stopping gateway accepts no connections; the other one follows its runs.
      const reader = await asyncClient(stays.url, key).follow(id);
      upstream.let('gpt-4o');
      await eventually(() => expect(namesOf(reader.events)).toEqual(['started', 'result']));
      const next = await scene.start(DRAINING);
      const last = reader.events.at(-1)?.id;
      // Now this gateway stops, and its readers continue at the next one.
      const stopped = stays.stop();
      await reader.ended;
      const again = await asyncClient(next.url, key).follow(id, last);
      upstream.letAll();
      await again.ended;
      expect(await old.exited).toEqual({ code: 0, signal: null });
      expect(await stopped).toEqual({ code: 0, signal: null });

      const { body } = await asyncClient(next.url, key).record(id);
      expect(body.state).toBe('settled');
      const told = [...wholeEvents(reader.events), ...wholeEvents(again.events)];
      expect(namesOf(told)).toEqual(['started', 'result', 'result', 'evaluation', 'done']);
      expect(told.at(-1)?.data).toEqual(body.response);
      const { charges, reserved, problems } = await scene.books(account);
      expect(charges).toEqual([Math.round(body.creditsUsed * 1e6)]);
      expect([reserved, problems]).toEqual([0, []]);
    });
  });
});
