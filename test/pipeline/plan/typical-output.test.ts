import { describe, expect, it } from 'vitest';
import { typicalOutput } from '../../../core/pipeline/plan/typical-output.ts';
import { registryOnDisk } from '../../contract/registry-on-disk.ts';

const METERED = { likelyTokens: 700, meanTokens: 200 };

function planned(modelId: string, maxTokens: number, reasoningTokens?: number) {
  const entry = registryOnDisk.find(modelId);
  if (entry === undefined) throw new Error(`There is no ${modelId}.`);
  const call = {
    ...entry,
    system: [],
    turns: [],
    attachments: [],
    fields: new Map(),
    outputSchema: undefined,
  };
  return { call: { ...call, settings: { maxTokens } }, reasoningTokens };
}

describe('the typical output', () => {
  it.each<
    [string, Parameters<typeof planned>, 'contestant' | 'judge', typeof METERED | undefined, number, number]
  >([
    ['is declared by role', ['gpt-4o', 8_000], 'contestant', undefined, 1_000, 1_000],
    ['of a judge is a verdict', ['gpt-4o', 8_000], 'judge', undefined, 500, 500],
    ['is never above the cap', ['gpt-4o', 16], 'contestant', undefined, 16, 16],
    ['counts thinking, which nobody else reads', ['o3', 8_000], 'contestant', undefined, 4_000, 1_000],
    ['is raised by a budget', ['gpt-5.4', 20_000, 6_000], 'contestant', undefined, 7_000, 1_000],
    ['is raised up to the cap', ['gpt-5.4', 5_000, 6_000], 'contestant', undefined, 5_000, 1_000],
    ['falls where thinking is off', ['grok-4.3', 8_000, 0], 'contestant', undefined, 1_000, 1_000],
    ['has thinking outside the cap', ['grok-4.3', 16], 'contestant', undefined, 816, 16],
    ['is the ledger’s, where it knows', ['gpt-4o', 8_000], 'contestant', METERED, 700, 700],
    ['is the ledger’s and the budget', ['gpt-5.4', 20_000, 6_000], 'contestant', METERED, 6_700, 700],
  ])('%s', (_, [modelId, maxTokens, reasoningTokens], role, metered, billed, visible) => {
    const call = planned(modelId, maxTokens, reasoningTokens);
    expect(typicalOutput(call, role, metered, false)).toEqual({ billed, visible });
    const expected = typicalOutput(call, role, metered, true);
    expect(expected.billed).toBeLessThanOrEqual(billed);
  });
});
