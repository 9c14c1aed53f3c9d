import { hash, randomUUID } from 'node:crypto';
import type { JsonObject } from '../contract.ts';
import { GatewayError, unavailableNow } from '../errors.ts';
import { mayUse } from '../ledger/administration/settings.ts';
import { digestOf, isText, tokensOf } from '../text/shared-text.ts';
import { cacheOff, findCached, type CachedEntries } from './cache/find-cached.ts';
import { prepareWriter } from './fuse/prepare-writer.ts';
import { estimateCost, type CostEstimate, type PlannedRequest } from './estimate-cost.ts';
import { describeTask, describeFunctions } from './judge/judge-prompt.ts';
import { prepareJudge, type NeutralisedTask } from './judge/prepare-judge.ts';
import { neutraliseForJudges, pairsToJudge } from './judge/answer-to-judge.ts';
import { weighJudges, type WeighedJudges } from './judge/weigh-judges.ts';
import { planUntil, type UntilPlan } from './judge/until/plan-until.ts';
import type { LongBlock, LongTurn } from './plan/long-call.ts';
import { measureTexts, planCall, type ModelQuestion } from './plan/plan-call.ts';
import { type ServedModel, serveModel } from './plan/model-plan.ts';
import { succeedTuning } from './plan/succeed-tuning.ts';
import type { Warning } from './plan/warning.ts';
import { tuningConflicts } from './plan/tuning.ts';
import { measureTools } from './plan/plan-tools.ts';
import { openCalls, prepareTools, withCalls } from './plan/prepare-tools.ts';
import type { LongPromptRequest, RequestContext } from './request-context.ts';

/** The plan of a request before anything is sent to a provider, with its hold. */
export interface PromptPlan extends PlannedRequest {
  readonly cached: CachedEntries | undefined;
  readonly weighedJudges: WeighedJudges;
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

/** The costs without an upper bound: web searches, and the pages of PDFs. */
export type UnboundedCost = 'searches' | 'pdf_pages';

/**
 * Plans a request, or its quote, in the same way. The caller releases the plan's cached answers.
 * @throws GatewayError 403 if the key may not ask a model, 400 if the schema or the cache cannot be used, 503 if the
 * cache cannot be read.
 */
export async function planPrompt(context: RequestContext): Promise<PromptPlan> {
  const { prompt, account } = context;
  const { request, givenAnswers } = prompt;
  if (account.models !== null) refuseUnallowedModels(context);
  if (request.cache !== undefined && !account.cache) throw cacheOff();
  const schemaWarnings =
    request.response_schema === undefined ? [] : await checkSchemaUsable(request.response_schema, context);
  const { plans } = context.snapshot;
  const nowMs = context.services.unixMs();
  const tuning: Tuning | undefined = request.model_tuning && new Map(Object.entries(request.model_tuning));
  const serve = (id: string, pointer: string): TunedModel => {
    const served = serveModel(id, pointer, plans, nowMs);
    return tuning === undefined ? { ...served, tuning: NO_TUNING } : tunedModel(served, tuning);
  };
  const contestants = request.models.map((id, index) => serve(id, `/models/${index}`));
  const judges = (request.judges ?? []).map((id, index) => serve(id, `/judges/${index}`));
  const writer = request.fuse === undefined ? undefined : serve(request.fuse, '/fuse');
  const served = [...contestants, ...judges, ...(writer === undefined ? [] : [writer])];
  if (tuning !== undefined) checkTuning(served, prompt.tools?.functions.length ? contestants : []);
  if (prompt.tools !== undefined) await prepareTools(prompt.tools, contestants, context);
  const question = questionFor(context, served);
  // An account under zero data retention has no stored answers, even if the request itself allows retention.
  const usesCache = request.cache !== undefined && !context.zeroDataRetention && !account.zeroDataRetention;
  const hasUnusedJudges = request.models.length === 1 && judges.length > 0;
  const mayBeUnused = hasUnusedJudges || tuning !== undefined || request.cache !== undefined;
  const unused = mayBeUnused ? unusedFields(request, served, usesCache) : [];
  const sharedWarnings = [...unused, ...schemaWarnings];
  const planned = contestants.map((model) => {
    const isPlain = model.tuning === NO_TUNING && question.settings === NO_SETTINGS;
    const fittedSettings = isPlain ? model.entry.plain : undefined;
    const options = { fittedSettings, served: model, sharedWarnings };
    return planCall(model.entry, { ...question, tuning: model.tuning }, options);
  });
  const calls = prompt.tools === undefined ? planned : await openCalls(planned, context);
  const answers = givenAnswers?.length ?? calls.length;
  const judging =
    judges.length === 0
      ? UNJUDGED
      : await planJudging({ judges, writer, answers, question, sharedWarnings }, context);
  const cached =
    request.cache !== undefined && usesCache
      ? await findCached(calls, request.cache.maxAgeSeconds, context)
      : undefined;
  const unpriced = { calls, givenAnswers, cached, ...judging };
  try {
    const worst = estimateCost(unpriced, 'worst', context);
    const hold = account.holds === 'worst' ? worst : estimateCost(unpriced, account.holds, context);
    const atMostMicroCredits = Math.max(hold.microCredits, worst.microCredits);
    // Only tuning asks for searches.
    const mayBeUnbounded = tuning !== undefined || prompt.attachments.length > 0;
    const unbounded = mayBeUnbounded ? unboundedCosts(unpriced, prompt) : [];
    const priced = { ...unpriced, hold, atMostMicroCredits, unbounded };
    const { judge_until: probability } = request;
    if (probability === undefined || unpriced.pairs.length === 0) return { ...priced, until: undefined };
    const { plan, weighedJudges } = planUntil({
      ...unpriced,
      until: probability,
      answers: answers + (writer === undefined ? 0 : 1),
      costs: estimateCost(unpriced, 'expected', context).judges,
    });
    return { ...priced, until: plan, weighedJudges };
  } catch (error) {
    cached?.release();
    throw error;
  }
}

/** @throws GatewayError 403 naming each model that the key may not ask. */
function refuseUnallowedModels({ account, prompt: { request } }: RequestContext): void {
  const requestedModels = [
    ...request.models.map((id, index) => ({ id, pointer: `/models/${index}` })),
    ...(request.judges ?? []).map((id, index) => ({ id, pointer: `/judges/${index}` })),
    ...(request.fuse === undefined ? [] : [{ id: request.fuse, pointer: '/fuse' }]),
  ];
  const refusedModels = requestedModels.filter(({ id }) => !mayUse(account, id));
  if (refusedModels.length === 0) return;
  throw new GatewayError('model-not-allowed', {
    detail:
      '`allowed` in GET /api/v1/models tells which models this key may ask. Use one of those, or ask the operator.',
    errors: refusedModels.map(({ id, pointer }) => ({
      pointer,
      code: 'model_not_allowed',
      message: `this key may not ask ${id}`,
    })),
  });
}

function unboundedCosts(
  { calls, preparedJudges, writer }: PlannedRequest,
  { attachments }: RequestContext['prompt'],
): readonly UnboundedCost[] {
  const isSearching =
    calls.some(({ paidExtras: { webSearch } }) => webSearch) ||
    preparedJudges.some(({ withoutAnswers }) => withoutAnswers.paidExtras.webSearch) ||
    writer?.withoutAnswers.paidExtras.webSearch === true;
  const hasPdfs = attachments.some(({ mediaType }) => mediaType === 'application/pdf');
  return [...(isSearching ? (['searches'] as const) : []), ...(hasPdfs ? (['pdf_pages'] as const) : [])];
}

const NO_SETTINGS: ModelQuestion['settings'] = {};
const NO_TUNING: ModelQuestion['tuning'] = {};

/** A served model with the tuning that the request gives it. */
interface TunedModel extends ServedModel {
  readonly tuning: ModelQuestion['tuning'];
}

type PlannedJudging = Pick<PromptPlan, 'preparedJudges' | 'writer' | 'pairs' | 'weighedJudges'>;

const UNJUDGED: PlannedJudging = {
  preparedJudges: [],
  writer: undefined,
  pairs: [],
  weighedJudges: { weights: undefined, counts: [], passedOver: undefined, warnings: [] },
};

interface JudgingOptions {
  readonly judges: readonly TunedModel[];
  /** The model of `fuse`, whose answer is compared with the others. */
  readonly writer: TunedModel | undefined;
  /** The number of other answers. */
  readonly answers: number;
  /** The question to the models. */
  readonly question: CommonQuestion;
  /** Warnings that every result has. */
  readonly sharedWarnings: readonly Warning[];
}

/** Prepares the judges and the writer. */
async function planJudging(
  { judges, writer, answers, question, sharedWarnings }: JudgingOptions,
  context: RequestContext,
): Promise<PlannedJudging> {
  const count = answers + (writer === undefined ? 0 : 1);
  const pairs = pairsToJudge(count, context.prompt.request.judge_pairs);
  const ids = pairs.length === 0 ? [] : judges.map(({ entry }) => entry.model.id);
  const isWeighed = context.snapshot.calibrations.length > 0;
  const weighed = isWeighed
    ? weighJudges(ids, context)
    : { ...UNJUDGED.weighedJudges, counts: ids.map(() => ({})) };
  const neutralisedTask = await neutraliseTask(question, context);
  // 122 random bits in hex, fresh for the request: they mark the blocks in a message.
  const code = randomUUID().replaceAll('-', '');
  return {
    preparedJudges: judges.map((served, index) => {
      const modelQuestion = { ...question, tuning: served.tuning };
      return prepareJudge({ index, served, modelQuestion, neutralisedTask, code });
    }),
    writer:
      writer &&
      prepareWriter({
        served: writer,
        modelQuestion: { ...question, tuning: writer.tuning },
        sharedWarnings,
        neutralisedTask,
        maxAnswers: answers,
        // It differs from the judges' code, because the writer sees its own code and judges read its answer.
        code: randomUUID().replaceAll('-', ''),
      }),
    pairs,
    weighedJudges: {
      ...weighed,
      warnings: [...weighed.warnings, ...judges.flatMap((judge) => judge.warnings)],
    },
  };
}

type CommonQuestion = Omit<ModelQuestion, 'tuning'>;

/** Makes one question of the request. It is the same for every model except for the tuning. */
function questionFor(context: RequestContext, served: readonly ServedModel[]): CommonQuestion {
  const { request, attachments, tools: requestTools } = context.prompt;
  const takesCacheKey = served.some(({ entry }) => entry.provider.promptCacheKey !== null);
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
    measured: measureTexts({ system, turns }),
    attachments,
    settings: request.generation_settings ?? NO_SETTINGS,
    outputSchema: request.response_schema,
    ...(tools !== undefined && { tools, toolsMeasured: measureTools(tools) }),
    cacheKey: takesCacheKey ? cacheKeyOf(context) : undefined,
  };
}

/** By model ID. */
type Tuning = ReadonlyMap<string, ModelQuestion['tuning']>;

/** A successor takes the tuning of the model that it replaces, or its own if the request does not tune that model. */
function tunedModel(served: ServedModel, tuning: Tuning): TunedModel {
  const { entry, inPlaceOf } = served;
  const forOther = inPlaceOf === undefined ? undefined : tuning.get(inPlaceOf);
  if (inPlaceOf === undefined || forOther === undefined)
    return { ...served, tuning: tuning.get(entry.model.id) ?? NO_TUNING };
  const { values, warnings } = succeedTuning(inPlaceOf, forOther, entry.model);
  return { ...served, tuning: values, warnings: [...served.warnings, ...warnings] };
}

function systemBlocks(system: NonNullable<LongPromptRequest['system_prompt']>): readonly LongBlock[] {
  if (system === '') return [];
  if (isText(system)) return [{ text: system, cacheBreakpoint: false }];
  return system.map((block) => ({ text: block.text, cacheBreakpoint: block.cache_control !== undefined }));
}

/** Prepares the parts of the judges' messages that are the same for every pair. */
async function neutraliseTask(question: CommonQuestion, context: RequestContext): Promise<NeutralisedTask> {
  const { judge_prompt: ownCriteria } = context.prompt.request;
  const task = await neutraliseForJudges(describeTask(question.system, question.turns), context);
  const criteria = ownCriteria === undefined ? undefined : await neutraliseForJudges(ownCriteria, context);
  const { tools } = question;
  const functions =
    tools === undefined ? undefined : await neutraliseForJudges(describeFunctions(tools), context);
  const neutralisedTask = {
    task,
    functions,
    criteria,
    taskTokens: tokensOf(task),
    functionsTokens: tokensOf(functions ?? ''),
    criteriaTokens: tokensOf(criteria ?? ''),
  };
  // Sizing the judges takes milliseconds for the widest requests, and quotes are free, so it waits for its turn.
  await context.snapshot.upstream.nextTurn(context.account.id);
  return neutralisedTask;
}

/** A key that is the same for all of an account's requests with the same system text, and that reveals neither. */
function cacheKeyOf(context: RequestContext): string | undefined {
  // Under zero data retention a provider must not keep even a hash of the text.
  if (context.zeroDataRetention) return undefined;
  const { prompt, account } = context;
  const { system_prompt: system = [] } = prompt.request;
  const texts = isText(system) ? [system] : system.map(({ text }) => text);
  const digests = texts.map(digestOf);
  return hash('sha256', JSON.stringify([account.id, ...digests])).slice(0, 32);
}

/** Warns, with every result, of the request's fields that have no effect. */
function unusedFields(
  request: LongPromptRequest,
  servedModels: readonly ServedModel[],
  usesCache: boolean,
): readonly Warning[] {
  const { models, judges = [], model_tuning = {}, cache } = request;
  const ids = new Set([...models, ...judges, ...servedModels.map(({ entry }) => entry.model.id)]);
  return [
    ...(models.length === 1 && judges.length > 0 ? [JUDGES_UNUSED] : []),
    ...(Object.keys(model_tuning).some((id) => !ids.has(id)) ? [TUNING_UNUSED] : []),
    ...(cache !== undefined && !usesCache ? [CACHE_UNUSED] : []),
  ];
}

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
function checkTuning(servedModels: readonly TunedModel[], withFunctions: readonly TunedModel[]): void {
  const models = servedModels.map(({ entry, tuning }) => [entry.model, tuning] as const);
  const functionModels = new Set(withFunctions.map(({ entry }) => entry.model));
  const errors = [...new Map(models)].flatMap(([model, values]) =>
    tuningConflicts(model, values, functionModels.has(model)),
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
  if (check !== 'too_slow' && !('unusable' in check))
    return 'usable' in check && check.forbiddenRequired !== undefined
      ? [unsatisfiableWarning(check.forbiddenRequired)]
      : [];
  const mistakes = check === 'too_slow' ? [TOO_SLOW] : check.unusable;
  throw new GatewayError('validation-failed', {
    errors: mistakes.map(({ pointer, message }) => ({
      pointer: `/response_schema${pointer}`,
      code: 'schema',
      message,
    })),
  });
}

/** @param place a pointer into the caller's schema. It is shortened, because the caller wrote its names. */
function unsatisfiableWarning(place: string): Warning {
  return {
    code: 'schema_unsatisfiable',
    pointer: `/response_schema${place}`.slice(0, MAX_POINTER_LENGTH).toWellFormed(),
    message:
      'this property is required, but properties has none of the name and additionalProperties: false forbids it, so no object satisfies the schema here',
  };
}

const MAX_POINTER_LENGTH = 1_024;

const TOO_SLOW = { pointer: '', message: 'the schema takes too long to compile: simplify it' };
