import {
  forecastCall,
  maxCallCost,
  type MaxCallCost,
  type QuotedCall,
  shapeOf,
  sumHolds,
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
import { bytesOf, tokensOf } from '../text/long-text.ts';
import type { PlannedCall } from './plan/plan-call.ts';
import { typicalOutput, type TypicalOutput } from './plan/typical-output.ts';
import type { ChargeTerms } from '../billing/price.ts';
import type { GivenAnswer, PlanContext } from './plan/request-context.ts';
import type { RunRole } from '../metrics/run-metrics.ts';

const NO_ANSWER = { text: '', schemaValid: undefined };

/** What one entry of `models` or `judges` can cost, by the estimate asked for. */
export interface HeldEntry {
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
  readonly models: readonly HeldEntry[];
  readonly judges: readonly HeldEntry[];
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
  /** What is in the cache is not run. */
  readonly cached: Pick<CachedEntries, 'runs'>;
  /** What each judge compares: places in `given`, or in `calls`. */
  readonly pairs: readonly Pair[];
}

/**
 * What a request costs by an estimate. A call that cannot be sent costs nothing, and neither does an answer from the cache,
 * or a pair with a model that cannot answer or with an answer known to be empty: it is a forfeit, and no judge is asked.
 * @throws RangeError where the sum leaves the exact range.
 */
export function holdFor(request: PlannedRequest, estimate: Estimate, context: PlanContext): Hold {
  const models = request.calls.map((call, index) =>
    request.cached.runs.has(index)
      ? { ...heldEntry(call, [], context), isCached: true as const }
      : heldEntry(call, [modelCosts(call, estimate, context)], context),
  );
  const judges =
    request.preparedJudges.length === 0 ? [] : heldJudges(request, models, { estimate, context });
  return { models, judges, microCredits: sumHolds([...models, ...judges]) };
}

function heldJudges(
  request: PlannedRequest,
  models: readonly HeldEntry[],
  { estimate, context }: { readonly estimate: Estimate; readonly context: PlanContext },
): readonly HeldEntry[] {
  const lengths = answerLengths(request, estimate, context);
  const canBeJudged = (index: number): boolean =>
    models[index]?.fault === undefined && knownText(request, index)?.trim() !== '';
  const pairs = request.pairs.filter((pair) => pair.every(canBeJudged));
  return request.preparedJudges.map((judge) => {
    const asked = judge.ask({ first: NO_ANSWER, second: NO_ANSWER });
    const size = sizedOnce(
      estimate === 'worst' ? worstJudging(asked, context) : typicalJudging(judge, asked, estimate, context),
    );
    const runs = pairs.flatMap(([a, b]) => {
      const run = size((lengths[a] ?? 0) + (lengths[b] ?? 0));
      return [run, run];
    });
    return heldEntry(asked, runs, context);
  });
}

/** What is compared at a place, where that is known before anything is run. */
function knownText({ given, cached }: PlannedRequest, index: number): string | undefined {
  if (given !== undefined) return given[index]?.text;
  const outcome = cached.runs.get(index)?.outcome;
  return outcome !== undefined && 'text' in outcome ? outcome.text : undefined;
}

/** What a judge reads of each answer, in tokens. At worst an answer is at its cap, and a judge's copy has a little more. */
function answerLengths(request: PlannedRequest, estimate: Estimate, context: PlanContext): readonly number[] {
  const { texts } = context.prompt;
  return (request.given ?? request.calls).map((_, index) => {
    const text = knownText(request, index);
    const call = request.calls[index];
    if (estimate === 'worst') {
      const most = text === undefined ? (call?.call.settings.maxTokens ?? 0) : bytesOf(text, texts);
      return most + MAX_ADDED_BYTES;
    }
    if (text !== undefined) return tokensOf(text, texts) * shareOf(estimate);
    return call === undefined ? 0 : outputOf(call, 'contestant', estimate, context).visible;
  });
}

/** @param runs for each run every call it may make. */
function heldEntry(
  call: PlannedCall,
  runs: readonly (readonly MaxCallCost[])[],
  { serving: { upstream } }: PlanContext,
): HeldEntry {
  const { model, provider } = call.entry;
  const fault = call.fault ?? (upstream.connections.has(provider.id) ? undefined : 'provider_unconfigured');
  const able = fault === undefined ? runs : [];
  const maxCosts = able.flat();
  return {
    modelId: call.inPlaceOf ?? model.id,
    ...(call.inPlaceOf !== undefined && { servedBy: model.id }),
    fault,
    runs: able.length,
    tokensIn: maxCosts.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
    tokensOut: maxCosts.reduce((sum, { tokensOut }) => sum + tokensOut, 0),
    holdMicroCredits: sumHolds(maxCosts),
  };
}

/** Every call that one run of a model may make: one that is only told of a schema may be asked once more. */
function modelCosts(call: PlannedCall, estimate: Estimate, context: PlanContext): readonly MaxCallCost[] {
  if (estimate !== 'worst')
    return [typicalCost(call, { role: 'contestant', addedTokens: 0 }, estimate, context)];
  const first = figuresOf(call, context);
  const isAskedAgain = call.fitted?.enforcement === 'instruction';
  return [maxCallCost(first), ...(isAskedAgain ? [maxCallCost(askedAgain(first, CORRECTION))] : [])];
}

/** The calls of one judge's run over a pair. */
function worstJudging(asked: PlannedCall, context: PlanContext): JudgeSizing {
  const question = figuresOf(asked, context);
  return (inputTokens) => {
    const first = { ...question, inputTokens };
    return [maxCallCost(first), maxCallCost(askedAgain(first, REPAIR_INSTRUCTION))];
  };
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

function figuresOf({ call, asked, fitted, textBytes }: PlannedCall, context: PlanContext): QuotedCall {
  return {
    inputBytes: textBytes + (fitted?.schemaBytes ?? 0),
    maxTokens: call.settings.maxTokens,
    ...shapeOf(call),
    ...asked,
    ...termsOf(context),
  };
}

function termsOf({ account: { markupMilli }, services: { microCreditsPerUsd } }: PlanContext): ChargeTerms {
  return { markupMilli, microCreditsPerUsd };
}

type Typical = Exclude<Estimate, 'worst'>;

function shareOf(estimate: Typical): number {
  return estimate === 'expected' ? EXPECTED_TEXT_SHARE : 1;
}

interface TypicalRun {
  readonly role: RunRole;
  /** Of the answers in a judge's question. */
  readonly addedTokens: number;
}

/** No repairs: they are rare, and what they cost is within what the other calls fall short of. */
function typicalCost(
  planned: PlannedCall,
  { role, addedTokens }: TypicalRun,
  estimate: Typical,
  context: PlanContext,
): MaxCallCost {
  const { call, asked, textTokens, fitted } = planned;
  return forecastCall({
    textTokens: Math.ceil(textTokens * shareOf(estimate) + addedTokens),
    outputTokens: outputOf(planned, role, estimate, context).billed,
    usesTool: fitted?.enforcement === 'forcedTool',
    ...shapeOf(call),
    ...asked,
    ...termsOf(context),
  });
}

function outputOf(
  planned: PlannedCall,
  role: RunRole,
  estimate: Typical,
  { services: { meteredOutputs } }: PlanContext,
): TypicalOutput {
  const metered = meteredOutputs.find(planned.entry.model.id, role);
  return typicalOutput(planned, role, metered, estimate === 'expected');
}

function typicalJudging(
  judge: PreparedJudge,
  asked: PlannedCall,
  estimate: Typical,
  context: PlanContext,
): JudgeSizing {
  const question = judge.questionTokens * shareOf(estimate);
  return (answers) => [
    typicalCost(asked, { role: 'judge', addedTokens: question + answers }, estimate, context),
  ];
}

/** What every call comes to that one judge's run may make over a pair whose answers have so many tokens. */
type JudgeSizing = (answerTokens: number) => readonly MaxCallCost[];

/** A request may have 400 judge runs, but its answers come in a few lengths. */
function sizedOnce(size: JudgeSizing): JudgeSizing {
  const known = new Map<number, readonly MaxCallCost[]>();
  return (length) => {
    const sized = known.get(length) ?? size(length);
    known.set(length, sized);
    return sized;
  };
}
