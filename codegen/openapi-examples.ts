import type { JsonObject, Model } from '../core/contract.ts';

/** A request that runs as it stands: two models of this registry, and one of its judges. */
export function exampleRequest(models: readonly Model[]): JsonObject {
  const { first, second, judge } = participants(models);
  return {
    prompt: 'Name the capital of Australia in one word.',
    models: [first, second],
    judges: [judge],
    generation_settings: { maxTokens: 1000 },
  };
}

/** What may come back for it. */
export function exampleResponse(models: readonly Model[]): JsonObject {
  const { first, second, judge } = participants(models);
  const results = [exampleResult(first, 'Canberra'), exampleResult(second, 'Sydney')];
  const a = { index: 0, modelId: first };
  const b = { index: 1, modelId: second };
  const evaluation = {
    id: 'judge-0-pair-0-1',
    judge: { index: 0, modelId: judge },
    a,
    b,
    status: 'completed',
    winner: 'a',
    winnerModelId: first,
    score: 1,
    consistent: true,
    agreement: 'full',
    axes: {
      accuracy: { weight: 1, value: 1 },
      speed: { weight: 0, value: 0 },
      cost: { weight: 0, value: 0 },
    },
    runs: [exampleRun('ab'), exampleRun('ba')],
    selfJudged: judge === first || judge === second,
    flags: [],
  };
  return {
    promptLogId: EXAMPLE_ID,
    results,
    evaluations: [evaluation],
    creditsUsed: 0.2222,
  };
}

/** What the quote of the example request may say. */
export function exampleQuote(models: readonly Model[]): JsonObject {
  const { first, second, judge } = participants(models);
  const entry = (index: number, modelId: string): JsonObject => ({
    index,
    modelId,
    runs: 1,
    tokensIn: 571,
    tokensOut: 1000,
    credits: 1.1428,
    errorCode: null,
  });
  return {
    creditsRequired: 18.0228,
    calls: { models: 2, judges: 2, total: 4 },
    models: [entry(0, first), entry(1, second)],
    judges: [{ ...entry(0, judge), runs: 2, tokensIn: 25_000, tokensOut: 16_384, credits: 15.7372 }],
  };
}

export function exampleBalance(): JsonObject {
  return {
    creditsPosted: 4999.7778,
    creditsReserved: 18.0228,
    creditsAvailable: 4981.755,
    zeroDataRetention: false,
    requestsPerMinute: 600,
    requestsInFlight: 100,
    markup: 1,
  };
}

/** What is kept of the example request, as far as its models go. */
export function exampleRecord(models: readonly Model[]): JsonObject {
  const call = {
    role: 'contestant',
    index: 0,
    modelId: participants(models).first,
    status: 'completed',
    errorCode: null,
    tokensIn: 17,
    tokensCached: 0,
    tokensCacheWritten: 0,
    tokensOut: 3,
    searches: 0,
    attempts: 1,
    latencyMs: 412,
    providerCost: 0.000111,
    credits: 0.0111,
  };
  return {
    promptLogId: EXAMPLE_ID,
    state: 'settled',
    createdAt: '2026-11-20T09:41:07.120Z',
    finishedAt: '2026-11-20T09:41:09.874Z',
    creditsHeld: 18.0228,
    creditsUsed: 0.2222,
    zeroDataRetention: false,
    calls: [call],
    request: exampleRequest(models),
    response: exampleResponse(models),
  };
}

const EXAMPLE_ID = '01981f3a-7f0e-7c7a-9d3f-3f1f6f1b2c4d';

interface Participants {
  readonly first: string;
  readonly second: string;
  readonly judge: string;
}

/** Two models of different providers where there are several, and a recommended judge where there is one. */
function participants(models: readonly Model[]): Participants {
  const [first] = models;
  if (first === undefined) throw new Error('an example needs a model, and the registry is empty');
  const second = models.find(({ provider }) => provider !== first.provider) ?? models[1] ?? first;
  const judge = models.find((model) => model.judge === 'primary') ?? first;
  return { first: first.id, second: second.id, judge: judge.id };
}

function exampleResult(modelId: string, output: string): JsonObject {
  return {
    modelId,
    status: 'completed',
    output,
    tokensIn: 17,
    tokensOut: 3,
    latencyMs: 412,
    providerCost: 0.000111,
    credits: 0.0111,
    attempts: 1,
    finishReason: 'stop',
    tokensCached: 0,
  };
}

function exampleRun(order: 'ab' | 'ba'): JsonObject {
  return {
    order,
    status: 'completed',
    winner: 'a',
    confidence: 0.98,
    reasoning: 'Canberra is the capital; Sydney is only the largest city.',
    tokensIn: 310,
    tokensOut: 60,
    latencyMs: 1204,
    providerCost: 0.001,
  };
}
