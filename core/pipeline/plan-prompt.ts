import { hash, randomUUID } from 'node:crypto';
import type { Account } from '../ledger/ledger.ts';
import type { JsonObject } from '../contract.ts';
import type { PromptRequest } from '../generated/prompt-request.ts';
import { GatewayError } from '../errors.ts';
import type { Registry, RegistryEntry } from '../registry/registry.ts';
import type { WorkerPool } from '../workers/pool.ts';
import { askModels, keepsNothing, outputSchemaOf, type Prompt } from './call/ask-model.ts';
import { holdFor, type Hold } from './hold-for.ts';
import { tuningConflicts } from './plan/check-tuning.ts';
import { describeTask } from './judge/judge-prompt.ts';
import { createSeat, type JudgeSeat, type SeatTerms } from './judge/judge-seat.ts';
import { planCall, type PlannedCall, type Question } from './plan/plan-call.ts';
import type { PromptServices } from './prompt-job.ts';
import { neutralised, type RequestTexts } from './plan/request-texts.ts';
import type { RunRates } from './call/run-model.ts';
import { completeWeights, type JudgeWeights } from './judge/score-pair.ts';

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
  if (schema !== undefined) await checkSchemaUsable(schema, pool, account);
  const contestants = request.models.map((modelId) => entryOf(modelId, registry));
  const judges = (request.judges ?? []).map((modelId) => entryOf(modelId, registry));
  checkTuning(request.model_tuning ?? {}, [...contestants, ...judges]);
  const takesCacheKey = [...contestants, ...judges].some(({ provider }) => provider.promptCacheKey !== null);
  const questionFor = askModels(prompt, takesCacheKey ? cacheKeyOf(prompt, account) : undefined);
  const calls = contestants.map((entry) => planCall(entry, questionFor(entry.model.id)));
  const texts = { store: prompt.texts, pool, accountId: account.id };
  const shown =
    judges.length === 0 ? NOTHING_SHOWN : await showTask(questionFor(''), request.judge_prompt, texts);
  // 122 random bits, fresh for the request: they mark the blocks in the judges' messages.
  const code = randomUUID().replaceAll('-', '');
  const seats = judges.map((entry, index) =>
    createSeat({ index, entry, asked: questionFor(entry.model.id), shown, code }),
  );
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

const NOTHING_SHOWN = { task: '', criteria: undefined };

/** What every judge is shown beside the answers, made once. */
async function showTask(
  { system, turns }: Question,
  criteria: string | undefined,
  texts: RequestTexts,
): Promise<SeatTerms['shown']> {
  return {
    task: await neutralised(describeTask(system, turns), texts),
    criteria: criteria === undefined ? undefined : await neutralised(criteria, texts),
  };
}

/** The same for every request of one account that begins with the same system text; it gives neither away. */
function cacheKeyOf(prompt: Prompt, account: Account): string | undefined {
  // Not even as a hash at a provider may anything of it be kept.
  if (keepsNothing(prompt, account)) return undefined;
  const { system_prompt: system = [] } = prompt.request;
  const texts = typeof system === 'string' ? [system] : system.map(({ text }) => text);
  const digests = texts.map((text) => prompt.texts.get(text)?.digest ?? hash('sha256', text));
  return hash('sha256', JSON.stringify([account.id, ...digests])).slice(0, 32);
}

/** Tuning of a model that this request does not ask has no effect, so nothing of it is refused. */
function checkTuning(
  tuning: NonNullable<PromptRequest['model_tuning']>,
  asked: readonly RegistryEntry[],
): void {
  const models = new Map(asked.map(({ model }) => [model.id, model]));
  const values = new Map<string, Readonly<Record<string, unknown>>>(Object.entries(tuning));
  const errors = [...models].flatMap(([id, model]) => tuningConflicts(model, values.get(id) ?? {}));
  if (errors.length > 0) throw new GatewayError('validation-failed', { errors });
}

/** A schema nobody could check is refused before anything is spent. */
async function checkSchemaUsable(schema: JsonObject, pool: WorkerPool, account: Account): Promise<void> {
  const check = await pool.checkSchema({ schema }, account.id);
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
