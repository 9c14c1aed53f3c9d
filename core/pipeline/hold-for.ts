import { boundCall, sumHolds, type BoundedCall } from '../billing/quote.ts';
import type { ModelCall } from '../contract.ts';
import { pairsOf } from './judge-outputs.ts';
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
    .map((call) => boundCall({ ...boundOf(call), ...rates }));
  const judges = seats.flatMap((seat) => judgeBounds(seat, planned, rates));
  return sumHolds([...models, ...judges]);
}

function judgeBounds(
  seat: JudgeSeat,
  planned: readonly PlannedCall[],
  rates: RunRates,
): readonly { readonly holdMicroCredits: number }[] {
  const asked = boundOf(seat.ask({ first: NO_ANSWER, second: NO_ANSWER }));
  const repairBytes = Buffer.byteLength(REPAIR_INSTRUCTION);
  return pairsOf(planned.length).flatMap(([a, b]) => {
    const inputTokens = outputCap(planned[a]) + outputCap(planned[b]);
    const first = boundCall({ ...asked, inputTokens, ...rates });
    const repair = boundCall({
      ...asked,
      inputTokens: inputTokens + asked.maxTokens,
      inputBytes: asked.inputBytes + repairBytes,
      turnCount: asked.turnCount + 2,
      ...rates,
    });
    return [first, repair, first, repair];
  });
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
