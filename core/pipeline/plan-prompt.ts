import { createHmac } from 'node:crypto';
import type { JsonObject } from '../contract.ts';
import { type FieldError, GatewayError, unavailableNow } from '../errors.ts';
import type { QuoteResponse } from '../generated/quote-response.ts';
import { mayUse } from '../ledger/administration/settings.ts';
import type { KeyHolder } from '../ledger/ledger.ts';
import { retirementState, successorAdvice } from '../registry/retirement.ts';
import { digestOf, isText } from '../text/shared-text.ts';
import { cacheOff, findCached } from './cache/find-cached.ts';
import { prepareWriter } from './fuse/prepare-writer.ts';
import { estimateCost, type CostEstimate, type PlannedRequest } from './estimate-cost.ts';
import { NO_JUDGES, prepareJudges } from './judge/prepare-judges.ts';
import { planUntil, type UntilPlan } from './judge/until/plan-until.ts';
import { type ModelPlans, NO_SETTINGS, NO_TUNING } from './plan/model-plan.ts';
import {
  type LongBlock,
  type LongTurn,
  measureTexts,
  type ModelQuestion,
  planCall,
  type ServedModel,
} from './plan/plan-call.ts';
import type { Warning } from './plan/warning.ts';
import { succeedTuning, tuningConflicts } from './plan/tuning.ts';
import { openCalls, refuseUnfitTools, withCalls } from './plan/prepare-tools.ts';
import type { LongPromptRequest, RequestContext } from './request-context.ts';

/** The plan of a request before anything is sent to a provider, with its hold. */
export interface PromptPlan extends PlannedRequest {
  /** When `judge_until` stops; undefined if every judge compares every pair. */
  readonly until: UntilPlan | undefined;
  readonly hold: CostEstimate;
  /**
   * Upper bound of the cost within the limits that providers keep, without its `unbounded` costs. Never below its hold.
   */
  readonly atMostMicroCredits: number;
  /**
   * The costs that are charged as billed, because providers take no limit for searches and a page's text has no known
   * length.
   */
  readonly unbounded: readonly UnboundedCost[];
}

/** A cost without an upper bound. */
export type UnboundedCost = NonNullable<QuoteResponse['chargedAsBilled']>[number];

/**
 * Plans a request, or its quote, in the same way. Release the plan's cached answers after use.
 * @throws GatewayError 403 if the key may not ask a model, 400 if the schema or the cache cannot be used, 503 if the
 * cache cannot be read.
 */
export async function planPrompt(context: RequestContext): Promise<PromptPlan> {
  const { prompt, account } = context;
  const { request, givenAnswers } = prompt;
  const serving: ServingTerms = {
    plans: context.snapshot.plans,
    tunings: new Map(Object.entries(request.model_tuning ?? {})),
    nowMs: context.services.unixMs(),
  };
  const contestants = request.models.map((id, index) => serveModel(id, `/models/${index}`, serving));
  const judges = (request.judges ?? []).map((id, index) => serveModel(id, `/judges/${index}`, serving));
  const fuse = request.fuse === undefined ? undefined : serveModel(request.fuse, '/fuse', serving);
  const served = [...contestants, ...judges, ...(fuse === undefined ? [] : [fuse])];
  if (account.models !== null) refuseUnallowedModels(served, account);
  if (request.cache !== undefined && !account.cache) throw cacheOff();
  const schemaWarnings =
    request.response_schema === undefined ? [] : await checkSchemaUsable(request.response_schema, context);
  const isTuned = request.model_tuning !== undefined;
  if (isTuned) checkTuning(served, prompt.tools?.functions.length ? contestants : []);
  if (prompt.tools !== undefined) refuseUnfitTools(prompt.tools, contestants, context);
  // An account under zero data retention has no stored answers, even if the request itself allows retention.
  const usesCache = request.cache !== undefined && !context.zeroDataRetention && !account.zeroDataRetention;
  const warnings = [
    ...(request.models.length === 1 && judges.length > 0 ? [JUDGES_UNUSED] : []),
    ...(isTuned && hasUnusedTuning(request, served) ? [TUNING_UNUSED] : []),
    ...(request.cache !== undefined && !usesCache ? [CACHE_UNUSED] : []),
    ...schemaWarnings,
  ];
  const cacheKey = cacheKeyFor(served, context);
  const question = { ...questionFor(context, cacheKey), warnings };
  const planned = contestants.map((model) =>
    planCall(model.entry, { ...question, tuning: model.tuning }, model),
  );
  const calls = prompt.tools === undefined ? planned : await openCalls(planned, context);
  const maxAnswers = givenAnswers?.length ?? calls.length;
  // The answer of `fuse` is compared with the others.
  const compared = maxAnswers + (fuse === undefined ? 0 : 1);
  const judging = judges.length === 0 ? NO_JUDGES : await prepareJudges(judges, compared, question, context);
  const { neutralisedTask } = judging;
  const writer =
    fuse === undefined || neutralisedTask === undefined
      ? undefined
      : prepareWriter(fuse, question, neutralisedTask, maxAnswers);
  const cached =
    request.cache !== undefined && usesCache
      ? await findCached(calls, request.cache.maxAgeSeconds, context)
      : undefined;
  const unpriced = { calls, givenAnswers, cached, ...judging, writer };
  try {
    const worst = estimateCost(unpriced, 'worst', context);
    const hold = account.holds === 'worst' ? worst : estimateCost(unpriced, account.holds, context);
    const atMostMicroCredits = Math.max(hold.microCredits, worst.microCredits);
    // Only tuning asks for searches.
    const mayBeUnbounded = isTuned || prompt.attachments.length > 0;
    const unbounded = mayBeUnbounded ? unboundedCosts(unpriced, prompt) : [];
    const priced = { ...unpriced, hold, atMostMicroCredits, unbounded };
    const { judge_until: probability } = request;
    if (probability === undefined || judging.pairs.length === 0) return { ...priced, until: undefined };
    const { judges: costs } = estimateCost(unpriced, 'expected', context);
    return { ...priced, ...planUntil(probability, compared, judging, costs) };
  } catch (error) {
    cached?.release();
    throw error;
  }
}

interface ServingTerms {
  readonly plans: ModelPlans;
  /** The tuning of the request, by model ID. */
  readonly tunings: ReadonlyMap<string, ModelQuestion['tuning']>;
  /** In Unix milliseconds. */
  readonly nowMs: number;
}

/**
 * Finds the model that a request names, or the successor that runs in its place. The registry has every ID that the
 * validator accepts, because both come from the same manifests; it has each successor too. A successor takes the tuning
 * of the model that it replaces, or its own if the request does not tune that model.
 * @param pointer of the entry in the request.
 */
function serveModel(id: string, pointer: string, serving: ServingTerms): ServedModel {
  const { plans, tunings, nowMs } = serving;
  const entry = plans.get(id);
  if (entry === undefined)
    throw new GatewayError('internal', { detail: 'The registry changed under a request.' });
  const tuning = tunings.get(id) ?? NO_TUNING;
  const served = { pointer, entry, isRetired: false, tuning, tunedId: id, warnings: [] };
  if (entry.noticeFromMs > nowMs) return served;
  const { model } = entry;
  const state = retirementState(model, nowMs);
  if (state === 'retired' && model.isSucceeded) {
    // This ends, because a successor is shut down later than the model it follows, or never.
    const successor = serveModel(model.successor ?? '', pointer, serving);
    const ran = successor.entry.model;
    const message = `${id} was shut down on ${model.shutdown}; ${ran.id} runs in its place`;
    const warning: Warning = { code: 'served_by_other_model', pointer, message };
    const { values, tunedId, warnings } =
      tuning === NO_TUNING
        ? { values: tunings.get(ran.id) ?? NO_TUNING, tunedId: ran.id, warnings: [] }
        : { ...succeedTuning(id, tuning, ran), tunedId: id };
    return { ...successor, inPlaceOf: id, tuning: values, tunedId, warnings: [warning, ...warnings] };
  }
  if (state !== 'retiring') return { ...served, isRetired: state === 'retired' };
  const then = model.isSucceeded
    ? `From then on ${model.successor} runs in its place.`
    : successorAdvice(model);
  const message = `${id} is shut down on ${model.shutdown}. ${then}`;
  return { ...served, warnings: [{ code: 'model_retiring', pointer, message }] };
}

/** @throws GatewayError 403 naming each model that the key may not ask. */
function refuseUnallowedModels(served: readonly ServedModel[], account: KeyHolder): void {
  const errors = served.flatMap(({ entry, inPlaceOf: id = entry.model.id, pointer }): readonly FieldError[] =>
    mayUse(account, id)
      ? []
      : [{ pointer, code: 'model_not_allowed', message: `this key may not ask ${id}` }],
  );
  if (errors.length === 0) return;
  throw new GatewayError('model-not-allowed', {
    detail:
      '`allowed` in GET /api/v1/models tells which models this key may ask. Use one of those, or ask the operator.',
    errors,
  });
}

function unboundedCosts(
  { calls, preparedJudges, writer }: PlannedRequest,
  { attachments }: RequestContext['prompt'],
): readonly UnboundedCost[] {
  const isSearching =
    calls.some(({ paidExtras: { webSearch } }) => webSearch) ||
    preparedJudges.some(({ questionWithoutAnswers }) => questionWithoutAnswers.paidExtras.webSearch) ||
    writer?.questionWithoutAnswers.paidExtras.webSearch === true;
  const hasPdfs = attachments.some(({ mediaType }) => mediaType === 'application/pdf');
  return [...(isSearching ? (['searches'] as const) : []), ...(hasPdfs ? (['pdf_pages'] as const) : [])];
}

/** Makes one question of the request, without the tuning of the models. */
function questionFor({ prompt }: RequestContext, cacheKey: string | undefined): ModelQuestion {
  const { request, attachments, tools: requestTools } = prompt;
  const system = request.system_prompt === undefined ? [] : systemBlocks(request.system_prompt);
  const conversation: readonly LongTurn[] = [
    ...(request.history ?? []).map(({ role, content, cache_control }) => ({
      role,
      text: content,
      cacheBreakpoint: cache_control !== undefined,
    })),
    { role: 'user', text: request.prompt, cacheBreakpoint: false },
  ];
  const turns = requestTools === undefined ? conversation : withCalls(conversation, requestTools);
  const tools = requestTools === undefined || requestTools.functions.length === 0 ? undefined : requestTools;
  return {
    system,
    turns,
    tools,
    measured: measureTexts({ system, turns, tools }),
    attachments,
    settings: request.generation_settings ?? NO_SETTINGS,
    tuning: NO_TUNING,
    outputSchema: request.response_schema,
    cacheKey,
  };
}

function systemBlocks(system: NonNullable<LongPromptRequest['system_prompt']>): readonly LongBlock[] {
  if (system === '') return [];
  if (isText(system)) return [{ text: system, cacheBreakpoint: false }];
  return system.map((block) => ({ text: block.text, cacheBreakpoint: block.cache_control !== undefined }));
}

/**
 * Makes a key that is the same for all of an account's requests with the same system text. It reveals neither, because
 * only the gateways of this ledger can compute it.
 * @returns undefined if no provider takes a key.
 */
function cacheKeyFor(
  served: readonly ServedModel[],
  { prompt, account, services, zeroDataRetention }: RequestContext,
): string | undefined {
  // Under zero data retention a provider must not keep even a hash of the text.
  if (zeroDataRetention || served.every(({ entry }) => entry.provider.promptCacheKey === null))
    return undefined;
  const { system_prompt: system = [] } = prompt.request;
  const texts = isText(system) ? [system] : system.map(({ text }) => text);
  return createHmac('sha256', services.ledgerSecret)
    .update(JSON.stringify(['cache key', account.id, ...texts.map(digestOf)]))
    .digest('hex')
    .slice(0, 32);
}

/** Whether it tunes a model that it does not ask. */
function hasUnusedTuning(
  { models, judges = [], fuse, model_tuning = {} }: LongPromptRequest,
  served: readonly ServedModel[],
): boolean {
  const ids = new Set<string>([...models, ...judges, ...served.map(({ entry }) => entry.model.id)]);
  if (fuse !== undefined) ids.add(fuse);
  return Object.keys(model_tuning).some((id) => !ids.has(id));
}

// Every result has the warnings about fields of the request that have no effect.
const JUDGES_UNUSED: Warning = {
  code: 'judges_unused',
  pointer: '/judges',
  message: 'Judges compare two answers, and only one model was asked: no judge ran.',
};
const TUNING_UNUSED: Warning = {
  code: 'tuning_unused',
  pointer: '/model_tuning',
  message: 'This request does not ask every model that model_tuning names: their entries had no effect.',
};

const CACHE_UNUSED: Warning = {
  code: 'cache_unused',
  pointer: '/cache',
  message: 'Under zero data retention nothing is taken from the cache, and nothing is stored in it.',
};

/**
 * Refuses tuning that conflicts with its model. Tuning of a model that is not used has no effect and is not checked.
 * @param withFunctions the models that get the functions.
 */
function checkTuning(servedModels: readonly ServedModel[], withFunctions: readonly ServedModel[]): void {
  // A model may run with two tunings: its own, and that of a model in whose place it runs.
  const servedByTunedId = new Map(servedModels.map((served) => [served.tunedId, served]));
  const withFunctionsIds = new Set(withFunctions.map(({ tunedId }) => tunedId));
  const errors = [...servedByTunedId].flatMap(([tunedId, { entry, tuning }]) =>
    tuningConflicts(entry.model, tuning, withFunctionsIds.has(tunedId), tunedId),
  );
  if (errors.length > 0) throw new GatewayError('validation-failed', { errors });
}

/**
 * Refuses a schema that cannot be checked, before anything is spent.
 * @returns a warning for every result if no output can satisfy the schema.
 */
async function checkSchemaUsable(
  schema: JsonObject,
  { services, account }: RequestContext,
): Promise<readonly Warning[]> {
  const check = await services.pool.checkSchema({ schema }, account.id);
  if (check === 'busy')
    throw unavailableNow('The gateway is busy with other requests’ schemas: try again shortly.');
  if (check === 'too_slow' || 'unusable' in check) {
    const mistakes = check === 'too_slow' ? [TOO_SLOW] : check.unusable;
    throw new GatewayError('validation-failed', {
      errors: mistakes.map(({ pointer, message }) => ({
        pointer: `/response_schema${pointer}`,
        code: 'schema',
        message,
      })),
    });
  }
  const place = 'usable' in check ? check.forbiddenRequired : undefined;
  if (place === undefined) return [];
  // The pointer is shortened, because the caller wrote its names.
  const pointer = `/response_schema${place}`.slice(0, MAX_POINTER_LENGTH).toWellFormed();
  return [{ code: 'schema_unsatisfiable', pointer, message: UNSATISFIABLE }];
}

const UNSATISFIABLE =
  'this property is required, but properties has none of the name and additionalProperties: false forbids it, so no object satisfies the schema here';
const MAX_POINTER_LENGTH = 1_024;

const TOO_SLOW = { pointer: '', message: 'the schema takes too long to compile: simplify it' };
