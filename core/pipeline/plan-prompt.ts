import { hash, randomUUID } from 'node:crypto';
import type { Account } from '../billing/ledger.ts';
import type { JsonObject } from '../contract.ts';
import { GatewayError } from '../errors.ts';
import type { Registry, RegistryEntry } from '../registry/registry.ts';
import type { WorkerPool } from '../workers/pool.ts';
import { askModels, keepsNothing, outputSchemaOf, type Prompt } from './ask-model.ts';
import { holdFor, type Hold } from './hold-for.ts';
import { createSeat, type JudgeSeat } from './judge-seat.ts';
import { planCall, type PlannedCall } from './plan-call.ts';
import type { PromptServices } from './prompt-job.ts';
import type { RunRates } from './run-model.ts';
import { completeWeights, type JudgeWeights } from './score-pair.ts';

/** Everything about a request that is known before a byte leaves, and the most it can cost. */
export interface PromptPlan {
  readonly calls: readonly PlannedCall[];
  readonly seats: readonly JudgeSeat[];
  readonly weights: JudgeWeights;
  readonly schema: JsonObject | undefined;
  readonly rates: RunRates;
  readonly hold: Hold;
}

export type PlanServices = Pick<PromptServices, 'registry' | 'pool' | 'upstream' | 'microCreditsPerUsd'>;

/** The same for a request and for its quote. @throws GatewayError 400 where the schema cannot be used. */
export async function planPrompt(
  prompt: Prompt,
  account: Account,
  { registry, pool, upstream, microCreditsPerUsd }: PlanServices,
): Promise<PromptPlan> {
  const { request } = prompt;
  const schema = outputSchemaOf(request);
  if (schema !== undefined) await checkSchemaUsable(schema, pool);
  const contestants = request.models.map((modelId) => entryOf(modelId, registry));
  const judges = (request.judges ?? []).map((modelId) => entryOf(modelId, registry));
  const takesCacheKey = [...contestants, ...judges].some(({ provider }) => provider.promptCacheKey !== null);
  const questionFor = askModels(prompt, takesCacheKey ? cacheKeyOf(prompt, account) : undefined);
  const calls = contestants.map((entry) => planCall(entry, questionFor(entry.model.id)));
  // 122 random bits, fresh for the request: they mark the blocks in the judges' messages.
  const code = randomUUID().replaceAll('-', '');
  const seats = judges.map((entry, index) => {
    const asked = questionFor(entry.model.id);
    return createSeat({ index, entry, asked, criteria: request.judge_prompt, tuning: asked.tuning, code });
  });
  const rates = { markupMilli: account.markupMilli, microCreditsPerUsd };
  const isConfigured = (providerId: string): boolean => upstream.isConfigured(providerId);
  return {
    calls,
    seats,
    weights: completeWeights(request.judge_weights),
    schema,
    rates,
    hold: holdFor(calls, seats, { rates, isConfigured }),
  };
}

/** The same for every request of one account that begins with the same system text; it gives neither away. */
function cacheKeyOf(prompt: Prompt, account: Account): string | undefined {
  // Not even as a hash at a provider may anything of it be kept.
  if (keepsNothing(prompt, account)) return undefined;
  return hash('sha256', JSON.stringify([account.id, prompt.request.system_prompt ?? ''])).slice(0, 32);
}

/** A schema nobody could check is refused before anything is spent. */
async function checkSchemaUsable(schema: JsonObject, pool: WorkerPool): Promise<void> {
  const check = await pool.checkSchema({ schema });
  if (check === 'busy')
    throw new GatewayError('unavailable', {
      detail: 'The gateway is busy with other requests’ schemas: try again shortly.',
      headers: { 'Retry-After': '1' },
    });
  if (check !== 'too_slow' && !('unusable' in check)) return;
  const message = check === 'too_slow' ? 'the schema takes too long to compile: simplify it' : check.unusable;
  throw new GatewayError('validation-failed', {
    errors: [{ pointer: '/response_schema', code: 'schema', message }],
  });
}

/** The validator was generated with this registry, so an ID it let pass is in it. */
function entryOf(modelId: string, registry: Registry): RegistryEntry {
  const entry = registry.find(modelId);
  if (entry === undefined)
    throw new GatewayError('internal', { detail: 'The registry changed under a request.' });
  return entry;
}
