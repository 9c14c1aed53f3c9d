import { describe, expect, test } from 'vitest';
import { settlement } from './samples.ts';
import type { LedgerScene } from './scene.ts';

export function describeChecks(scene: LedgerScene): void {
  describe('a check', () => {
    test('sees one state while others write', async () => {
      const account = await scene.newAccount(1_000);
      const busy = Array.from({ length: 200 }, async () => {
        const requestId = await scene.hold(account, 2);
        await scene.ledger.settle(settlement(requestId, { chargeMicroCredits: 1 }));
      });
      const checks = Array.from({ length: 5 }, async () => await scene.another.check());
      for (const problems of await Promise.all(checks)) expect(problems).toEqual([]);
      await Promise.all(busy);
    });

    test('names what does not add up', async () => {
      const { id, name } = await scene.newAccount(1_000);
      await scene.meddle(`UPDATE account SET posted = posted + 1 WHERE id = ${id}`);
      expect(await scene.another.check()).toEqual([
        {
          invariant: 'granted-is-posted-and-charged',
          detail: `account ${name}: granted 0.001 credits, posted 0.001001 credits, charged 0 credits`,
        },
      ]);
      await scene.meddle(`UPDATE account SET posted = posted - 1 WHERE id = ${id}`);
    });
  });
}
