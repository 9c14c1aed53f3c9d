import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '../../../core/config.ts';
import type { Judging, PromptResponse } from '../../../core/generated/prompt-response.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestAccount } from '../../support/gateways/test-gateway.ts';
import { asyncClient } from '../async/async-client.ts';
import { JUDGES, MODELS, startUntilScene, trueVerdict, type UntilScene } from './until-scene.ts';

const GRANT = 100_000;
const BODY = { prompt: 'Who are you?', models: MODELS, judges: JUDGES, judge_until: 0.9 };

interface Event {
  readonly name: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read fields of answers whose shape is what they test
  readonly data: any;
}

function eventsIn(text: string): readonly Event[] {
  return [...text.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(([, name = '', data = '']) => ({
    name,
    data: JSON.parse(data),
  }));
}

/** A stream has the result of each round and all evaluations before the answer. */
function expectRounds(events: readonly Event[], { judging, evaluations }: PromptResponse): void {
  const rounds = events.filter(({ name }) => name === 'best_so_far').map(({ data }) => data as Judging);
  expect(rounds.length).toBeGreaterThan(1);
  const { stopped: _, ...last } = judging ?? {};
  expect(rounds.at(-1)).toEqual(last);
  const counts = rounds.map(({ asked }) => asked);
  expect(counts).toEqual([...new Set(counts)].toSorted((one, other) => one - other));
  // No round is reported before its evaluations.
  let deliveredEvents = 0;
  for (const { name, data } of events) {
    if (name === 'evaluation') deliveredEvents += data.runs.length;
    else if (name === 'best_so_far') expect(deliveredEvents).toBe(data.asked);
  }
  const ids = events.filter(({ name }) => name === 'evaluation').map(({ data }) => data.id as string);
  expect(ids.toSorted()).toEqual(evaluations.map(({ id }) => id).toSorted());
}

/** What clients get of judging until sure over one kind of ledger. @param environment names its database. */
export function describeUntil(
  name: string,
  open: () => Promise<{ readonly environment: Environment; readonly remove: () => Promise<void> }>,
): void {
  describe(`judging until sure over ${name}`, () => {
    let scene: UntilScene;
    let account: TestAccount;
    let ledger: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      ledger = await open();
      scene = await startUntilScene(ledger.environment);
    });
    afterAll(async () => {
      await scene.stop();
      await ledger.remove();
    });

    async function post(key: string, headers: Readonly<Record<string, string>>): Promise<Response> {
      return await fetch(`${scene.gateway.url}/api/v1/prompt`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(BODY),
      });
    }

    async function expectCharged({ creditsUsed }: PromptResponse): Promise<void> {
      const { posted, reserved } = await account.balance();
      expect([posted, reserved]).toEqual([GRANT * 1e6 - Math.round(creditsUsed * 1e6), 0]);
      expect(await scene.gateway.admin((operator) => operator.check())).toEqual([]);
    }

    it('answers a repetition byte for byte, and charges once', async () => {
      account = await scene.gateway.account(GRANT);
      const headers = { 'idempotency-key': randomUUID() };
      const first = await (await post(account.key, headers)).text();
      scene.judgeCalls = 0;
      const again = await post(account.key, headers);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(await again.text()).toBe(first);
      expect(scene.judgeCalls).toBe(0);
      const response: PromptResponse = JSON.parse(first);
      expect(response.judging).toMatchObject({ stopped: 'sure', leader: { modelId: 'gpt-4o' } });
      await expectCharged(response);
      const streamed = await post(account.key, { ...headers, accept: 'text/event-stream' });
      expect(eventsIn(await streamed.text())).toEqual([{ name: 'done', data: response }]);
      // Another probability is another request.
      const other = await scene.gateway.post(account.key, { ...BODY, judge_until: 0.8 }, headers);
      expect(other.status).toBe(422);
    });

    it('streams each round once its cost is durable', async () => {
      account = await scene.gateway.account(GRANT);
      scene.judgeCalls = 0;
      const events = eventsIn(await (await post(account.key, { accept: 'text/event-stream' })).text());
      const response = events.at(-1)?.data as PromptResponse;
      expectRounds(events, response);
      expect(response.judging?.asked).toBe(scene.judgeCalls);
      await expectCharged(response);
    });

    it('tells followers of an asynchronous run the same, and keeps it in the record', async () => {
      account = await scene.gateway.account(GRANT);
      const client = asyncClient(scene.gateway.url, account.key);
      const id = await client.start(BODY);
      const reader = await client.follow(id);
      await reader.ended;
      const response = reader.events.at(-1)?.data as PromptResponse;
      expectRounds(reader.events, response);
      const { body } = await client.record(id);
      expect(body.response).toEqual(response);
      expect(body.request.judge_until).toBe(BODY.judge_until);
      await expectCharged(response);
      // A later reader gets the stored events: the evaluations and the whole answer.
      const late = await client.follow(id);
      await late.ended;
      const evaluations = late.events.filter(({ name }) => name === 'evaluation').map(({ data }) => data);
      expect([evaluations, late.events.at(-1)?.data]).toEqual([response.evaluations, response]);
    });

    it('cancelled between two rounds, charges what was asked', async () => {
      account = await scene.gateway.account(GRANT);
      const held = Promise.withResolvers<void>();
      const client = asyncClient(scene.gateway.url, account.key);
      scene.judgeCalls = 0;
      scene.judge = async (call) => {
        if (scene.judgeCalls > 4) await held.promise;
        return trueVerdict(call);
      };
      try {
        const id = await client.start({ ...BODY, judge_until: 0.999 });
        await eventually(() => expect(scene.judgeCalls).toBeGreaterThan(4));
        await client.cancel(id);
        held.resolve();
        await eventually(async () => expect((await client.record(id)).body.state).toBe('settled'));
        const { body } = await client.record(id);
        const response: PromptResponse = body.response;
        expect(response.judging?.stopped).toBe('deadline');
        expect(response.evaluations.map(({ status }) => status)).toContain('skipped');
        await expectCharged(response);
      } finally {
        held.resolve();
        scene.judge = undefined;
      }
    });
  });
}
