import { expect, it } from 'vitest';
import type { WirePlugin } from '../../core/contract.ts';
import { estimateCost } from '../../core/pipeline/estimate-cost.ts';
import { NO_JUDGES } from '../../core/pipeline/judge/prepare-judges.ts';
import { planModel } from '../../core/pipeline/plan/model-plan.ts';
import { planCall } from '../../core/pipeline/plan/plan-call.ts';
import type { RequestContext } from '../../core/pipeline/request-context.ts';
import { sampleProvider } from '../../core/plugin-check/sample-entry.ts';
import { LIST_TERMS, pricedModel } from '../billing/priced-model.ts';
import { conversation } from '../contract/golden/golden.ts';

const plugin: WirePlugin = {
  contractVersion: 2,
  buildRequest: () => ({ path: '', body: {} }),
  readReply: () => ({ text: '', finishReason: 'stop', thought: false }),
};
// The rest of a context is not read.
const context = {
  account: LIST_TERMS,
  services: LIST_TERMS,
  snapshot: { upstream: { connections: { has: () => true } } },
} as unknown as RequestContext;

it('at worst a model reasons as much as it can outside its cap', () => {
  const model = pricedModel({ limits: { uncappedReasoningTokens: 30_000 } });
  const planned = planCall(planModel({ model, provider: sampleProvider(), plugin }), conversation());
  const request = {
    ...NO_JUDGES,
    calls: [planned],
    writer: undefined,
    givenAnswers: undefined,
    cached: undefined,
  };
  const { models } = estimateCost(request, 'worst', context);
  expect(models).toMatchObject([{ tokensOut: planned.call.settings.maxTokens + 30_000 }]);
});
