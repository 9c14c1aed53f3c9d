import { createHash } from 'node:crypto';
import type { Account } from '../billing/ledger.ts';
import type { JsonObject } from '../contract.ts';
import { GatewayError } from '../errors.ts';
import type { Registry, RegistryEntry } from '../registry/registry.ts';
import type { WorkerPool } from '../workers/pool.ts';
import { askModels, outputSchemaOf, type Prompt } from './ask-model.ts';
import { holdFor } from './hold-for.ts';
import { createSeat, type JudgeSeat } from './judge-seat.ts';
import { planCall, type PlannedCall } from './plan-call.ts';
import type { RunRates } from './run-model.ts';
import { completeWeights, type JudgeWeights } from './score-pair.ts';

/** Everything about a request that is known before a byte leaves, and the most it can cost. */
export interface PromptPlan {
  readonly calls: readonly PlannedCall[];
  readonly seats: readonly JudgeSeat[];
  readonly weights: JudgeWeights;
  readonly schema: JsonObject | undefined;
  readonly holdMicroCredits: number;
}

export interface PlanTerms {
  readonly registry: Registry;
  readonly pool: WorkerPool;
  readonly rates: RunRates;
  readonly account: Account;
  /** Nothing of the prompt may be kept anywhere, not even as a hash at a provider. */
  readonly keepsNothing: boolean;
  /** 128 bits in hex, fresh for the request; it marks the blocks in the judges' messages. */
  readonly code: string;
}

/** @throws GatewayError 400 where the schema cannot be used. */
export async function planPrompt(prompt: Prompt, terms: PlanTerms): Promise<PromptPlan> {
  const { request } = prompt;
  const schema = outputSchemaOf(request);
  if (schema !== undefined) await checkSchemaUsable(schema, terms.pool);
  const questionFor = askModels(prompt, cacheKeyOf(prompt, terms));
  const calls = request.models.map((modelId) =>
    planCall(entryOf(modelId, terms.registry), questionFor(modelId)),
  );
  const seats = (request.judges ?? []).map((modelId, index) => {
    const asked = questionFor(modelId);
    const entry = entryOf(modelId, terms.registry);
    return createSeat({
      index,
      entry,
      asked,
      criteria: request.judge_prompt,
      tuning: asked.tuning,
      code: terms.code,
    });
  });
  return {
    calls,
    seats,
    weights: completeWeights(request.judge_weights),
    schema,
    holdMicroCredits: holdFor(calls, seats, terms.rates),
  };
}

/** The same for every request of one account that begins with the same system text; it gives neither away. */
function cacheKeyOf({ request }: Prompt, { account, keepsNothing }: PlanTerms): string | undefined {
  if (keepsNothing) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([account.id, request.system_prompt ?? '']))
    .digest('hex')
    .slice(0, 32);
}

/** A schema nobody could check is refused before anything is spent. */
async function checkSchemaUsable(schema: JsonObject, pool: WorkerPool): Promise<void> {
  const check = await pool.checkSchema({ schema });
  if (check !== undefined && !('unusable' in check)) return;
  const message = check === undefined ? 'the schema takes too long to compile: simplify it' : check.unusable;
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
