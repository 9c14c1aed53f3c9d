import { COMPATIBLE_OPERATIONS } from '../../../api/compatible-operations.ts';
import type { MessagesResponse, MessagesUsage } from '../../../generated/messages-response.ts';
import type { Result } from '../../../generated/prompt-response.ts';
import type { TokenCount } from '../../../generated/token-count.ts';
import { countInputTokens } from '../../../pipeline/quote-prompt.ts';
import type { RequestContext } from '../../../pipeline/request-context.ts';
import { inputOf } from '../../../tools/call-input.ts';
import type { AnswerHead, ChosenAnswer } from '../answer/chosen-answer.ts';
import { messagesErrorOf } from '../compat-error.ts';
import type { CompatApi, StreamedEvent, StreamWriter } from './compat-api.ts';

/** POST /v1/messages. */
export const messagesCompat: CompatApi = {
  dialect: 'messages',
  path: COMPATIBLE_OPERATIONS.createMessage.path,
  promptField: 'messages',
  whole: messageObject,
  stream: messagesStream,
};

/** POST /v1/messages/count_tokens. */
export async function countTokens(context: RequestContext): Promise<TokenCount> {
  return { input_tokens: await countInputTokens(context) };
}

/** An answer as an object of the Messages API. */
function messageObject(answer: ChosenAnswer): MessagesResponse {
  const { result, extension } = answer;
  return {
    ...emptyMessage(answer),
    content: contentOf(result),
    stop_reason: stopReason(result),
    usage: usageOf(result),
    assay: extension,
  };
}

function emptyMessage({ requestId, options }: AnswerHead): MessagesResponse {
  return {
    id: `msg_${requestId}`,
    type: 'message',
    role: 'assistant',
    model: options.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: 0,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 0,
    },
  };
}

function contentOf({ output, calls = [] }: Result): MessagesResponse['content'] {
  const hasText = output !== '' || calls.length === 0;
  return [
    ...(hasText ? [{ type: 'text' as const, text: output, citations: null }] : []),
    ...calls.map(({ id, name, arguments: json }) => ({
      type: 'tool_use' as const,
      id,
      name,
      input: inputOf(json),
    })),
  ];
}

function stopReason({ finishReason = 'stop', calls = [] }: Result): MessagesResponse['stop_reason'] {
  if (finishReason === 'refused') return 'refusal';
  if (finishReason === 'length') return 'max_tokens';
  return calls.length > 0 ? 'tool_use' : 'end_turn';
}

/** This API counts cached tokens beside the input, not within it. */
function usageOf({ tokensIn, tokensOut, tokensCached = 0, tokensCacheWritten = 0 }: Result): MessagesUsage {
  return {
    input_tokens: Math.max(0, tokensIn - tokensCached - tokensCacheWritten),
    cache_creation_input_tokens: tokensCacheWritten,
    cache_read_input_tokens: tokensCached,
    output_tokens: tokensOut,
  };
}

/** An answer as events of the Messages API: blocks one after the other, each ended before the next begins. */
function messagesStream(head: AnswerHead): StreamWriter {
  let index = -1;
  let open: 'text' | 'call' | undefined;
  const event = (type: string, fields: object): StreamedEvent => ({ name: type, data: { type, ...fields } });
  const close = (): readonly StreamedEvent[] => {
    if (open === undefined) return [];
    open = undefined;
    return [event('content_block_stop', { index })];
  };
  const begin = (kind: 'text' | 'call', block: object): readonly StreamedEvent[] => {
    const closing = close();
    index += 1;
    open = kind;
    return [...closing, event('content_block_start', { index, content_block: block })];
  };
  const openText = (): readonly StreamedEvent[] => begin('text', { type: 'text', text: '', citations: null });
  return {
    begin: () => [event('message_start', { message: emptyMessage(head) })],
    text: (text) => [
      ...(open === 'text' ? [] : openText()),
      event('content_block_delta', { index, delta: { type: 'text_delta', text } }),
    ],
    call: ({ begins, arguments: piece }) => [
      ...(begins === undefined ? [] : begin('call', { type: 'tool_use', ...begins, input: {} })),
      event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: piece } }),
    ],
    end: ({ result, extension }) => [
      ...(index === -1 ? openText() : []),
      ...close(),
      event('message_delta', {
        delta: { stop_reason: stopReason(result), stop_sequence: null },
        usage: usageOf(result),
        assay: extension,
      }),
      event('message_stop', {}),
    ],
    error: (error) => [event('error', messagesErrorOf(error))],
  };
}
