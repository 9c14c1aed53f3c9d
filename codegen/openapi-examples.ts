import type { JsonObject, Model } from '../core/contract.ts';

const PROMPT = 'Name the capital of Australia in one word.';

/** A request that runs as it stands: two models and a judge of this registry. */
export function exampleRequest(models: readonly Model[]): JsonObject {
  const [first, second = first] = contestants(models);
  const judge = models.find((model) => model.judge === 'primary') ?? first;
  return {
    prompt: PROMPT,
    models: [first, second].flatMap((model) => (model === undefined ? [] : [model.id])),
    judges: judge === undefined ? [] : [judge.id],
    generation_settings: { temperature: 0, maxTokens: 1000 },
  };
}

/** What may come back for it, before any judge is asked. */
export function exampleResponse(models: readonly Model[]): JsonObject {
  const [first, second = first] = contestants(models);
  const results = [first, second].flatMap((model, index) =>
    model === undefined ? [] : [exampleResult(model, index)],
  );
  return {
    promptLogId: '01981f3a-7f0e-7c7a-9d3f-3f1f6f1b2c4d',
    results,
    evaluations: [],
    creditsUsed: 0.0222,
  };
}

/** Of different providers where there are several. */
function contestants(models: readonly Model[]): readonly Model[] {
  const [first] = models;
  if (first === undefined) return [];
  const second = models.find((model) => model.provider !== first.provider) ?? models[1];
  return second === undefined ? [first] : [first, second];
}

function exampleResult({ id }: Model, index: number): JsonObject {
  return {
    modelId: id,
    status: 'completed',
    output: 'Canberra',
    tokensIn: 17,
    tokensOut: 3,
    latencyMs: 412 + 95 * index,
    providerCost: 0.000111,
    credits: 0.0111,
    attempts: 1,
    finishReason: 'stop',
    tokensCached: 0,
  };
}
