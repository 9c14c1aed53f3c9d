import type { FinishReason, ModelReply } from '../../core/contract.ts';

/** What a plugin makes of a reply that came to its end. */
export function ended(text: string, finishReason: FinishReason, thought: boolean): ModelReply {
  return { text, finishReason, thought };
}
