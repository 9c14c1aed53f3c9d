import type { ModelCall } from '../../core/contract.ts';
import { sampleModel, sampleProvider, turn } from '../../core/plugin-check/sample-entry.ts';

export { block, file, sampleModel, sampleProvider, turn } from '../../core/plugin-check/sample-entry.ts';

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
