import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UsageRules } from '../core/contract.ts';
import { createUsageReader } from '../core/billing/read-usage.ts';
import { registryOnDisk } from './contract/registry-on-disk.ts';
import { sendSample, WIRE_SAMPLES } from './sandbox/samples.ts';
import { startSandboxUpstream, type SandboxUpstream, type SandboxUsage } from '../core/sandbox/upstream.ts';

function usageRulesOf(provider: string): UsageRules {
  const found = registryOnDisk.providers.find(({ id }) => id === provider);
  if (found === undefined) throw new Error(`there is no provider ${provider}`);
  return found.usage;
}

const plain: SandboxUsage = {
  inputTokens: 3000,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 500,
  reasoningTokens: 0,
  searchQueries: [],
};

/** The wires that report these at all. */
const writesCache = new Set(['anthropic', 'openai', 'bedrock']);
const countsNoReasoning = new Set(['mistral', 'bedrock']);
const searches = new Set(['google']);

let usage = plain;
let upstream: SandboxUpstream;

beforeAll(async () => {
  upstream = await startSandboxUpstream({ reply: () => ({ content: 'Ok.', usage }) });
});
afterAll(() => upstream.stop());

/** One usage goes out in the provider's own fields and must come back whole through the provider's rules. */
describe.each(WIRE_SAMPLES)('$provider', (sample) => {
  const { provider } = sample;

  test.each([
    { name: 'plain', used: plain },
    { name: 'cached', used: { ...plain, cachedTokens: 2048 } },
    { name: 'all cached', used: { ...plain, cachedTokens: 3000 } },
    { name: 'cache written', used: { ...plain, cachedTokens: 1000, cacheWriteTokens: 1500 } },
    { name: 'reasoned', used: { ...plain, reasoningTokens: 420 } },
    { name: 'only reasoned', used: { ...plain, reasoningTokens: 500 } },
    { name: 'searched', used: { ...plain, searchQueries: ['a', 'b', 'a', ' '] } },
  ])('$name', async ({ used }) => {
    usage = used;
    const response = await sendSample(upstream, sample);
    const body: unknown = await response.json();
    expect(createUsageReader(usageRulesOf(provider))(body, false)).toEqual({
      tokensIn: used.inputTokens,
      tokensCached: used.cachedTokens,
      tokensCacheWrite: writesCache.has(provider) ? used.cacheWriteTokens : 0,
      tokensOut: used.outputTokens,
      tokensReasoning: countsNoReasoning.has(provider) ? 0 : used.reasoningTokens,
      searches: searches.has(provider)
        ? new Set(used.searchQueries.filter((query) => query !== ' ')).size
        : 0,
    });
  });
});
