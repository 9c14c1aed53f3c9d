import { describe, expect, test } from 'vitest';
import { call, settlement } from './samples.ts';
import type { LedgerScene } from './scene.ts';

export function describeOutputs(scene: LedgerScene): void {
  describe('output tokens by model', () => {
    async function meter(
      modelId: string,
      role: 'contestant' | 'judge',
      tokens: readonly number[],
    ): Promise<void> {
      const requestId = await scene.reserve(await scene.newAccount(10), 10);
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
  });
}
