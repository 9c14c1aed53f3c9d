import type { FinishReason, ModelCall, ModelReply } from '../../core/contract.ts';
import { sampleModel, sampleProvider, turn } from '../../core/plugin-check/sample-entry.ts';

export function sampleCall(changes: Partial<ModelCall> = {}): ModelCall {
  return {
    model: sampleModel(),
    provider: sampleProvider(),
    system: [],
    turns: [turn('user', 'How far is the moon?')],
    attachments: [],
    settings: { maxTokens: 256 },
    fields: new Map(),
    outputSchema: undefined,
    ...changes,
  };
}

/** The result of reading a reply that came to its end. */
export function endedReply(text: string, finishReason: FinishReason, thought: boolean): ModelReply {
  return { text, finishReason, thought };
}
