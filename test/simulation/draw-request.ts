import type { Account } from '../../core/ledger/ledger.ts';
import type { MeteredOutputs } from '../../core/pipeline/metered-outputs.ts';
import type { RequestContext } from '../../core/pipeline/request-context.ts';
import { planModels, type ModelPlans } from '../../core/pipeline/plan/model-plan.ts';
import type { Registry } from '../../core/registry/registry.ts';
import neutraliseText from '../../core/workers/neutralise-text.ts';
import { MICRO_CREDITS_PER_USD } from './draw-calls.ts';
import { normal, pick } from './length-spread.ts';

export interface RequestTerms {
  readonly account: Account;
  readonly registry: Registry;
  readonly meteredOutputs: MeteredOutputs;
}

/** A request of one to five models, half of those with several judged by one or two, with all it is planned with. */
export function drawRequest(
  { account, registry, meteredOutputs }: RequestTerms,
  random: () => number,
): RequestContext {
  const count = 1 + Math.floor(random() * 5);
  const isJudged = count > 1 && random() < 0.5;
  const some = (length: number): string[] =>
    Array.from({ length }, () => pick(registry.entries, random).model.id);
  const words = Math.round(20 * Math.exp(1.2 * normal(random)));
  const context: Pick<RequestContext, 'prompt' | 'zeroDataRetention'> & {
    readonly account: Account & { readonly models: null };
    readonly services: Pick<
      RequestContext['services'],
      'meteredOutputs' | 'microCreditsPerUsd' | 'unixMs'
    > & {
      readonly pool: Pick<RequestContext['services']['pool'], 'neutraliseText'>;
    };
    readonly snapshot: {
      readonly registry: Registry;
      readonly plans: ModelPlans;
      readonly upstream: {
        readonly connections: Pick<ReadonlyMap<string, unknown>, 'has'>;
        readonly nextTurn: () => Promise<void>;
      };
      readonly calibrations: RequestContext['snapshot']['calibrations'];
    };
  } = {
    account: { ...account, models: null },
    services: {
      meteredOutputs,
      microCreditsPerUsd: MICRO_CREDITS_PER_USD,
      // Before any model is shut down.
      unixMs: () => 0,
      pool: { neutraliseText: (parts) => Promise.resolve(neutraliseText(parts)) },
    },
    snapshot: {
      registry,
      plans: planModels(registry),
      upstream: { connections: { has: () => true }, nextTurn: () => Promise.resolve() },
      calibrations: [],
    },
    zeroDataRetention: true,
    prompt: {
      request: {
        prompt: 'Compare these answers. '.repeat(1 + Math.ceil(words / 3)),
        models: some(count),
        ...(isJudged && { judges: some(1 + Math.floor(random() * 2)) }),
      } as RequestContext['prompt']['request'],
      attachments: [],
    },
  };
  return context as unknown as RequestContext;
}
