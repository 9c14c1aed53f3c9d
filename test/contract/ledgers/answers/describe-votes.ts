import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../core/ledger/ledger.ts';
import { MAX_ACCOUNT_VOTES, MAX_REQUEST_VOTES } from '../../../../core/ledger/texts/vote.ts';
import { settlement, texts } from '../samples.ts';
import type { LedgerScene } from '../scene.ts';

export function describeVotes(scene: LedgerScene): void {
  const logged = async (account: Account): Promise<string> => {
    const requestId = await scene.settled(account);
    expect(await scene.ledger.keepTexts(texts(requestId))).toBe(true);
    return requestId;
  };
  const votesOn = async ({ id }: Account, requestId: string) =>
    (await scene.another.findRequest(id, requestId))?.votes;
  /** Votes that stand before the account's next one, each a millisecond older than the one before. */
  const fill = async (account: Account, requestId: string, votes: number): Promise<void> => {
    const rows = Array.from(
      { length: votes },
      (_, index) => `('${requestId}', 0, ${index + 10}, ${account.id}, 'a', ${index})`,
    );
    await scene.meddle(
      `INSERT INTO vote (request_id, a, b, account_id, winner, voted_ms) VALUES ${rows.join(',')}`,
    );
  };

  describe('votes on stored answers', () => {
    test('are kept one a pair, changed and taken back, and read by another process', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await logged(account);
      expect(await votesOn(account, requestId)).toEqual([]);
      const vote = async (a: number, b: number, winner: 'a' | 'b' | 'tie' | null): Promise<boolean> =>
        await scene.ledger.vote(account.id, requestId, { a, b, winner });
      expect(await vote(1, 2, 'tie')).toBe(true);
      expect(await vote(0, 1, 'a')).toBe(true);
      expect(await vote(0, 1, 'b')).toBe(true);
      expect(await votesOn(account, requestId)).toEqual([
        { a: 0, b: 1, winner: 'b' },
        { a: 1, b: 2, winner: 'tie' },
      ]);
      expect([await vote(1, 2, null), await vote(1, 2, null)]).toEqual([true, true]);
      expect(await votesOn(account, requestId)).toEqual([{ a: 0, b: 1, winner: 'b' }]);
    });

    test('are refused where no answers are stored', async () => {
      const [account, other] = [await scene.newAccount(1000), await scene.newAccount(1000)];
      const mine = await logged(account);
      const running = await scene.hold(account, 10);
      const unlogged = await scene.settled(account);
      const vote = { a: 0, b: 1, winner: 'a' } as const;
      expect(await scene.ledger.vote(other.id, mine, vote)).toBe(false);
      expect(await scene.ledger.vote(account.id, 'nobody-knows', vote)).toBe(false);
      expect(await scene.ledger.vote(account.id, unlogged, vote)).toBe(false);
      // Its texts may come before its end.
      expect(await scene.ledger.keepTexts(texts(running))).toBe(true);
      expect(await scene.ledger.vote(account.id, running, vote)).toBe(false);
      await scene.ledger.settle(settlement(running));
      expect(await scene.ledger.vote(account.id, running, vote)).toBe(true);
      expect(await scene.count(`vote WHERE account_id IN (${account.id}, ${other.id})`)).toBe(1);
    });

    test('go with the texts, however these go', async () => {
      const account = await scene.newAccount(1000);
      const [erased, pruned, left] = [await logged(account), await logged(account), await logged(account)];
      for (const requestId of [erased, pruned, left])
        await scene.ledger.vote(account.id, requestId, { a: 0, b: 1, winner: 'a' });
      await scene.ledger.eraseRequest(account.id, erased);
      expect(await scene.ledger.vote(account.id, erased, { a: 0, b: 1, winner: 'a' })).toBe(false);
      await scene.age(pruned, 48);
      await scene.ledger.prunePrompts(new Date(Date.now() - 24 * 3_600_000).toISOString());
      const storedVotes = async (): Promise<number> =>
        await scene.count(`vote WHERE account_id = ${account.id}`);
      expect([await votesOn(account, left), await storedVotes()]).toEqual([[{ a: 0, b: 1, winner: 'a' }], 1]);
      await scene.ledger.eraseAccount(account.name);
      expect(await storedVotes()).toBe(0);
    });

    test('are bounded by request and by account, and the oldest give way', async () => {
      const account = await scene.newAccount(1000);
      const requestId = await logged(account);
      await fill(account, requestId, MAX_REQUEST_VOTES);
      await scene.ledger.vote(account.id, requestId, { a: 0, b: 1, winner: 'a' });
      const votes = await votesOn(account, requestId);
      expect([votes?.length, votes?.[0], votes?.[1]?.b]).toEqual([
        MAX_REQUEST_VOTES,
        { a: 0, b: 1, winner: 'a' },
        11,
      ]);
      for (let requests = 1; requests <= MAX_ACCOUNT_VOTES / MAX_REQUEST_VOTES; requests += 1)
        await fill(account, await logged(account), MAX_REQUEST_VOTES);
      await scene.ledger.vote(account.id, requestId, { a: 0, b: 2, winner: 'b' });
      // One step deletes a bounded number of them.
      await scene.ledger.vote(account.id, requestId, { a: 0, b: 2, winner: 'b' });
      await scene.ledger.vote(account.id, requestId, { a: 0, b: 2, winner: 'b' });
      expect(await scene.count(`vote WHERE account_id = ${account.id}`)).toBe(MAX_ACCOUNT_VOTES);
      expect((await votesOn(account, requestId))?.slice(0, 2)).toEqual([
        { a: 0, b: 1, winner: 'a' },
        { a: 0, b: 2, winner: 'b' },
      ]);
    });

    test('find their requests in the list', async () => {
      const account = await scene.newAccount(1000);
      const requestIds = [await logged(account), await logged(account)];
      await scene.ledger.vote(account.id, requestIds[0] ?? '', { a: 0, b: 1, winner: 'a' });
      const page = await scene.ledger.listRequests({
        accountId: account.id,
        limit: 10,
        filter: { isVoted: true },
      });
      expect(page.requests.map(({ requestId }) => requestId)).toEqual([requestIds[0]]);
    });
  });
}
