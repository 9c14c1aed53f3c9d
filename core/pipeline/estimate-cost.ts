import { type CallEstimate, estimateCall, LIKELY, sumCosts, WORST } from '../billing/quote.ts';
import { MIN_FUSED_ANSWERS } from '../calibration/judging-conflicts.ts';
import type { FaultCode } from '../contract.ts';
import type { QuoteEntry } from '../generated/quote-response.ts';
import type { HoldRule } from '../ledger/administration/settings.ts';
import type { CachedEntries } from './cache/find-cached.ts';
import { CORRECTION } from './call/call-for-schema.ts';
import type { PreparedWriter } from './fuse/prepare-writer.ts';
import { REPAIR_INSTRUCTION } from './judge/judge-prompt.ts';
import type { PreparedJudging } from './judge/prepare-judges.ts';
import { EXPECTED_TEXT_SHARE } from '../text/likely-tokens.ts';
import { MAX_ADDED_BYTES } from '../text/neutralise.ts';
import { bytesOf, isBlank, type Text, tokensOf } from '../text/shared-text.ts';
import type { PlannedCall } from './plan/plan-call.ts';
import type { CallRole } from '../metrics/run-metrics.ts';
import type { MeteredOutput } from './metered-outputs.ts';
import type { GivenAnswer, RequestContext } from './request-context.ts';

/**
 * The cost of one entry of `models`, `judges` or `fuse` by one estimate. Second asks (repairs, corrections) are not in
 * `runs`; only `worst` prices them.
 */
export interface EstimatedEntry extends Omit<QuoteEntry, 'index' | 'credits' | 'errorCode'> {
  /** Why it cannot run; then nothing is held for it. */
  readonly fault: FaultCode | undefined;
  /** The cost of the tokens and of paid extras. */
  readonly costMicroCredits: number;
}

/** One estimate of a request: an entry for each model and judge, and their sum. */
export interface CostEstimate {
  readonly models: readonly EstimatedEntry[];
  readonly judges: readonly EstimatedEntry[];
  /** The entry of `fuse`. */
  readonly writer: EstimatedEntry | undefined;
  /** The sum of the entries. */
  readonly microCredits: number;
}

/**
 * - `worst`: the most a request can cost: every model at its output cap, asked once more if it gets the schema as an
 *   instruction, and every judge run over two answers at their caps, with its one repair.
 * - `likely`: what a request rarely exceeds: texts by their tokens counted high, outputs of typical length.
 * - `expected`: what such a request costs in the mean.
 */
export type EstimateKind = HoldRule | 'expected';

/** The parts of a plan that decide what a request costs. The writer's answer comes after all others in its pairs. */
export interface PlannedRequest extends PreparedJudging {
  readonly calls: readonly PlannedCall[];
  /** Writes one more answer from all others; undefined without `fuse`. */
  readonly writer: PreparedWriter | undefined;
  /** The answers that judges compare if the request brings its own instead of running models. */
  readonly givenAnswers: readonly GivenAnswer[] | undefined;
  /** The answers that the cache has, whose models are not run; undefined if the request does not ask for the cache. */
  readonly cached: CachedEntries | undefined;
}

/**
 * Adds up what a request costs by one estimate. A call that cannot be sent costs nothing, and neither does an answer from
 * the cache. A pair costs nothing if one of its models cannot answer or one of its answers is known to be empty, because it
 * is a forfeit and no judge runs.
 * @throws RangeError if the sum leaves the exact range.
 */
export function estimateCost(
  request: PlannedRequest,
  estimate: EstimateKind,
  context: RequestContext,
): CostEstimate {
  const models = request.calls.map((planned, index) =>
    request.cached?.runs.has(index) === true
      ? { ...estimateEntry(planned, [], estimate, context), cached: true as const }
      : estimateEntry(planned, [READS_NO_ANSWER], estimate, context),
  );
  if (request.preparedJudges.length === 0)
    return { models, judges: [], writer: undefined, microCredits: sumCosts(models) };
  const answers = (request.givenAnswers ?? request.calls).map((_, index) => {
    if (models[index]?.fault !== undefined) return undefined;
    const cachedRun = request.cached?.runs.get(index);
    const text = request.givenAnswers?.[index]?.text ?? cachedRun?.outcome.text;
    if (text !== undefined) return writtenTokens(text, cachedRun?.textTokens, estimate);
    const call = request.calls[index];
    return call === undefined ? 0 : unwrittenTokens(call, estimate, context);
  });
  let writer: EstimatedEntry | undefined;
  if (request.writer !== undefined) {
    const { questionWithoutAnswers: question } = request.writer;
    writer = estimateWriter(question, answers, estimate, context);
    // Judges compare its answer with the others.
    answers.push(writer.runs === 0 ? undefined : unwrittenTokens(question, estimate, context));
  }
  const judges = request.preparedJudges.map(({ questionWithoutAnswers, questionTokens }) => {
    const runs = request.pairs.flatMap(([a, b]) => {
      const [ofA, ofB] = [answers[a], answers[b]];
      if (ofA === undefined || ofB === undefined) return [];
      const run = { role: 'judge', questionTokens, answerTokens: ofA + ofB } as const;
      // A judge compares each pair in both orders.
      return [run, run];
    });
    return estimateEntry(questionWithoutAnswers, runs, estimate, context);
  });
  const microCredits = sumCosts([...models, ...judges, ...(writer === undefined ? [] : [writer])]);
  return { models, judges, writer, microCredits };
}

/** @param answers the tokens of each; undefined for an answer that cannot come or is known to be empty. */
function estimateWriter(
  question: PlannedCall,
  answers: readonly (number | undefined)[],
  estimate: EstimateKind,
  context: RequestContext,
): EstimatedEntry {
  const fusible = answers.filter((tokens) => tokens !== undefined);
  if (fusible.length < MIN_FUSED_ANSWERS) {
    const entry = estimateEntry(question, [], estimate, context);
    return { ...entry, fault: entry.fault ?? 'nothing_to_fuse' };
  }
  const answerTokens = fusible.reduce((sum, tokens) => sum + tokens, 0);
  return estimateEntry(question, [{ ...READS_NO_ANSWER, answerTokens }], estimate, context);
}

/** @param runs differ in their answers alone. They are priced if the call can be sent. */
function estimateEntry(
  planned: PlannedCall,
  runs: readonly EstimatedRun[],
  estimate: EstimateKind,
  context: RequestContext,
): EstimatedEntry {
  const { entry, inPlaceOf } = planned;
  const isConnected = context.snapshot.upstream.connections.has(entry.provider.id);
  const fault = planned.fault ?? (isConnected ? undefined : 'provider_unconfigured');
  const sentRuns = fault === undefined ? runs : [];
  // A request may have hundreds of judge runs, but few different lengths, so each length is priced once.
  const costsByLength = new Map<number, readonly CallEstimate[]>();
  const costs = sentRuns.flatMap((run) => {
    const ofRun = costsByLength.get(run.answerTokens) ?? runCosts(planned, run, estimate, context);
    costsByLength.set(run.answerTokens, ofRun);
    return ofRun;
  });
  return {
    modelId: inPlaceOf ?? entry.model.id,
    ...(inPlaceOf !== undefined && { servedBy: entry.model.id }),
    fault,
    runs: sentRuns.length,
    tokensIn: costs.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
    tokensOut: costs.reduce((sum, { tokensOut }) => sum + tokensOut, 0),
    costMicroCredits: sumCosts(costs),
  };
}

/** The part of one run that its planned call does not show yet. */
interface EstimatedRun {
  readonly role: CallRole;
  /** The tokens of a judge's question without the two answers. */
  readonly questionTokens: number;
  /** The tokens of the answers that a judge or the writer reads. */
  readonly answerTokens: number;
}

const READS_NO_ANSWER: EstimatedRun = { role: 'contestant', questionTokens: 0, answerTokens: 0 };

/** Prices every call that one run may make. */
function runCosts(
  planned: PlannedCall,
  { role, questionTokens, answerTokens }: EstimatedRun,
  estimate: EstimateKind,
  { account, services }: RequestContext,
): readonly CallEstimate[] {
  const { call, fitted, textBytes, textTokens, paidExtras } = planned;
  const { meteredOutputs, microCreditsPerUsd } = services;
  const shared = { ...call, ...paidExtras, markupMilli: account.markupMilli, microCreditsPerUsd };
  if (estimate !== 'worst') {
    const metered = meteredOutputs.byRole[role].get(call.model.id);
    const output = typicalOutput(planned, role, metered, estimate === 'expected');
    const share = TEXT_SHARE[estimate];
    const ofTool = fitted?.enforcement === 'forcedTool' ? TOKENS_PER_TOOL : 0;
    // Repairs are left out: they are rare, and the calls that cost less than their estimate cover them.
    const typical = {
      ...shared,
      textTokens: Math.ceil(textTokens * share + (questionTokens * share + answerTokens)) + ofTool,
      outputTokens: output.billed,
    };
    return [estimateCall(typical, LIKELY)];
  }
  const { maxTokens } = call.settings;
  const first = {
    ...shared,
    // A byte-level tokenizer makes at most one token of a byte, so bytes bound tokens without a tokenizer. The answers are
    // in the tokens of their authors, of which this model may count more.
    textTokens: textBytes + (fitted?.schemaBytes ?? 0) + answerTokens,
    outputTokens: maxTokens + call.model.limits.uncappedReasoningTokens,
  };
  const mayAskAgain = role === 'judge' || fitted?.enforcement === 'instruction';
  if (!mayAskAgain) return [estimateCall(first, WORST)];
  const instruction = role === 'judge' ? REPAIR_INSTRUCTION : CORRECTION;
  const again = {
    ...first,
    // The second ask repeats the model's own answer, which may be as long as its cap.
    textTokens: first.textTokens + maxTokens + Buffer.byteLength(instruction),
    turns: [...call.turns, 'its answer', instruction],
  };
  return [estimateCall(first, WORST), estimateCall(again, WORST)];
}

/** The instructions that providers put in front of a call with a tool; the published counts are 313 to 346. */
const TOKENS_PER_TOOL = 400;

/** The share of a text's tokens that an estimate uses, because the count itself is high. */
const TEXT_SHARE: Readonly<Record<Exclude<EstimateKind, 'worst'>, number>> = {
  likely: 1,
  expected: EXPECTED_TEXT_SHARE,
};

/**
 * Estimates the tokens of an answer whose text is known. A judge's copy of it is at worst a little longer.
 * @param textTokens if they have been counted.
 * @returns undefined if it is empty.
 */
function writtenTokens(
  text: Text,
  textTokens: number | undefined,
  estimate: EstimateKind,
): number | undefined {
  if (isBlank(text)) return undefined;
  if (estimate === 'worst') return bytesOf(text) + MAX_ADDED_BYTES;
  return (textTokens ?? tokensOf(text)) * TEXT_SHARE[estimate];
}

/** Estimates the tokens of an answer that is still to be written. At worst it reaches its cap. */
function unwrittenTokens(planned: PlannedCall, estimate: EstimateKind, { services }: RequestContext): number {
  if (estimate === 'worst') return planned.call.settings.maxTokens + MAX_ADDED_BYTES;
  const metered = services.meteredOutputs.byRole.contestant.get(planned.entry.model.id);
  return typicalOutput(planned, 'contestant', metered, estimate === 'expected').visible;
}

/** A call rarely exceeds the declared figures, and the mean is about a third of them. */
const EXPECTED_SHARE = 1 / 3;
/** Accounts share the ledger's figures. This bounds how far the short calls of one account can lower the holds of others. */
const MIN_METERED_SHARE = 1 / 2;
/** Bounds how far a few long calls can raise the holds, unless several accounts make such calls. */
const MAX_METERED_SHARE = 2;
/** A caller that asks for a high output cap is likely to use some of it. */
const MIN_SHARE_OF_CAP = 1 / 10;
/** Fewer calls say little about the one in a hundred. */
const MIN_LIKELY_CALLS = 200;

/**
 * Estimates the output tokens of a call: the mean if `isExpected`, else a number that it rarely exceeds. The figures are
 * those of the ledger if it has enough calls, else those of the manifest. Reasoning that the caller asks for is added. The
 * result is at most the call's cap and, except for the mean, at least a tenth of the caller's own cap.
 * @param metered undefined if the ledger has too few calls.
 * @returns all billed tokens, and the visible ones, which judges read.
 */
export function typicalOutput(
  {
    call: { model, settings },
    reasoningTokens,
    callerMaxTokens,
  }: Pick<PlannedCall, 'call' | 'reasoningTokens' | 'callerMaxTokens'>,
  role: CallRole,
  metered: MeteredOutput | undefined,
  isExpected: boolean,
): { readonly billed: number; readonly visible: number } {
  const { answer, verdict, reasoning } = model.typicalOutputTokens;
  const declared = { visible: role === 'judge' ? verdict : answer, reasoning };
  const share = isExpected ? EXPECTED_SHARE : 1;
  const measured = metered && meteredTokens(metered, declared.visible + declared.reasoning, isExpected);
  // Metered calls include the reasoning that their callers asked for, so only the excess of this call is added.
  const extra = Math.max(0, (reasoningTokens ?? 0) - declared.reasoning);
  const less = Math.max(0, declared.reasoning - (reasoningTokens ?? declared.reasoning));
  const isAllVisible = measured !== undefined && declared.reasoning === 0 && extra === 0;
  const visible = Math.ceil(
    isAllVisible ? measured : Math.min(declared.visible * share, measured ?? Infinity),
  );
  const hiddenTokens =
    measured === undefined
      ? Math.ceil((declared.reasoning + extra - less) * share)
      : Math.ceil(measured + extra * share) - visible;
  const { uncappedReasoningTokens } = model.limits;
  const least = isExpected
    ? 0
    : Math.ceil(Math.min(callerMaxTokens ?? 0, settings.maxTokens) * MIN_SHARE_OF_CAP);
  const visibleTokens = Math.max(least, Math.min(visible, settings.maxTokens));
  return uncappedReasoningTokens > 0
    ? { visible: visibleTokens, billed: visibleTokens + Math.min(hiddenTokens, uncappedReasoningTokens) }
    : {
        visible: visibleTokens,
        billed: Math.max(least, Math.min(visible + hiddenTokens, settings.maxTokens)),
      };
}

/**
 * The ledger's figure within the bounds above; undefined if it has too few calls. A mean needs no lower bound, because no
 * hold depends on it.
 * @param declaredTokens include the reasoning.
 */
function meteredTokens(
  { calls, likelyTokens, meanTokens, commonTokens }: MeteredOutput,
  declaredTokens: number,
  isExpected: boolean,
): number | undefined {
  const most = Math.max(declaredTokens * MAX_METERED_SHARE, commonTokens);
  if (isExpected) return Math.min(most, meanTokens);
  if (calls < MIN_LIKELY_CALLS) return undefined;
  return Math.max(declaredTokens * MIN_METERED_SHARE, Math.min(most, likelyTokens));
}
