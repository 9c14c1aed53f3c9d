import type { FinishReason, ModelReply, WireFault } from '../../core/contract.ts';

/** What a provider's finish reason means; a reason that is not listed is an ordinary end. */
export type Outcomes = ReadonlyMap<string, FinishReason | WireFault>;

export const MALFORMED: ModelReply = { fault: { code: 'malformed_reply' } };

/** A refusal with text is an answer, so that it can be read and compared; one without a word is a fault. */
export function finishReply(
  outcome: FinishReason | WireFault | undefined,
  text: string,
  thought: boolean,
): ModelReply {
  if (typeof outcome === 'object') return { fault: outcome };
  const finishReason = outcome ?? 'stop';
  if (finishReason === 'refused' && text === '') return { fault: { code: 'refused' } };
  return { text, finishReason, thought };
}
