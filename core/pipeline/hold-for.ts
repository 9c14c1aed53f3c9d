import { boundCall, sumHolds, type BoundedCall, type CallBound } from '../billing/quote.ts';
import type { FaultCode, ModelCall } from '../contract.ts';
import { pairsOf } from './judge/judge-outputs.ts';
import { CORRECTION } from './call/correct-answer.ts';
import { REPAIR_INSTRUCTION } from './judge/judge-prompt.ts';
import type { JudgeSeat } from './judge/judge-seat.ts';
import { MAX_ADDED_BYTES } from '../text/neutralise.ts';
import type { PlannedCall } from './plan/plan-call.ts';
import type { RunRates } from './call/run-model.ts';

const NO_ANSWER = { text: '', schemaValid: undefined };

/** What one entry of `models` or `judges` can cost at most. */
export interface HeldEntry {
  readonly modelId: string;
  /** Why it cannot run; then nothing is held for it. */
  readonly fault: FaultCode | undefined;
  /** How often it is asked; the one further ask a run may need is not counted. */
  readonly runs: number;
  /** Of all runs, their further asks included. */
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

export interface HoldTerms {
  readonly rates: RunRates;
  /** Whether the operator has set the provider's key. */
  readonly isConfigured: (providerId: string) => boolean;
}

/**
 * The most a request can cost: every model at its output cap, and every judge run over two answers at their caps, each
 * with its one repair. A call that cannot be sent holds nothing, and neither does a pair with a model that cannot
 * answer: it is a forfeit, and no judge is asked.
 * @throws RangeError where the sum leaves the exact range.
 */
export function holdFor(
  planned: readonly PlannedCall[],
  seats: readonly JudgeSeat[],
  terms: HoldTerms,
): Hold {
  const models = planned.map((call) => heldEntry(call, [boundsOfModel(call)], terms));
  const pairs = pairsOf(planned.length).filter((pair) =>
    pair.every((index) => models[index]?.fault === undefined),
  );
  const judges = seats.map((seat) => {
    const asked = seat.ask({ first: NO_ANSWER, second: NO_ANSWER });
    const question = boundOf(asked);
    const runs = pairs.flatMap((pair) => {
      const first = { ...question, inputTokens: answerTokens(pair, planned) };
      const run = [first, askedAgain(first, REPAIR_INSTRUCTION)];
      return [run, run];
    });
    return heldEntry(asked, runs, terms);
  });
  return { models, judges, microCredits: sumHolds([...models, ...judges]) };
}

/** @param runs for each run every call it may make. */
function heldEntry(
  call: PlannedCall,
  runs: readonly (readonly CallBounds[])[],
  { rates, isConfigured }: HoldTerms,
): HeldEntry {
  const { model, provider } = call.entry;
  const fault = call.fault ?? (isConfigured(provider.id) ? undefined : 'provider_unconfigured');
  const able = fault === undefined ? runs : [];
  const bounds: readonly CallBound[] = able.flat().map((bounded) => boundCall({ ...bounded, ...rates }));
  return {
    modelId: model.id,
    fault,
    runs: able.length,
    tokensIn: bounds.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
    tokensOut: bounds.reduce((sum, { tokensOut }) => sum + tokensOut, 0),
    holdMicroCredits: sumHolds(bounds),
  };
}

/** A model that is only told of a schema may be asked once more. */
function boundsOfModel(call: PlannedCall): readonly CallBounds[] {
  const first = boundOf(call);
  return call.fitted?.enforcement === 'instruction' ? [first, askedAgain(first, CORRECTION)] : [first];
}

/** Of both answers, at their caps, with what a judge's copy of them has more. */
function answerTokens(pair: readonly number[], planned: readonly PlannedCall[]): number {
  return pair.reduce(
    (sum, index) => sum + (planned[index]?.call.settings.maxTokens ?? 0) + MAX_ADDED_BYTES,
    0,
  );
}

/** The same call with its own answer, at its cap, and one more turn. */
function askedAgain(first: CallBounds, instruction: string): CallBounds {
  return {
    ...first,
    inputTokens: (first.inputTokens ?? 0) + first.maxTokens,
    inputBytes: first.inputBytes + Buffer.byteLength(instruction),
    turnCount: first.turnCount + 2,
  };
}

type CallBounds = Omit<BoundedCall, keyof RunRates>;

function boundOf({ call, asked, fitted, textBytes }: PlannedCall): CallBounds {
  return {
    model: call.model,
    inputBytes: textBytes + (fitted?.schemaBytes ?? 0),
    turnCount: call.system.length + call.turns.length,
    maxTokens: call.settings.maxTokens,
    ...filesOf(call),
    ...asked,
  };
}

function filesOf({ attachments }: ModelCall): Pick<BoundedCall, 'images' | 'pdfs'> {
  const pdfs = attachments.filter(({ mediaType }) => mediaType === 'application/pdf');
  return {
    images: attachments.length - pdfs.length,
    pdfs: pdfs.map(({ sizeBytes, pages }) => ({ sizeBytes, pages })),
  };
}
