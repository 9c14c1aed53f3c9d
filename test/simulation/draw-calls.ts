import { priceCall } from '../../core/billing/price.ts';
import type { CallRecord } from '../../core/ledger/ledger.ts';
import type { PromptPlan } from '../../core/pipeline/plan-prompt.ts';
import type { RegistryEntry } from '../../core/registry/registry.ts';
import { drawLength, normal, type LengthSpread } from './length-spread.ts';

export const MICRO_CREDITS_PER_USD = 100_000_000;

const VERDICTS: LengthSpread = { median: 200, sigmaOfTasks: 0, sigmaOfModels: 0.3 };
/** Tokens of the rules and the frame of a judge's question. */
const JUDGE_QUESTION = 600;

export interface DrawTerms {
  readonly markupMilli: number;
  readonly answers: LengthSpread;
}

/** Every call of a request, with drawn lengths. */
export function drawCalls(
  plan: PromptPlan,
  { markupMilli, answers: lengths }: DrawTerms,
  random: () => number,
): readonly CallRecord[] {
  const task = normal(random);
  const record = (
    role: CallRecord['role'],
    index: number,
    { model }: RegistryEntry,
    [tokensIn, tokensOut]: readonly [number, number],
  ): CallRecord => {
    const usage = { tokensIn, tokensCached: 0, tokensCacheWrite: 0, tokensOut, searches: 0 };
    const terms = { markupMilli, microCreditsPerUsd: MICRO_CREDITS_PER_USD };
    const { chargeMicroCredits: costMicroCredits, providerCostNanoUsd } = priceCall(model, usage, terms);
    const facts = { role, index, modelId: model.id, status: 'completed', faultCode: null } as const;
    return { ...facts, ...usage, attempts: 1, latencyMs: 1, providerCostNanoUsd, costMicroCredits };
  };
  const thinking = ({ model }: RegistryEntry): number => {
    const { reasoning } = model.typicalOutputTokens;
    const spread = { ...lengths, median: reasoning / 4 };
    return reasoning === 0 ? 0 : drawLength(spread, task, 30_000, random);
  };
  /** Real tokens for each that is counted high. */
  const share = (): number => 0.4 + 0.35 * random();
  const answers = plan.calls.map(({ entry, call, textTokens }) => {
    const visible = drawLength(lengths, task, call.settings.maxTokens, random);
    return { entry, visible, tokensIn: Math.round(textTokens * share()) };
  });
  const models = answers.map(({ entry, visible, tokensIn }, index) =>
    record('contestant', index, entry, [tokensIn, visible + thinking(entry)]),
  );
  const judges = plan.preparedJudges.flatMap(({ entry }, index) =>
    answers.flatMap((one, place) =>
      answers.slice(place + 1).flatMap((other) =>
        ['ab', 'ba'].map(() => {
          const tokensIn = Math.round(JUDGE_QUESTION + one.tokensIn + one.visible + other.visible);
          const tokensOut = drawLength(VERDICTS, 0, 8_000, random) + thinking(entry);
          return record('judge', index, entry, [tokensIn, tokensOut]);
        }),
      ),
    ),
  );
  return [...models, ...judges];
}
