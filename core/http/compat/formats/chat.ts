import { COMPATIBLE_OPERATIONS } from '../../../api/compatible-operations.ts';
import type { ChatCompletion, ChatUsage } from '../../../generated/chat-completion.ts';
import type { Result } from '../../../generated/prompt-response.ts';
import type { AnswerHead, ChosenAnswer } from '../answer/chosen-answer.ts';
import type { CompatApi, StreamedEvent, StreamWriter } from './compat-api.ts';

/** POST /v1/chat/completions. */
export const chatCompat: CompatApi = {
  dialect: 'chat-completions',
  path: COMPATIBLE_OPERATIONS.createChatCompletion.path,
  promptField: 'messages',
  whole: chatCompletion,
  stream: chatStream,
};

type FinishReason = ChatCompletion['choices'][number]['finish_reason'];

/** An answer as an object of the Chat Completions API. */
export function chatCompletion({
  requestId,
  createdSeconds,
  options,
  result,
  extension,
}: ChosenAnswer): ChatCompletion {
  return {
    id: completionId(requestId),
    object: 'chat.completion',
    created: createdSeconds,
    model: options.model,
    choices: [
      {
        index: 0,
        message: message(result),
        logprobs: null,
        finish_reason: finishReason(result),
      },
    ],
    usage: chatUsage(result),
    service_tier: 'default',
    assay: extension,
  };
}

function message({ output, calls }: Result): ChatCompletion['choices'][number]['message'] {
  const base = { role: 'assistant', refusal: null, annotations: [] } as const;
  if (calls === undefined) return { ...base, content: output };
  return {
    ...base,
    content: output === '' ? null : output,
    tool_calls: calls.map(({ id, name, arguments: text }) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    })),
  };
}

function completionId(requestId: string): string {
  return `chatcmpl-${requestId}`;
}

/** An answer that was cut keeps its own reason, because clients must not run its incomplete calls. */
export function finishReason({ finishReason: reason = 'stop', calls }: Result): FinishReason {
  if (reason === 'refused') return 'content_filter';
  return reason === 'stop' && calls !== undefined ? 'tool_calls' : reason;
}

/** Token counts; a count that the provider does not report is 0. */
function chatUsage(result: Result): ChatUsage {
  const { tokensIn, tokensOut, tokensCached = 0, tokensCacheWritten = 0, tokensReasoning = 0 } = result;
  return {
    prompt_tokens: tokensIn,
    completion_tokens: tokensOut,
    total_tokens: tokensIn + tokensOut,
    prompt_tokens_details: {
      cached_tokens: tokensCached,
      cache_write_tokens: tokensCacheWritten,
      audio_tokens: 0,
    },
    completion_tokens_details: {
      reasoning_tokens: tokensReasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

const END_OF_STREAM: StreamedEvent = { data: '[DONE]' };

/** An answer as chunks of the Chat Completions API. */
function chatStream({ requestId, createdSeconds, options }: AnswerHead): StreamWriter {
  const head = {
    id: completionId(requestId),
    object: 'chat.completion.chunk',
    created: createdSeconds,
    model: options.model,
    service_tier: 'default',
  };
  // If the client asks for usage, every chunk has the field, and only the last one has figures.
  const noUsage = options.includeUsage ? { usage: null } : {};
  const chunk = (delta: object, finish: string | null = null): object => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...noUsage,
  });
  return {
    // Clients would show an empty text as a separate part.
    begin: (hasText) => [{ data: chunk({ role: 'assistant', content: hasText ? '' : null, refusal: null }) }],
    text: (text) => [{ data: chunk({ content: text }) }],
    call: ({ index, begins, arguments: piece }) => {
      const head = begins === undefined ? {} : { id: begins.id, type: 'function' };
      const call = { ...(begins !== undefined && { name: begins.name }), arguments: piece };
      return [{ data: chunk({ tool_calls: [{ index, ...head, function: call }] }) }];
    },
    end: ({ result, extension }) => [
      { data: { ...chunk({}, finishReason(result)), assay: extension } },
      ...(options.includeUsage ? [{ data: { ...head, choices: [], usage: chatUsage(result) } }] : []),
      END_OF_STREAM,
    ],
    error: ({ body }) => [{ data: { error: body } }],
  };
}
