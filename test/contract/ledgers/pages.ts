import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Account, Ledger } from '../../../core/ledger/ledger.ts';
import type { ListedRequest, RequestPlace } from '../../../core/ledger/requests/request-page.ts';
import { settlement, texts } from './samples.ts';
import type { LedgerScene } from './scene.ts';

const HOUR_MS = 3_600_000;
const MAX_PAGES = 50;

/** Every page, from the newest request on. */
async function allPages(
  ledger: Ledger,
  accountId: number,
  limit: number,
): Promise<readonly (readonly ListedRequest[])[]> {
  const pages: (readonly ListedRequest[])[] = [];
  let after: RequestPlace | undefined;
  while (pages.length < MAX_PAGES) {
    const { requests, next } = await ledger.listRequests({ accountId, limit, after });
    pages.push(requests);
    if (next === null) return pages;
    after = next;
  }
  throw new Error(`the list has more than ${MAX_PAGES} pages`);
}

export function describePages(scene: LedgerScene): void {
  const idsOf = (requests: readonly ListedRequest[]): readonly string[] =>
    requests.map(({ requestId }) => requestId);
  /** So many requests, the newest first. Several share a time. */
  const history = async (account: Account, size: number): Promise<readonly string[]> => {
    const ids = await Promise.all(Array.from({ length: size }, () => scene.hold(account, 0)));
    const createdMs = (index: number): number => Date.now() - HOUR_MS - Math.floor(index / 3);
    const times = ids.map((id, index) => `WHEN '${id}' THEN ${createdMs(index)}`).join(' ');
    await scene.rewrite(
      `UPDATE open_request SET created_ms = CASE id ${times} ELSE created_ms END WHERE account_id = ${account.id}`,
    );
    const records = await Promise.all(
      ids.map(async (id) => [(await scene.ledger.findRequest(account.id, id))?.createdAt ?? '', id] as const),
    );
    return records
      .toSorted(([atOne, one], [atOther, other]) => (`${atOne} ${one}` < `${atOther} ${other}` ? 1 : -1))
      .map(([, id]) => id);
  };

  describe('a list of requests', () => {
    test('says of each what its record says, without calls and texts', async () => {
      const account = await scene.newAccount(1000);
      const selection = { models: ['vega-5', 'nova-2', 'vega-5'], judges: ['arc-1'] };
      const logged = await scene.hold(account, 100, selection);
      const response = '{"creditsUsed":0.00004}';
      await scene.ledger.settle(settlement(logged, { chargeMicroCredits: 40 }));
      await scene.ledger.keepTexts(texts(logged, undefined, response));
      const quiet = await scene.hold(account, 100, { ...selection, zeroDataRetention: true });
      await scene.ledger.settle(settlement(quiet, { chargeMicroCredits: 40 }));
      const voided = await scene.hold(account, 100, selection);
      await scene.ledger.void(voided);
      const running = await scene.hold(account, 100, selection);
      await scene.ledger.keepTexts(texts(running));
      for (const ledger of [scene.ledger, scene.another]) {
        const { requests, next } = await ledger.listRequests({ accountId: account.id, limit: 100 });
        expect(next).toBeNull();
        const byId = new Map(requests.map((request) => [request.requestId, request]));
        expect(byId.size).toBe(4);
        for (const requestId of [logged, quiet, voided, running]) {
          const record = await ledger.findRequest(account.id, requestId);
          const { calls: _calls, log: _log, owner: _owner, votes: _votes, ...head } = record ?? {};
          expect(head).toMatchObject(selection);
          expect(byId.get(requestId)).toEqual({ ...head, isLogged: requestId === logged });
        }
      }
    });

    test('has the texts that are still to be written', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await scene.settled(account);
      const keeping = scene.ledger.keepTexts(texts(requestId, `"${'a'.repeat(1_000_000)}"`));
      const { requests } = await scene.ledger.listRequests({ accountId: account.id, limit: 1 });
      expect(requests).toMatchObject([{ requestId, isLogged: true }]);
      expect(await keeping).toBe(true);
    });

    test('gives each request once, the newest first, however long its pages are', async () => {
      const [account, other] = [await scene.newAccount(1000), await scene.newAccount(1000)];
      const expected = await history(account, 20);
      await history(other, 20);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 25 }), async (limit) => {
          const pages = await allPages(scene.another, account.id, limit);
          expect(pages.flatMap(idsOf)).toEqual(expected);
          for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
          expect(pages.at(-1)?.length).toBeGreaterThan(0);
        }),
        { numRuns: 12 },
      );
    });

    test('goes on where it was, whatever came, ended or went meanwhile', async () => {
      const account = await scene.newAccount(1000);
      const expected = await history(account, 6);
      const query = { accountId: account.id, limit: 2 };
      const first = await scene.ledger.listRequests(query);
      const newer = await Promise.all([scene.hold(account, 0), scene.hold(account, 0)]);
      await scene.ledger.settle(settlement(expected[2] ?? ''));
      const after = first.next ?? undefined;
      const second = await scene.ledger.listRequests({ ...query, after });
      // Nothing needs to be at the place any more.
      await scene.rewrite(`DELETE FROM open_request WHERE id = '${expected[3]}'`);
      const third = await scene.ledger.listRequests({ ...query, after: second.next ?? undefined });
      expect([first, second, third].flatMap(({ requests }) => idsOf(requests))).toEqual(expected);
      expect(second.requests[0]?.state).toBe('settled');
      expect(third.next).toBeNull();
      expect(idsOf((await scene.ledger.listRequests(query)).requests).toSorted()).toEqual(newer.toSorted());
    });

    test('is of one account, wherever it begins', async () => {
      const [account, other] = [await scene.newAccount(1000), await scene.newAccount(1000)];
      await history(account, 3);
      const others = await history(other, 3);
      const { next } = await scene.ledger.listRequests({ accountId: account.id, limit: 1 });
      const at = { accountId: other.id, limit: 100, after: next ?? undefined };
      for (const requestId of idsOf((await scene.ledger.listRequests(at)).requests))
        expect(others).toContain(requestId);
      const nobody = { accountId: 987_654, limit: 100 };
      expect(await scene.ledger.listRequests(nobody)).toEqual({ requests: [], next: null });
    });

    test('can be searched by prompt, model and time, and shows how prompts begin', async () => {
      const account = await scene.newAccount(1000);
      const ask = async (prompt: string, models: readonly string[], createdMs: number): Promise<string> => {
        const requestId = await scene.hold(account, 10, { models });
        await scene.ledger.settle(settlement(requestId));
        const request = JSON.stringify({ system_prompt: 'needle', prompt, models });
        await scene.ledger.keepTexts(texts(requestId, request, '{}', account.id));
        await scene.rewrite(`UPDATE request SET created_ms = ${createdMs} WHERE id = '${requestId}'`);
        return requestId;
      };
      const old = await ask('A NEEDLE, "quoted"\nÄRGER', ['vega-5'], 1_000);
      const long = await ask(`${'x'.repeat(300)} Needle`, ['nova_2', 'vega-5'], 2_000);
      const other = await ask('hay 100%', ['novaX2'], 3_000);
      const odd = await ask('a \u0000 needle', ['vega-5'], 4_000);
      const query = { accountId: account.id, limit: 10, wantsStart: true };
      const find = async (filter: object, more: object = {}): Promise<readonly string[]> => {
        const page = await scene.another.listRequests({ ...query, ...more, filter });
        expect(page.next).toBeNull();
        return idsOf(page.requests);
      };
      expect(await find({})).toEqual([odd, other, long, old]);
      expect(await find({ words: ['needle'] })).toEqual([odd, long, old]);
      expect(await find({ words: ['"quoted"\närger'] })).toEqual([old]);
      expect(await find({ words: ['%'] })).toEqual([other]);
      expect(await find({ words: ['ärger', 'NEEDLE'] })).toEqual([old]);
      expect(await find({ words: ['needle', 'hay'] })).toEqual([]);
      expect(await find({ words: ['vega-5'] })).toEqual(
        // Of a prompt that PostgreSQL cannot take apart, all of the request is searched.
        (await find({ words: ['system_prompt'] })).includes(odd) ? [odd] : [],
      );
      expect(await find({ model: 'vega-5' })).toEqual([odd, long, old]);
      expect(await find({ model: 'nova_2' })).toEqual([long]);
      expect(await find({ model: 'vega' })).toEqual([]);
      expect(await find({ fromMs: 2_000, toMs: 4_000 })).toEqual([other, long]);
      expect(await find({ fromMs: 2_000, toMs: 4_000, words: ['NEEDLE'], model: 'vega-5' })).toEqual([long]);
      expect(await find({ toMs: 3_000 }, { after: { createdMs: 2_000, requestId: long } })).toEqual([old]);
      expect(await find({ toMs: 2_000 }, { after: { createdMs: 9_000, requestId: 'a' } })).toEqual([old]);
      const { requests } = await scene.ledger.listRequests(query);
      expect(requests.slice(1).map(({ promptStart }) => promptStart)).toEqual([
        'hay 100%',
        'x'.repeat(200),
        'A NEEDLE, "quoted"\nÄRGER',
      ]);
      const plain = await scene.ledger.listRequests({ accountId: account.id, limit: 10 });
      expect(plain.requests[0]).not.toHaveProperty('promptStart');
      const nobody = await scene.ledger.listRequests({
        ...query,
        accountId: 987_654,
        filter: { words: ['e'] },
      });
      expect(nobody).toEqual({ requests: [], next: null });
    });

    test('is searched a page at a time: each match once, and an empty page where it has looked enough', async () => {
      const account = await scene.newAccount(1000);
      const expected = await history(account, 9);
      const odd = expected.filter((_id, index) => index % 2 === 1);
      await scene.rewrite(
        `UPDATE open_request SET models = '["rare-1"]' WHERE id IN (${odd.map((id) => `'${id}'`).join(', ')})`,
      );
      const found: string[] = [];
      let after: RequestPlace | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const query = { accountId: account.id, limit: 2, after, filter: { model: 'rare-1' } };
        const { requests, next } = await scene.ledger.listRequests(query);
        found.push(...idsOf(requests));
        after = next ?? undefined;
        if (next === null) break;
      }
      expect(found).toEqual(odd);
      // More than one page looks at: nothing matches, and the place moves on until the list ends.
      const many = await scene.newAccount(1000);
      await scene.hold(many, 0);
      await scene.rewrite(
        `INSERT INTO request (id, account_id, state, hold, charge, absorbed, owner, zero_data_retention, created_ms, finished_ms, models, judges)
         WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1500)
         SELECT 'many-' || ${many.id} || '-' || n, ${many.id}, 'voided', 0, 0, 0, 'x', 0, n, n, '["vega-5"]', '[]' FROM n`,
      );
      const search = { accountId: many.id, limit: 5, filter: { model: 'rare-1' } };
      const empty = await scene.ledger.listRequests(search);
      expect(empty.requests).toEqual([]);
      expect(empty.next).not.toBeNull();
      const rest = await scene.ledger.listRequests({ ...search, after: empty.next ?? undefined });
      expect(rest).toEqual({ requests: [], next: null });
      // They have no entries, as no request has: the books would not add up.
      await scene.rewrite(`DELETE FROM request WHERE id LIKE 'many-%'`);
    });

    test('reads a bounded length of texts for one page', async () => {
      const account = await scene.newAccount(1000);
      const ids: string[] = [];
      for (const characters of [10, 4_200_000, 4_200_000]) {
        const requestId = await scene.settled(account);
        const request = JSON.stringify({ prompt: `${'a'.repeat(characters)}needle` });
        expect(await scene.ledger.keepTexts(texts(requestId, request, '{}', account.id))).toBe(true);
        ids.push(requestId);
      }
      const query = { accountId: account.id, limit: 10, filter: { words: ['needle'] } };
      const first = await scene.ledger.listRequests(query);
      expect(first.requests).toHaveLength(2);
      const second = await scene.ledger.listRequests({ ...query, after: first.next ?? undefined });
      expect([...idsOf(first.requests), ...idsOf(second.requests)].toSorted()).toEqual(ids.toSorted());
      expect(second.next).toBeNull();
    });

    test.each([0, 101, 1.5, -1])('of %d requests is refused', async (limit) => {
      const query = { accountId: 1, limit };
      await expect(scene.ledger.listRequests(query)).rejects.toMatchObject({ code: 'invalid' });
    });
  });
}
