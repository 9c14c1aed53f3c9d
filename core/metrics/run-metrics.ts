import type { Registry } from 'prom-client';
import { CachedCounter, CachedHistogram, type HistogramSeries } from './cached-series.ts';
import { Counter } from './prom-client.ts';

/**
 * The buckets that OpenTelemetry's GenAI conventions advise for their histograms. Durations continue to double until they
 * reach the longest request.
 */
const OPERATION_SECONDS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92, 163.84, 327.68,
  655.36, 1_310.72,
];
const FIRST_TOKEN_SECONDS = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];
const SECONDS_PER_TOKEN = [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5];
const TOKEN_COUNTS = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304];

const MODEL_LABELS = ['model', 'provider', 'role'] as const;
const GEN_AI_LABELS = [
  'gen_ai_operation_name',
  'gen_ai_provider_name',
  'gen_ai_request_model',
  'role',
] as const;

/** The role of a model in a request. */
export type CallRole = 'contestant' | 'judge';

/** The model whose runs are counted. */
interface CountedModel {
  readonly model: { readonly id: string };
  readonly provider: { readonly id: string; readonly telemetryName: string };
}

/** Metrics of model runs. A `ModelPlan` keeps its series, because only these metrics grow with fan-out. */
export function runMetrics(registers: Registry[]) {
  const metrics = createRunMetrics(registers);
  return {
    retries: new Counter({
      name: 'assay_model_retries_total',
      help: 'Attempts after the first.',
      labelNames: MODEL_LABELS,
      registers,
    }),
    functionCalls: new Counter({
      name: 'assay_function_calls_total',
      help: 'Calls of callers’ functions that models proposed, cut ones included; a reply may have several.',
      labelNames: ['model', 'provider'] as const,
      registers,
    }),
    servedByOther: new Counter({
      name: 'assay_served_by_other_model_total',
      help: 'Runs that the provider answered with another model than it was asked for, by its reply; other is a model that the registry does not have.',
      labelNames: ['model', 'provider', 'served_by'] as const,
      registers,
    }),
    runSeries: (model: CountedModel, role: CallRole) => findSeries(metrics, model, role),
  };
}

type RunMetrics = ReturnType<typeof createRunMetrics>;
export type RunSeries = ReturnType<typeof findSeries>;

function createRunMetrics(registers: Registry[]) {
  return {
    runs: new CachedCounter({
      name: 'assay_model_runs_total',
      help: 'Model runs by outcome: completed, or the fault code.',
      labelNames: [...MODEL_LABELS, 'outcome'],
      registers,
    }),
    tokens: new CachedCounter({
      name: 'assay_model_tokens_total',
      help: 'Billed tokens by kind: input (uncached), cached, cache_write, output (reasoning included), reasoning.',
      labelNames: [...MODEL_LABELS, 'kind'],
      registers,
    }),
    providerCostUsd: new CachedCounter({
      name: 'assay_provider_cost_usd_total',
      help: 'What the providers bill, US dollars.',
      labelNames: MODEL_LABELS,
      registers,
    }),
    operationSeconds: new CachedHistogram({
      name: 'gen_ai_client_operation_duration_seconds',
      help: 'GenAI operation duration, all attempts.',
      labelNames: [...GEN_AI_LABELS, 'error_type'],
      buckets: OPERATION_SECONDS,
      registers,
    }),
    firstTokenSeconds: new CachedHistogram({
      name: 'gen_ai_server_time_to_first_token_seconds',
      help: 'Of streamed replies: request begun to the first text or reasoning, successful attempts.',
      labelNames: GEN_AI_LABELS,
      buckets: FIRST_TOKEN_SECONDS,
      registers,
    }),
    secondsPerToken: new CachedHistogram({
      name: 'gen_ai_server_time_per_output_token_seconds',
      help: 'Of streamed replies: time per output token after the first, successful attempts.',
      labelNames: GEN_AI_LABELS,
      buckets: SECONDS_PER_TOKEN,
      registers,
    }),
    tokenUsage: new CachedHistogram({
      name: 'gen_ai_client_token_usage',
      help: 'Billable tokens of one operation.',
      labelNames: [...GEN_AI_LABELS, 'gen_ai_token_type'],
      buckets: TOKEN_COUNTS,
      registers,
    }),
  };
}

/** Finds all series of one model in one role. */
function findSeries(metrics: RunMetrics, { model, provider }: CountedModel, role: CallRole) {
  const labels = { model: model.id, provider: provider.id, role };
  const genAi = {
    gen_ai_operation_name: 'chat',
    gen_ai_provider_name: provider.telemetryName,
    gen_ai_request_model: model.id,
    role,
  };
  const tokens = (kind: string) => metrics.tokens.series({ ...labels, kind });
  const usage = (type: string) => metrics.tokenUsage.series({ ...genAi, gen_ai_token_type: type });
  // Made at their first use, because most models have no streams in one of the roles.
  let firstToken: HistogramSeries | undefined;
  let perToken: HistogramSeries | undefined;
  return {
    completed: metrics.runs.series({ ...labels, outcome: 'completed' }),
    completedSeconds: metrics.operationSeconds.series({ ...genAi, error_type: '' }),
    failed: (fault: string) => metrics.runs.series({ ...labels, outcome: fault }),
    failedSeconds: (fault: string) => metrics.operationSeconds.series({ ...genAi, error_type: fault }),
    tokens: {
      input: tokens('input'),
      cached: tokens('cached'),
      cache_write: tokens('cache_write'),
      output: tokens('output'),
      reasoning: tokens('reasoning'),
    },
    tokenUsage: { input: usage('input'), output: usage('output') },
    providerCostUsd: metrics.providerCostUsd.series(labels),
    timeToFirstToken: () => (firstToken ??= metrics.firstTokenSeconds.series(genAi)),
    timePerOutputToken: () => (perToken ??= metrics.secondsPerToken.series(genAi)),
  };
}
