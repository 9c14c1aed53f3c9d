import { chatUsage, completionId, finishReason } from './chat-answer.ts';
import type { AnswerHead } from '../answer/answer-head.ts';
import type { StreamedEvent, StreamWriter } from './door.ts';

const END_OF_STREAM: StreamedEvent = { data: '[DONE]' };

/** An answer as chunks of the Chat Completions API. */
export function chatStream({ promptLogId, createdSeconds, terms }: AnswerHead): StreamWriter {
  const head = {
    id: completionId(promptLogId),
    object: 'chat.completion.chunk',
    created: createdSeconds,
    model: terms.model,
    service_tier: 'default',
  };
  // Where usage is asked for, every chunk but the last has the field.
  const noUsage = terms.includeUsage ? { usage: null } : {};
  const chunk = (delta: object, finish: string | null = null): object => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...noUsage,
  });
  return {
    begin: () => [{ data: chunk({ role: 'assistant', content: '', refusal: null }) }],
    text: (text) => [{ data: chunk({ content: text }) }],
    end: ({ result, extension }) => [
      { data: { ...chunk({}, finishReason(result)), assay: extension } },
      ...(terms.includeUsage ? [{ data: { ...head, choices: [], usage: chatUsage(result) } }] : []),
      END_OF_STREAM,
    ],
    error: ({ body }) => [{ data: { error: body } }],
  };
}
