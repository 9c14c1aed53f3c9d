import { forecastCall, type ForecastCall } from '../billing/forecast.ts';
import { maxCallCost, sumHolds, type QuotedCall, type MaxCallCost } from '../billing/quote.ts';
import type { FaultCode, ModelCall } from '../contract.ts';
import type { Account, HoldRule } from '../ledger/ledger.ts';
import { pairsOf } from './judge/judge-outputs.ts';
import { CORRECTION } from './call/run-checked.ts';
import { REPAIR_INSTRUCTION } from './judge/judge-prompt.ts';
import type { JudgeSeat } from './judge/judge-seat.ts';
import { MAX_ADDED_BYTES } from '../text/neutralise.ts';
import { tokensOf } from '../text/long-text.ts';
import type { PlannedCall } from './plan/plan-call.ts';
import { typicalOutput, type TypicalOutput } from './plan/typical-output.ts';
import type { ChargeTerms } from '../billing/price.ts';
import type { PlanContext } from './plan/request-context.ts';
import type { RunRole } from './plan/metered-outputs.ts';

const NO_ANSWER = { text: '', schemaValid: undefined };

/** What one entry of `models` or `judges` can cost, by the estimate asked for. */
export interface HeldEntry {
  readonly modelId: string;
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
 * - `likely`: what hardly a request exceeds: texts by their tokens counted high, outputs at what is typical.
 * - `expected`: what such a request costs in the mean.
 */
export type Estimate = HoldRule | 'expected';

/** How large the account's holds are now. */
export function holdRuleOf({ holds, isOverrunning }: Account): HoldRule {
  return isOverrunning ? 'worst' : holds;
}

/** A request as it is planned. */
export interface PlannedRequest {
  readonly calls: readonly PlannedCall[];
  readonly seats: readonly JudgeSeat[];
}

/**
 * What a request costs by an estimate. A call that cannot be sent costs nothing, and neither does a pair with a model
 * that cannot answer: it is a forfeit, and no judge is asked.
 * @throws RangeError where the sum leaves the exact range.
 */
export function holdFor(request: PlannedRequest, estimate: Estimate, context: PlanContext): Hold {
  const sizing = estimate === 'worst' ? worstSizing(context) : typicalSizing(estimate, context);
  const models = request.calls.map((call) => heldEntry(call, [sizing.model(call)], context));
  const judges = request.seats.length === 0 ? [] : heldJudges(request, models, { sizing, context });
  return { models, judges, microCredits: sumHolds([...models, ...judges]) };
}

/** What every call that one run may make comes to. */
interface Sizing {
  model(call: PlannedCall): readonly MaxCallCost[];
  /** One judge's runs, each over a pair of the contestants' calls. */
  judge(seat: JudgeSeat, asked: PlannedCall): (pair: readonly PlannedCall[]) => readonly MaxCallCost[];
}

function heldJudges(
  { calls, seats }: PlannedRequest,
  models: readonly HeldEntry[],
  { sizing, context }: { readonly sizing: Sizing; readonly context: PlanContext },
): readonly HeldEntry[] {
  const pairs = pairsOf(calls.length).filter((pair) =>
    pair.every((index) => models[index]?.fault === undefined),
  );
  return seats.map((seat) => {
    const asked = seat.ask({ first: NO_ANSWER, second: NO_ANSWER });
    const size = sizing.judge(seat, asked);
    const runs = pairs.flatMap((pair) => {
      const run = size(pair.flatMap((index) => calls[index] ?? []));
      return [run, run];
    });
    return heldEntry(asked, runs, context);
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
    modelId: model.id,
    fault,
    runs: able.length,
    tokensIn: maxCosts.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
    tokensOut: maxCosts.reduce((sum, { tokensOut }) => sum + tokensOut, 0),
    holdMicroCredits: sumHolds(maxCosts),
  };
}

function termsOf({ account: { markupMilli }, services: { microCreditsPerUsd } }: PlanContext): ChargeTerms {
  return { markupMilli, microCreditsPerUsd };
}

function worstSizing(context: PlanContext): Sizing {
  const terms = termsOf(context);
  const bounds = (calls: readonly CallFigures[]): readonly MaxCallCost[] =>
    calls.map((call) => maxCallCost({ ...call, ...terms }));
  return {
    model: (call) => bounds(callsOfModel(call)),
    judge(_seat, asked) {
      const question = figuresOf(asked);
      return sizedOnce(answerTokens, (inputTokens) => {
        const first = { ...question, inputTokens };
        return bounds([first, askedAgain(first, REPAIR_INSTRUCTION)]);
      });
    },
  };
}

/** A model that is only told of a schema may be asked once more. */
function callsOfModel(call: PlannedCall): readonly CallFigures[] {
  const first = figuresOf(call);
  return call.fitted?.enforcement === 'instruction' ? [first, askedAgain(first, CORRECTION)] : [first];
}

/** Of both answers, at their caps, with what a judge's copy of them has more. */
function answerTokens(pair: readonly PlannedCall[]): number {
  return pair.reduce((sum, { call }) => sum + call.settings.maxTokens + MAX_ADDED_BYTES, 0);
}

/** The same call with its own answer, at its cap, and one more turn. */
function askedAgain(first: CallFigures, instruction: string): CallFigures {
  return {
    ...first,
    inputTokens: (first.inputTokens ?? 0) + first.maxTokens,
    inputBytes: first.inputBytes + Buffer.byteLength(instruction),
    turnCount: first.turnCount + 2,
  };
}

type CallFigures = Omit<QuotedCall, keyof ChargeTerms>;

function figuresOf({ call, asked, fitted, textBytes }: PlannedCall): CallFigures {
  return {
    inputBytes: textBytes + (fitted?.schemaBytes ?? 0),
    maxTokens: call.settings.maxTokens,
    ...shapeOf(call),
    ...asked,
  };
}

/** Texts are counted high; real ones have about this share of it. */
const EXPECTED_TEXT_SHARE = 0.6;

/** No repairs: they are rare, and what they cost is within what the other calls fall short of. */
function typicalSizing(estimate: 'likely' | 'expected', context: PlanContext): Sizing {
  const isExpected = estimate === 'expected';
  const { meteredOutputs } = context.services;
  const terms = termsOf(context);
  const outputOf = (planned: PlannedCall, role: RunRole): TypicalOutput =>
    typicalOutput(planned, role, meteredOutputs.find(planned.entry.model.id, role), isExpected);
  const size = (planned: PlannedCall, role: RunRole, addedTokens: number): readonly MaxCallCost[] => [
    forecastCall({
      ...forecastOf(planned, addedTokens, isExpected ? EXPECTED_TEXT_SHARE : 1),
      outputTokens: outputOf(planned, role).billed,
      ...terms,
    }),
  ];
  return {
    model: (call) => size(call, 'contestant', 0),
    judge(seat, asked) {
      const question = questionTokens(seat, asked) * (isExpected ? EXPECTED_TEXT_SHARE : 1);
      return sizedOnce(
        (pair) => pair.reduce((sum, call) => sum + outputOf(call, 'contestant').visible, 0),
        (answers) => size(asked, 'judge', question + answers),
      );
    },
  };
}

/** A request may have 400 judge runs, but its answers come in a few lengths. */
function sizedOnce(
  lengthOf: (pair: readonly PlannedCall[]) => number,
  size: (length: number) => readonly MaxCallCost[],
): (pair: readonly PlannedCall[]) => readonly MaxCallCost[] {
  const known = new Map<number, readonly MaxCallCost[]>();
  return (pair) => {
    const length = lengthOf(pair);
    const sized = known.get(length) ?? size(length);
    known.set(length, sized);
    return sized;
  };
}

/** Of a code in hexadecimal digits. */
const CODE_TOKENS = 32;

/** Of a judge's question without the answers. */
function questionTokens({ code }: JudgeSeat, { call, texts }: PlannedCall): number {
  const parts = call.turns.flatMap(({ text }) => text.split(code));
  const codes = parts.length - call.turns.length;
  return parts.reduce((sum, part) => sum + tokensOf(part, texts), codes * CODE_TOKENS);
}

function forecastOf(
  { call, asked, textTokens, fitted }: PlannedCall,
  addedTokens: number,
  share: number,
): Omit<ForecastCall, keyof ChargeTerms | 'outputTokens'> {
  return {
    textTokens: Math.ceil(textTokens * share + addedTokens),
    usesTool: fitted?.enforcement === 'forcedTool',
    ...shapeOf(call),
    ...asked,
  };
}

function shapeOf({
  model,
  system,
  turns,
  attachments,
}: ModelCall): Pick<QuotedCall, 'model' | 'turnCount' | 'images' | 'pdfs'> {
  const pdfs = attachments.filter(({ mediaType }) => mediaType === 'application/pdf');
  return {
    model,
    turnCount: system.length + turns.length,
    images: attachments.length - pdfs.length,
    pdfs: pdfs.map(({ sizeBytes, pages }) => ({ sizeBytes, pages })),
  };
}
