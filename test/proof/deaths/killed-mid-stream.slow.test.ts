import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { openEvents, type OpenEvents } from '../../support/clients/open-events.ts';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../ask-gateway.ts';
import { openKilledScene, type KilledScene, type MakeStore } from './killed-scene.ts';
import { GRANT } from '../lane.ts';
import { postgresStore } from '../stores/postgres-store.ts';
import { sqliteStore } from '../stores/sqlite-store.ts';

const USAGE = { inputTokens: 1_000, outputTokens: 100 };
/** Micro-credits of these tokens. */
const CHARGES = { 'gpt-4o': 350_000, 'ministral-3b-2512': 11_000 };
const WORDS = 'The moon is nearer than the sun, and always was.';
/** A few words, and no more until the gateway dies. */
const BEGUN: SandboxReply = {
  content: WORDS,
  stream: { tokensPerEvent: 1, fault: { kind: 'stall', afterEvents: 8 } },
};
const WHOLE: SandboxReply = { content: WORDS, usage: USAGE };

/** What clients have of their answers when the gateway is killed, and what that costs them. */
const REQUESTS = [
  { has: 'words', models: ['gpt-4o'], state: 'settled', charge: 0 },
  {
    has: 'words and a result',
    models: ['gpt-4o', 'ministral-3b-2512'],
    state: 'settled',
    charge: CHARGES['ministral-3b-2512'],
  },
  { has: 'nothing', models: ['gpt-4o'], state: 'voided', charge: 0 },
] as const;

function describeKill(name: string, make: MakeStore): void {
  describe(`${name}, killed in the middle of streams`, () => {
    let scene: KilledScene;
    let slow: SandboxReply = BEGUN;

    beforeAll(async () => {
      const reply = ({ model }: SandboxCall): SandboxReply => (model === 'gpt-4o' ? slow : WHOLE);
      scene = await openKilledScene(make, { reply });
    });
    afterAll(() => scene.stop());

    const keyOf = (index: number): string => `killed ${index}`;
    const retry = (url: string, index: number) =>
      ask(url, {
        key: scene.key,
        idempotencyKey: keyOf(index),
        body: { prompt: 'hi', models: REQUESTS[index]?.models },
      });
    it('charges what is known, once, and gives back what nobody has read of', async () => {
      const { store, upstream, key } = scene;
      const url = await scene.start();
      const readers: OpenEvents[] = [];
      for (const [index, { models }] of REQUESTS.slice(0, 2).entries()) {
        const headers = { 'idempotency-key': keyOf(index) };
        readers.push(await openEvents(url, key, { prompt: 'hi', models }, headers));
      }
      const plain = retry(url, 2);
      await eventually(() => {
        for (const { events } of readers) expect(events.texts.get(0)).toMatch(/^The moon/);
        expect(readers.map(({ events }) => events.count('result'))).toEqual([0, 1]);
        expect(upstream.callCounts().get('gpt-4o')).toBe(3);
      });
      await scene.kill();
      for (const { ended } of readers) await expect(ended).rejects.toThrow();
      expect(await plain).toBeUndefined();
      const crashed = await store.books();
      expect(crashed.requests.map(({ state }) => state)).toEqual(['reserved', 'reserved', 'reserved']);
      expect([crashed.posted, crashed.eventIds, crashed.problems]).toEqual([GRANT, [], []]);

      const next = await scene.start();
      const recovered = await store.books();
      await scene.expectCharged(CHARGES['ministral-3b-2512']);
      expect(recovered.requests).toMatchObject(REQUESTS.map(({ state, charge }) => ({ state, charge })));
      expect(recovered.eventIds).toEqual(recovered.requests.map(({ id }) => id).toSorted());

      // What was charged is not run again; what was given back runs.
      upstream.clear();
      slow = WHOLE;
      const retried = [await retry(next, 0), await retry(next, 1), await retry(next, 2)];
      expect(retried.map((answer) => answer?.status)).toEqual([409, 409, 200]);
      expect(upstream.requests()).toHaveLength(1);
      await scene.expectCharged(CHARGES['ministral-3b-2512'] + CHARGES['gpt-4o']);
    });
  });
}

describeKill('a gateway over SQLite', sqliteStore);
await describePostgres('Killed over PostgreSQL', (administrator) => {
  describeKill('a gateway over PostgreSQL', () => postgresStore(administrator));
});
