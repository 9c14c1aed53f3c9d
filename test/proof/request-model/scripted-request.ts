import * as fc from 'fast-check';
import { chargeByHand, PRICED_MODELS, type CallUsage, type PricedModel } from '../model-prices.ts';

/** What a provider does to every call of one model of one request. */
export type Script =
  | { readonly kind: 'answers'; readonly usage: CallUsage }
  /** A judge whose verdict cannot be read is asked once more, and paid for twice. */
  | { readonly kind: 'mumbles'; readonly usage: CallUsage }
  | { readonly kind: 'refuses' }
  /** Asks for a pause longer than the gateway waits. */
  | { readonly kind: 'limits' };

export interface ScriptedModel {
  readonly model: PricedModel;
  readonly script: Script;
}

export interface ScriptedRequest {
  readonly models: readonly ScriptedModel[];
  readonly judges: readonly ScriptedModel[];
  readonly maxTokens: number | undefined;
  readonly zeroDataRetention: boolean;
  readonly hasKey: boolean;
}

/** The body as it is sent. @param id stands in the prompt, by which the providers know their script. */
export function bodyOf(request: ScriptedRequest, id: string): object {
  const { models, judges, maxTokens, zeroDataRetention } = request;
  return {
    prompt: `Say something about id:${id};`,
    models: models.map(({ model }) => model),
    ...(judges.length > 0 && { judges: judges.map(({ model }) => model) }),
    ...(maxTokens !== undefined && { generation_settings: { maxTokens } }),
    ...(zeroDataRetention && { zero_data_retention: true }),
  };
}

function chargeOfCall({ model, script }: ScriptedModel): number {
  return 'usage' in script ? chargeByHand(model, script.usage) : 0;
}

const answers = ({ script }: ScriptedModel): boolean => script.kind === 'answers';

/** What its models cost, micro-credits. */
export function costOfModels({ models }: ScriptedRequest): number {
  return models.reduce((sum, scripted) => sum + chargeOfCall(scripted), 0);
}

/** Every judge runs twice over every pair of answers. */
export function costOfJudges({ models, judges }: ScriptedRequest): number {
  const given = models.filter(answers).length;
  const pairs = (given * (given - 1)) / 2;
  const callsOf = ({ script }: ScriptedModel): number => (script.kind === 'mumbles' ? 2 : 1);
  return pairs * judges.reduce((sum, judge) => sum + 2 * callsOf(judge) * chargeOfCall(judge), 0);
}

/** Mostly small; sometimes far beyond any cap, so that a bill exceeds its hold. */
function usages(): fc.Arbitrary<CallUsage> {
  return fc
    .record({
      inputTokens: fc.oneof(
        { weight: 6, arbitrary: fc.nat(3_000) },
        { weight: 1, arbitrary: fc.nat(900_000) },
      ),
      cachedPercent: fc.nat(100),
      outputTokens: fc.oneof({ weight: 6, arbitrary: fc.nat(600) }, { weight: 1, arbitrary: fc.nat(90_000) }),
    })
    .map(({ inputTokens, cachedPercent, outputTokens }) => ({
      inputTokens,
      cachedTokens: Math.floor((inputTokens * cachedPercent) / 100),
      outputTokens,
    }));
}

function scripts(paid: 'answers' | 'mumbles', weight: number): fc.Arbitrary<Script> {
  return fc.oneof(
    { weight: 8, arbitrary: usages().map((usage): Script => ({ kind: 'answers', usage })) },
    { weight, arbitrary: usages().map((usage): Script => ({ kind: paid, usage })) },
    { weight: 1, arbitrary: fc.constant<Script>({ kind: 'refuses' }) },
    { weight: 1, arbitrary: fc.constant<Script>({ kind: 'limits' }) },
  );
}

function scripted(
  script: fc.Arbitrary<Script>,
  sizes: { readonly minLength: number; readonly maxLength: number },
): fc.Arbitrary<readonly ScriptedModel[]> {
  return fc.uniqueArray(fc.record({ model: fc.constantFrom(...PRICED_MODELS), script }), {
    ...sizes,
    selector: ({ model }) => model,
  });
}

export function scriptedRequests(): fc.Arbitrary<ScriptedRequest> {
  return fc.record({
    models: scripted(scripts('answers', 0), { minLength: 1, maxLength: 3 }),
    judges: scripted(scripts('mumbles', 2), { minLength: 0, maxLength: 2 }),
    maxTokens: fc.constantFrom(undefined, 16, 500),
    zeroDataRetention: fc.boolean(),
    // Mostly, since only then can it be asked for again.
    hasKey: fc.constantFrom(true, true, true, false),
  });
}
