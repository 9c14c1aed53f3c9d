import type { ChargeTerms } from '../billing/price.ts';
import {
  forecastCall,
  maxCallCost,
  shapeOf,
  sumHolds,
  type CallShape,
  type MaxCallCost,
  type QuotedCall,
} from '../billing/quote.ts';
import type { FaultCode } from '../contract.ts';
import type { HoldRule } from '../ledger/administration/settings.ts';
import type { CachedEntries } from './cache/find-cached.ts';
import { CORRECTION } from './call/call-for-schema.ts';
import { REPAIR_INSTRUCTION } from './judge/judge-prompt.ts';
import type { PreparedJudge } from './judge/prepare-judge.ts';
import type { Pair } from './judge/judged-pairs.ts';
import { EXPECTED_TEXT_SHARE } from '../text/likely-tokens.ts';
import { MAX_ADDED_BYTES } from '../text/neutralise.ts';
import { bytesOf, isBlank, type Text, tokensOf } from '../text/shared-text.ts';
import type { PlannedCall } from './plan/plan-call.ts';
import { typicalOutput } from './plan/typical-output.ts';
import type { RunRole } from '../metrics/run-metrics.ts';
import type { GivenAnswer, RequestContext } from './request-context.ts';

const NO_ANSWER = { text: '', schemaValid: undefined };

/** What one entry of `models` or `judges` can cost, by the estimate asked for. */
export interface EstimatedEntry {
  readonly modelId: string;
  /** The model that runs in its place; absent where it runs itself. */
  readonly servedBy?: string;
  /** Its answer is in the cache: it is not run. Absent where it is not. */
  readonly isCached?: true;
  /** Why it cannot run; then nothing is held for it. */
  readonly fault: FaultCode | undefined;
  /** How often it is asked; the one further ask a run may need is not counted. */
  readonly runs: number;
  /** Of all runs; in the worst case their further asks included. */
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly holdMicroCredits: number;
}

export interface Hold {
  readonly models: readonly EstimatedEntry[];
  readonly judges: readonly EstimatedEntry[];
  /** The sum of the entries. */
  readonly microCredits: number;
}

/**
 * - `worst`: the most a request can cost: every model at its output cap, and every judge run over two answers at their
 *   caps, each with its one repair.
 * - `likely`: what a request rarely exceeds: texts by their tokens counted high, outputs at what is typical.
 * - `expected`: what such a request costs in the mean.
 */
export type Estimate = HoldRule | 'expected';

/** A request as it is planned. */
export interface PlannedRequest {
  readonly calls: readonly PlannedCall[];
  readonly preparedJudges: readonly PreparedJudge[];
  /** What is compared instead of what the calls come to. */
  readonly given: readonly GivenAnswer[] | undefined;
  /** What is in the cache is not run; undefined where the request does not ask for it. */
  readonly cached: Pick<CachedEntries, 'runs'> | undefined;
  /** What each judge compares: places in `given`, or in `calls`. */
  readonly pairs: readonly Pair[];
}

/**
 * What a request costs by an estimate. A call that cannot be sent costs nothing, and neither does an answer from the cache,
 * or a pair with a model that cannot answer or with an answer known to be empty: it is a forfeit, and no judge is asked.
 * @throws RangeError where the sum leaves the exact range.
 */
export function holdFor(request: PlannedRequest, estimate: Estimate, context: RequestContext): Hold {
  const measured = request.calls.map((planned) => measure(planned, context));
  return estimateCalls(request, measured, { estimate, context });
}

/** What is held of a request, and what it can cost at most. @throws RangeError as `holdFor`. */
export function holdsFor(
  request: PlannedRequest,
  context: RequestContext,
): { readonly hold: Hold; readonly worst: Hold } {
  const measured = request.calls.map((planned) => measure(planned, context));
  const worst = estimateCalls(request, measured, { estimate: 'worst', context });
  const { holds: estimate } = context.account;
  if (estimate === 'worst') return { hold: worst, worst };
  return { hold: estimateCalls(request, measured, { estimate, context }), worst };
}

/** All of a call that each estimate of it reads. */
interface MeasuredCall {
  readonly planned: PlannedCall;
  readonly shape: CallShape;
  readonly terms: ChargeTerms;
  readonly fault: FaultCode | undefined;
}

function measure(planned: PlannedCall, { account, services, serving }: RequestContext): MeasuredCall {
  const isConnected = serving.upstream.connections.has(planned.entry.provider.id);
  return {
    planned,
    shape: { ...shapeOf(planned.call), ...planned.asked },
    terms: { markupMilli: account.markupMilli, microCreditsPerUsd: services.microCreditsPerUsd },
    fault: planned.fault ?? (isConnected ? undefined : 'provider_unconfigured'),
  };
}

interface EstimateTerms {
  readonly estimate: Estimate;
  readonly context: RequestContext;
}

function estimateCalls(
  request: PlannedRequest,
  measured: readonly MeasuredCall[],
  terms: EstimateTerms,
): Hold {
  const models = measured.map((call, index) => {
    if (request.cached?.runs.has(index) === true)
      return { ...estimatedEntry(call, []), isCached: true as const };
    return estimatedEntry(call, call.fault === undefined ? [modelCosts(call, terms)] : []);
  });
  if (request.preparedJudges.length === 0) return { models, judges: [], microCredits: sumHolds(models) };
  const judges = estimateJudges(request, models, terms);
  return { models, judges, microCredits: sumHolds([...models, ...judges]) };
}

/** @param runs for each run every call it may make. */
function estimatedEntry(
  { planned: { entry, inPlaceOf }, fault }: MeasuredCall,
  runs: readonly (readonly MaxCallCost[])[],
): EstimatedEntry {
  const costs = runs.flat();
  return {
    modelId: inPlaceOf ?? entry.model.id,
    ...(inPlaceOf !== undefined && { servedBy: entry.model.id }),
    fault,
    runs: runs.length,
    tokensIn: costs.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
    tokensOut: costs.reduce((sum, { tokensOut }) => sum + tokensOut, 0),
    holdMicroCredits: sumHolds(costs),
  };
}

/** Every call that one run of a model may make: one that is only told of a schema may be asked once more. */
function modelCosts(measured: MeasuredCall, { estimate, context }: EstimateTerms): readonly MaxCallCost[] {
  if (estimate !== 'worst') return [typicalCost(measured, 0, { estimate, role: 'contestant' }, context)];
  const { planned } = measured;
  const first = atWorst(measured);
  const isAskedAgain = planned.fitted?.enforcement === 'instruction';
  return isAskedAgain
    ? [maxCallCost(first), maxCallCost(askedAgain(first, CORRECTION))]
    : [maxCallCost(first)];
}

function atWorst({ planned, shape, terms }: MeasuredCall): QuotedCall {
  const { call, fitted, textBytes } = planned;
  const inputBytes = textBytes + (fitted?.schemaBytes ?? 0);
  return { ...shape, ...terms, inputBytes, maxTokens: call.settings.maxTokens };
}

/** The same call with its own answer, at its cap, and one more turn. */
function askedAgain(first: QuotedCall, instruction: string): QuotedCall {
  return {
    ...first,
    inputTokens: (first.inputTokens ?? 0) + first.maxTokens,
    inputBytes: first.inputBytes + Buffer.byteLength(instruction),
    turnCount: first.turnCount + 2,
  };
}

type Typical = Exclude<Estimate, 'worst'>;

/**
 * No repairs: they are rare, and what they cost is within what the other calls fall short of.
 * @param addedTokens of the answers in a judge's question.
 */
function typicalCost(
  { planned, shape, terms }: MeasuredCall,
  addedTokens: number,
  { estimate, role }: { readonly estimate: Typical; readonly role: RunRole },
  { services: { meteredOutputs } }: RequestContext,
): MaxCallCost {
  const { textTokens, fitted } = planned;
  const metered = meteredOutputs.find(planned.entry.model.id, role);
  const output = typicalOutput(planned, role, metered, estimate === 'expected');
  return forecastCall({
    ...shape,
    ...terms,
    textTokens: Math.ceil(textTokens * TEXT_SHARE[estimate] + addedTokens),
    outputTokens: output.billed,
    usesTool: fitted?.enforcement === 'forcedTool',
  });
}

/** Of the tokens that a text is counted at, high. */
const TEXT_SHARE: Readonly<Record<Typical, number>> = { likely: 1, expected: EXPECTED_TEXT_SHARE };

function estimateJudges(
  request: PlannedRequest,
  models: readonly EstimatedEntry[],
  terms: EstimateTerms,
): readonly EstimatedEntry[] {
  const lengths = answerLengths(request, terms);
  const canBeJudged = (index: number): boolean =>
    models[index]?.fault === undefined && !isBlank(knownText(request, index) ?? 'not known yet');
  const pairs = request.pairs.filter((pair) => pair.every(canBeJudged));
  return request.preparedJudges.map((judge) => {
    const asked = measure(judge.ask({ first: NO_ANSWER, second: NO_ANSWER }), terms.context);
    if (asked.fault !== undefined) return estimatedEntry(asked, []);
    const costsAt = costsOfJudging(judge, asked, terms);
    const runs = pairs.flatMap(([a, b]) => {
      const run = costsAt((lengths[a] ?? 0) + (lengths[b] ?? 0));
      return [run, run];
    });
    return estimatedEntry(asked, runs);
  });
}

/**
 * What every call comes to that one run of a judge may make over a pair whose answers have so many tokens. A request may
 * have 400 judge runs, but its answers come in a few lengths.
 */
function costsOfJudging(
  { questionTokens }: PreparedJudge,
  asked: MeasuredCall,
  { estimate, context }: EstimateTerms,
): (answerTokens: number) => readonly MaxCallCost[] {
  const known = new Map<number, readonly MaxCallCost[]>();
  const costsOf = (answerTokens: number): readonly MaxCallCost[] => {
    if (estimate === 'worst') {
      const first = { ...atWorst(asked), inputTokens: answerTokens };
      return [maxCallCost(first), maxCallCost(askedAgain(first, REPAIR_INSTRUCTION))];
    }
    const addedTokens = questionTokens * TEXT_SHARE[estimate] + answerTokens;
    return [typicalCost(asked, addedTokens, { estimate, role: 'judge' }, context)];
  };
  return (answerTokens) => {
    const costs = known.get(answerTokens) ?? costsOf(answerTokens);
    known.set(answerTokens, costs);
    return costs;
  };
}

/** What is compared at a place, where that is known before anything is run. */
function knownText({ given, cached }: PlannedRequest, index: number): Text | undefined {
  if (given !== undefined) return given[index]?.text;
  const outcome = cached?.runs.get(index)?.outcome;
  return outcome !== undefined && 'text' in outcome ? outcome.text : undefined;
}

/** What a judge reads of each answer, in tokens. At worst an answer is at its cap, and a judge's copy has a little more. */
function answerLengths(
  request: PlannedRequest,
  { estimate, context: { services } }: EstimateTerms,
): readonly number[] {
  return (request.given ?? request.calls).map((_, index) => {
    const text = knownText(request, index);
    const call = request.calls[index];
    if (estimate === 'worst') {
      const most = text === undefined ? (call?.call.settings.maxTokens ?? 0) : bytesOf(text);
      return most + MAX_ADDED_BYTES;
    }
    if (text !== undefined) return tokensOf(text) * TEXT_SHARE[estimate];
    if (call === undefined) return 0;
    const metered = services.meteredOutputs.find(call.entry.model.id, 'contestant');
    return typicalOutput(call, 'contestant', metered, estimate === 'expected').visible;
  });
}
