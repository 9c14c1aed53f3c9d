import type { Tools } from '../contract.ts';
import type { FieldError } from '../errors.ts';
import type {
  ChatCompletionRequest,
  ChatContentPart,
  ChatMessage,
  ChatToolCall,
} from '../generated/chat-completion-request.ts';
import { loadValidators } from '../generation/load-validators.ts';
import { checkFunctions } from '../tools/check-functions.ts';
import { checkBy } from '../schema/check-by.ts';
import type { Translation } from './translated-prompt.ts';
import { readConversation } from './conversation.ts';
import { makeRequest, type SentField } from './make-request.ts';
import { type Message, messageOf, missingPart, type ReadPart, type SentCall } from './message.ts';

const { chatCompletionRequest } = await loadValidators('dialects.mjs');
const checkRequest = checkBy<ChatCompletionRequest>(chatCompletionRequest);

/**
 * Translates a body of the Chat Completions API to a prompt request. It takes linear time, so call it on a thread or for a
 * body of bounded size.
 */
export function readChatCompletion(body: unknown): Translation {
  const check = checkRequest(body);
  if ('problems' in check) return check;
  const { request } = check;
  const problems: FieldError[] = [];
  const messages = request.messages.map((message, index) =>
    readMessage(message, `/messages/${index}`, problems),
  );
  return makeRequest({
    conversation: readConversation(messages, '/messages'),
    temperature: request.temperature,
    topP: request.top_p,
    maxTokens: readCap(request, problems),
    format: {
      type: request.response_format?.type,
      schema: request.response_format?.json_schema?.schema,
      pointer:
        request.response_format?.type === 'json_object'
          ? '/response_format'
          : '/response_format/json_schema/schema',
    },
    store: request.store,
    tools: readTools(request, problems),
    options: {
      model: request.model,
      effort: request.reasoning_effort ?? undefined,
      effortPointer: '/reasoning_effort',
      verbosity: request.verbosity ?? undefined,
      verbosityPointer: '/verbosity',
      stream: request.stream === true,
      includeUsage: request.stream_options?.include_usage === true,
      echo: {},
    },
    problems,
  });
}

function readMessage(message: ChatMessage, pointer: string, problems: FieldError[]): Message {
  const { role, content, tool_call_id: callId, tool_calls: calls } = message;
  const misplaced =
    role !== 'assistant' && calls?.length
      ? 'tool_calls'
      : role !== 'tool' && callId
        ? 'tool_call_id'
        : undefined;
  if (misplaced !== undefined)
    problems.push({
      pointer: `${pointer}/${misplaced}`,
      code: 'invalid_value',
      message: `belongs in a message of the ${misplaced === 'tool_calls' ? 'assistant' : 'tool'}`,
    });
  const head = { role: role === 'developer' ? 'system' : role === 'tool' ? 'user' : role, pointer } as const;
  const parts =
    typeof content === 'string'
      ? content
      : (content ?? []).map((part, index) => readPart(part, `${pointer}/content/${index}`));
  const base = messageOf(head, parts, problems);
  if (role === 'tool') return resultMessage(base, callId, problems);
  return calls?.length
    ? { ...base, calls: calls.map((call, index) => sentCall(call, `${pointer}/tool_calls/${index}`)) }
    : base;
}

function sentCall({ id, function: { name, arguments: text } }: ChatToolCall, pointer: string): SentCall {
  return { pointer, id, name, arguments: text };
}

/** Its text is the result. Its files are attached to the last turn, like all files. */
function resultMessage(
  { text, ...message }: Message,
  callId: string | null | undefined,
  problems: FieldError[],
): Message {
  const pointer = `${message.pointer}/tool_call_id`;
  if (callId === undefined || callId === null)
    problems.push({ pointer, code: 'missing', message: 'is required in a message of the tool' });
  const result = { pointer, id: callId ?? '', content: text, isError: false };
  return { ...message, text: '', results: [result] };
}

function readTools(request: ChatCompletionRequest, problems: FieldError[]): Tools | undefined {
  const { tools, tool_choice: choice, parallel_tool_calls: parallel } = request;
  const functions = (tools ?? []).map(({ function: one }, index) => ({
    pointer: `/tools/${index}/function`,
    name: one.name,
    description: one.description,
    parameters: one.parameters,
    strict: one.strict,
  }));
  const toolChoice = typeof choice === 'object' && choice !== null ? { name: choice.function.name } : choice;
  return checkFunctions({ functions, parametersField: 'parameters', choice: toolChoice, parallel }, problems);
}

function readPart(part: ChatContentPart, pointer: string): ReadPart {
  if (part.type === 'text')
    return part.text === undefined ? missingPart(pointer, 'text') : { text: part.text };
  if (part.type === 'refusal')
    return typeof part.refusal === 'string' ? { text: part.refusal } : missingPart(pointer, 'refusal');
  if (part.type === 'image_url') {
    const { image_url: image } = part;
    if (image === undefined) return missingPart(pointer, 'image_url');
    return { file: { kind: 'image', url: image.url, name: undefined, pointer: `${pointer}/image_url/url` } };
  }
  const { file } = part;
  if (file?.file_data === undefined) return missingPart(pointer, 'file/file_data');
  const name = file.filename ?? undefined;
  return { file: { kind: 'file', url: file.file_data, name, pointer: `${pointer}/file/file_data` } };
}

function readCap(
  { max_tokens: older, max_completion_tokens: newer }: ChatCompletionRequest,
  problems: FieldError[],
): SentField<number> {
  const isOlder = newer === undefined || newer === null;
  if (!isOlder && older !== undefined && older !== null && older !== newer)
    problems.push({
      pointer: '/max_tokens',
      code: 'invalid_value',
      message: 'differs from max_completion_tokens: send one of them',
    });
  return { value: newer ?? older, pointer: isOlder ? '/max_tokens' : '/max_completion_tokens' };
}
