import type { FinishReason, ModelReply, WireFault } from '../../core/contract.ts';
import { argumentsOf } from './tools.ts';
import { finishReply, isObject, items, member, type FinishReasons, textOf } from './read-reply.ts';

/** LanguageModelV4FinishReason and its forerunners; any other is an ordinary end. */
const FINISH_REASONS: FinishReasons = new Map<string, FinishReason | WireFault>([
  ['length', 'length'],
  ['content-filter', 'refused'],
  ['error', { code: 'unavailable' }],
]);

/** Reads the result of `doGenerate`. Its text parts are the answer, and sources are ignored. */
export function readGenerated(result: unknown): ModelReply {
  const parts = items(member(result, 'content'));
  const textsOf = (type: string): readonly string[] =>
    parts.filter((part) => member(part, 'type') === type).map((part) => textOf(member(part, 'text')));
  const reason = member(result, 'finishReason');
  // Since v3 it has the provider's word and the common one.
  const finish = FINISH_REASONS.get(textOf(isObject(reason) ? reason['unified'] : reason));
  const thought = textsOf('reasoning').some((text) => text !== '');
  const calls = parts
    .filter((part) => member(part, 'type') === 'tool-call' && member(part, 'providerExecuted') !== true)
    .map((part) => ({
      id: textOf(member(part, 'toolCallId')),
      name: textOf(member(part, 'toolName')),
      arguments: argumentsOf(member(part, 'input')),
    }));
  return finishReply(finish, textsOf('text').join(''), thought, calls);
}
