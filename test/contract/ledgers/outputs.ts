import { describe, expect, test } from 'vitest';
import type { Account } from '../../../core/ledger/ledger.ts';
import { call, settlement } from './samples.ts';
import type { LedgerScene } from './scene.ts';

export function describeOutputs(scene: LedgerScene): void {
  describe('output tokens by model', () => {
    async function meter(
      modelId: string,
      role: 'contestant' | 'judge',
      tokens: readonly number[],
      account?: Account,
    ): Promise<void> {
      const requestId = await scene.hold(account ?? (await scene.newAccount(10)), 10);
      const calls = tokens.map((tokensOut) => call({ modelId, role, tokensOut }));
      const failed = call({ modelId, role, status: 'failed', faultCode: 'timeout', tokensOut: 9_999 });
      await scene.ledger.settle(settlement(requestId, { calls: [...calls, failed] }));
    }
    const oneTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);

    test('are the 99th percentile and the mean of completed calls, by role', async () => {
      await meter('metered-a', 'contestant', oneTo(200).toReversed());
      await meter('metered-a', 'judge', oneTo(100));
      await meter('metered-b', 'contestant', oneTo(99));
      const outputs = await scene.ledger.outputsByModel(100);
      const of = (modelId: string) =>
        outputs
          .filter((output) => output.modelId === modelId)
          .map(({ role, likelyTokens, meanTokens }) => [role, likelyTokens, Math.abs(meanTokens - 75) <= 26])
          .toSorted(([one], [other]) => String(one).localeCompare(String(other)));
      expect(of('metered-a')).toEqual([
        ['contestant', 198, true],
        ['judge', 99, true],
      ]);
      expect(of('metered-b')).toEqual([]);
    });

    const outputOf = async (modelId: string) =>
      (await scene.ledger.outputsByModel(100)).find((output) => output.modelId === modelId);

    test('are common where three accounts show them', async () => {
      const modelId = 'metered-c';
      await meter(modelId, 'contestant', Array(200).fill(50));
      for (const tokens of [9_000, 8_000]) await meter(modelId, 'contestant', Array(4).fill(tokens));
      expect(await outputOf(modelId)).toMatchObject({ likelyTokens: 9_000, commonTokens: 50 });
      await meter(modelId, 'contestant', Array(4).fill(7_000));
      expect(await outputOf(modelId)).toMatchObject({ likelyTokens: 9_000, commonTokens: 7_000 });
      await meter('metered-d', 'contestant', oneTo(200));
      expect(await outputOf('metered-d')).toMatchObject({ calls: 200, commonTokens: 0 });
    });

    test('are of the latest thousand calls of an account at most', async () => {
      const modelId = 'metered-e';
      const busy = await scene.newAccount(1_000);
      await meter(modelId, 'contestant', Array(600).fill(7), busy);
      for (let times = 0; times < 2; times += 1) await meter(modelId, 'contestant', Array(500).fill(9), busy);
      await meter(modelId, 'contestant', Array(1_000).fill(1));
      expect(await outputOf(modelId)).toMatchObject({ likelyTokens: 9, meanTokens: 5, commonTokens: 0 });
    });
  });
}
