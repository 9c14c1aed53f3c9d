import { afterEach, describe, expect, it, vi } from 'vitest';
import { typicalOutput } from '../../core/pipeline/estimate-cost.ts';
import { createMeteredOutputs } from '../../core/pipeline/metered-outputs.ts';
import { registryOnDisk } from '../contract/registry-on-disk.ts';

const METERED = { calls: 200, likelyTokens: 700, meanTokens: 200, commonTokens: 0 };
/** Too few for the one in a hundred. */
const FEW = { ...METERED, calls: 20 };
/** As if a caller asks for one token many times. */
const TINY = { calls: 200, likelyTokens: 1, meanTokens: 1, commonTokens: 1 };
/** As if a caller asks for a few very long answers. */
const HUGE = { calls: 200, likelyTokens: 16_384, meanTokens: 9_000, commonTokens: 300 };
/** As of several accounts that do. */
const LONG = { calls: 200, likelyTokens: 16_384, meanTokens: 2_500, commonTokens: 3_000 };

function planned(modelId: string, maxTokens: number, reasoningTokens?: number, isAsked = false) {
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
  const callerMaxTokens = isAsked ? maxTokens : undefined;
  return { call: { ...call, settings: { maxTokens } }, reasoningTokens, callerMaxTokens };
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
    ['is not the ledger’s, where that knows few calls', ['gpt-4o', 8_000], 'contestant', FEW, 1_000, 1_000],
    ['is the ledger’s and the budget', ['gpt-5.4', 20_000, 6_000], 'contestant', METERED, 6_700, 700],
    ['is no less than half of what is declared', ['gpt-4o', 8_000], 'contestant', TINY, 500, 500],
    ['is half of that with thinking', ['o3', 8_000], 'contestant', TINY, 2_000, 1_000],
    ['is no more than twice what is declared', ['gpt-4o', 20_000], 'contestant', HUGE, 2_000, 2_000],
    ['is twice that with thinking', ['o3', 20_000], 'contestant', HUGE, 8_000, 1_000],
    ['is what several accounts show', ['gpt-4o', 20_000], 'contestant', LONG, 3_000, 3_000],
    ['is never above the cap for it', ['gpt-4o', 16], 'contestant', TINY, 16, 16],
    ['is a tenth of a cap asked for', ['gpt-4o', 16_000, undefined, true], 'contestant', TINY, 1_600, 1_600],
    ['is that with thinking', ['o3', 90_000, undefined, true], 'contestant', undefined, 9_000, 9_000],
  ])('%s', (_, question, role, metered, billed, visible) => {
    const call = planned(...question);
    expect(typicalOutput(call, role, metered, false)).toEqual({ billed, visible });
    const expected = typicalOutput(call, role, metered, true);
    expect(expected.billed).toBeLessThanOrEqual(billed);
  });

  it.each<[string, string, 'contestant' | 'judge', typeof METERED | undefined, number]>([
    ['a third of what is declared', 'gpt-4o', 'judge', undefined, 167],
    ['the ledger’s from few calls on', 'gpt-4o', 'contestant', FEW, 200],
    ['the ledger’s, however little a judge thinks', 'gpt-5.5', 'judge', { ...METERED, meanTokens: 180 }, 180],
    ['no more than twice what is declared', 'gpt-4o', 'judge', HUGE, 1_000],
  ])('is in the mean %s', (_, modelId, role, metered, billed) => {
    expect(typicalOutput(planned(modelId, 8_000), role, metered, true).billed).toBe(billed);
  });
});

describe('the ledger’s figures', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are read soon after the start, and every ten minutes in the end', async () => {
    vi.useFakeTimers();
    const readAtSeconds: number[] = [];
    const startedMs = Date.now();
    const outputs = createMeteredOutputs({
      async outputsByModel() {
        readAtSeconds.push((Date.now() - startedMs) / 1_000);
        return [];
      },
    });
    await vi.advanceTimersByTimeAsync(40 * 60_000);
    outputs.close();
    await vi.advanceTimersByTimeAsync(40 * 60_000);
    expect(readAtSeconds).toEqual([30, 90, 210, 450, 930, 1_530, 2_130]);
  });
});
