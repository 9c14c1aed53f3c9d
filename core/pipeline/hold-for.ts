import { boundCall, sumHolds, type BoundedCall, type CallBound } from '../billing/quote.ts';
import type { ModelCall } from '../contract.ts';
import { pairsOf } from './judge-outputs.ts';
import { CORRECTION } from './correct-answer.ts';
import { REPAIR_INSTRUCTION } from './judge-prompt.ts';
import type { JudgeSeat } from './judge-seat.ts';
import type { PlannedCall } from './plan-call.ts';
import type { RunRates } from './run-model.ts';

const NO_ANSWER = { text: '', schemaValid: undefined };

/**
 * The most a request can cost, in micro-credits: every model at its output cap, and every judge run over two answers
 * at their caps, each with its one repair. A call that cannot be sent holds nothing.
 * @throws RangeError where the sum leaves the exact range.
 */
export function holdFor(
  planned: readonly PlannedCall[],
  seats: readonly JudgeSeat[],
  rates: RunRates,
): number {
  const models = planned
    .filter(({ fault }) => fault === undefined)
    .flatMap((call) => modelBounds(call, rates));
  const judges = seats.flatMap((seat) => judgeBounds(seat, planned, rates));
  return sumHolds([...models, ...judges]);
}

function judgeBounds(
  seat: JudgeSeat,
  planned: readonly PlannedCall[],
  rates: RunRates,
): readonly CallBound[] {
  const asked = boundOf(seat.ask({ first: NO_ANSWER, second: NO_ANSWER }));
  return pairsOf(planned.length).flatMap(([a, b]) => {
    const first = { ...asked, inputTokens: outputCap(planned[a]) + outputCap(planned[b]) };
    const run = [
      boundCall({ ...first, ...rates }),
      boundCall({ ...askedAgain(first, REPAIR_INSTRUCTION), ...rates }),
    ];
    return [...run, ...run];
  });
}

/** A model that is only told of a schema may be asked once more. */
function modelBounds(call: PlannedCall, rates: RunRates): readonly CallBound[] {
  const first = boundOf(call);
  const bound = boundCall({ ...first, ...rates });
  if (call.fitted?.enforcement !== 'instruction') return [bound];
  return [bound, boundCall({ ...askedAgain(first, CORRECTION), ...rates })];
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

function outputCap(planned: PlannedCall | undefined): number {
  return planned === undefined || planned.fault !== undefined ? 0 : planned.call.settings.maxTokens;
}

type CallBounds = Omit<BoundedCall, keyof RunRates>;

function boundOf({ call, asked }: PlannedCall): CallBounds {
  const texts = [...call.system, ...call.turns];
  const schemaBytes =
    call.outputSchema === undefined ? 0 : Buffer.byteLength(JSON.stringify(call.outputSchema));
  return {
    model: call.model,
    inputBytes: texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), schemaBytes),
    turnCount: texts.length,
    maxTokens: call.settings.maxTokens,
    ...filesOf(call),
    ...asked,
  };
}

function filesOf({ attachments }: ModelCall): Pick<BoundedCall, 'images' | 'pdfs'> {
  const pdfs = attachments.filter(({ mediaType }) => mediaType === 'application/pdf');
  return {
    images: attachments.length - pdfs.length,
    pdfs: pdfs.map(({ sizeBytes }) => ({ sizeBytes, pages: undefined })),
  };
}
