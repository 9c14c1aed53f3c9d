import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../core/ledger/ledger.ts';
import type { RequestPageQuery } from '../../../../core/ledger/requests/request-page.ts';
import { settlement, texts } from '../samples.ts';
import type { LedgerScene } from '../scene.ts';

export function describeLabels(scene: LedgerScene): void {
  const logged = async (account: Account, label?: string): Promise<string> => {
    const requestId = await scene.settled(account);
    const stored = { ...texts(requestId, '{"prompt":"a hay"}'), ...(label !== undefined && { label }) };
    expect(await scene.ledger.keepTexts(stored)).toBe(true);
    return requestId;
  };
  const labelOf = async ({ id }: Account, requestId: string): Promise<string | null | undefined> =>
    (await scene.another.findRequest(id, requestId))?.label;
  const page = async ({ id }: Account, query: Partial<RequestPageQuery>) =>
    (await scene.another.listRequests({ accountId: id, limit: 100, ...query })).requests;
  const idsOf = (requests: readonly { readonly requestId: string }[]): readonly string[] =>
    requests.map(({ requestId }) => requestId).toSorted();

  describe('labels of requests', () => {
    test('come with the texts or later, and are changed and taken away', async () => {
      const account = await scene.newAccount(1000);
      const [plain, labelled] = [await logged(account), await logged(account, 'Éval “1”')];
      expect([await labelOf(account, plain), await labelOf(account, labelled)]).toEqual([null, 'Éval “1”']);
      expect(await scene.ledger.setLabel(account.id, plain, 'first')).toBe(true);
      expect(await scene.ledger.setLabel(account.id, labelled, null)).toBe(true);
      expect([await labelOf(account, plain), await labelOf(account, labelled)]).toEqual(['first', null]);
      const labels = (await page(account, {})).map(({ requestId, label }) => [requestId, label]);
      expect(new Map(labels as [string, unknown][])).toEqual(
        new Map<string, unknown>([
          [plain, 'first'],
          [labelled, null],
        ]),
      );
    });

    test('are refused where no texts are stored, and go with them', async () => {
      const [account, other] = [await scene.newAccount(1000), await scene.newAccount(1000)];
      const label = async (requestId: string, { id } = account): Promise<boolean> =>
        await scene.ledger.setLabel(id, requestId, 'canary');
      const [mine, pruned, unlogged] = [
        await logged(account, 'a'),
        await logged(account, 'canary'),
        await scene.settled(account),
      ];
      const running = await scene.hold(account, 10);
      expect(await scene.ledger.keepTexts({ ...texts(running), label: 'early' })).toBe(true);
      expect(await label(mine, other)).toBe(false);
      expect([await label(running), await label(unlogged), await label('unheard-of')]).toEqual([
        false,
        false,
        false,
      ]);
      expect(await labelOf(account, running)).toBeNull();
      expect((await page(account, {})).find(({ requestId }) => requestId === running)?.label).toBeNull();
      await scene.ledger.settle(settlement(running));
      expect(await labelOf(account, running)).toBe('early');
      expect(await label(mine)).toBe(true);
      await scene.ledger.eraseRequest(account.id, mine);
      expect([await label(mine), await labelOf(account, mine)]).toEqual([false, null]);
      await scene.age(pruned, 48);
      await scene.ledger.prunePrompts(new Date(Date.now() - 24 * 3_600_000).toISOString());
      expect(await scene.count("request_label WHERE label = 'canary'")).toBe(0);
    });

    test('find their requests, exactly or by words', async () => {
      const account = await scene.newAccount(1000);
      const [one, other] = [await logged(account, 'Suite 7'), await logged(account, 'Suite 77')];
      const plain = await logged(account);
      const find = async (filter: RequestPageQuery['filter']): Promise<readonly string[]> =>
        idsOf(await page(account, { filter }));
      expect(await find({ label: 'Suite 7' })).toEqual([one]);
      expect(await find({ label: 'suite 7' })).toEqual([]);
      expect(await find({ words: ['SUITE 7'] })).toEqual([one, other].toSorted());
      // One word of the label, one of the prompt.
      expect(await find({ words: ['77', 'hay'] })).toEqual([other]);
      expect(await find({ words: ['hay'] })).toEqual([one, other, plain].toSorted());
    });

    test('group their requests in a list, each account its own', async () => {
      const [account, other] = [await scene.newAccount(1000), await scene.newAccount(1000)];
      const runs = [await logged(account, 'run'), await logged(account, 'run'), await logged(account, 'run')];
      const [alone, plain, theirs] = [
        await logged(account, 'alone'),
        await logged(account),
        await logged(other, 'run'),
      ];
      const grouped = async (of: Account) =>
        new Map((await page(of, { groupsLabels: true })).map((one) => [one.requestId, one.labelCount]));
      const newest = runs.toSorted().at(-1) ?? '';
      expect(await grouped(account)).toEqual(
        new Map([
          [newest, 3],
          [alone, 1],
          [plain, 0],
        ]),
      );
      expect(await grouped(other)).toEqual(new Map([[theirs, 1]]));
      await scene.ledger.setLabel(account.id, newest, null);
      const counts = [...(await grouped(account)).values()].map(Number);
      expect(counts.toSorted((one, other) => one - other)).toEqual([0, 0, 1, 2]);
      expect((await page(account, {}))[0]).not.toHaveProperty('labelCount');
    });

    test('group the matches of a filter, once over all pages', async () => {
      const account = await scene.newAccount(1000);
      const runs = [await logged(account, 'run'), await logged(account, 'run'), await logged(account, 'run')];
      const [first = '', second = '', newest = ''] = runs.toSorted();
      const plain = [await logged(account), await logged(account)];
      for (const requestId of [first, second])
        await scene.ledger.vote(account.id, requestId, { a: 0, b: 1, winner: 'a' });
      const find = async (filter: RequestPageQuery['filter']) =>
        (await page(account, { filter, groupsLabels: true })).map((one) => [one.requestId, one.labelCount]);
      expect(await find({ isVoted: true })).toEqual([[second, 3]]);
      expect(await find({ label: 'run' })).toEqual([[newest, 3]]);
      const pages: string[] = [];
      let after: RequestPageQuery['after'];
      for (;;) {
        const query = {
          accountId: account.id,
          limit: 1,
          after,
          groupsLabels: true,
          filter: { words: ['hay'] },
        };
        const { requests, next } = await scene.another.listRequests(query);
        pages.push(...requests.map(({ requestId }) => requestId));
        if (next === null) break;
        after = next;
      }
      expect(pages).toEqual([...plain, newest].toSorted().toReversed());
    });
  });
}
