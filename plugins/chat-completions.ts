import {
  Base64Slot,
  type Attachment,
  type ErrorReply,
  type FinishReason,
  type JsonObject,
  type ModelCall,
  type ModelReply,
  type ReplyCall,
  type Tools,
  type Turn,
  type WireBody,
  type WireFault,
  type WireNames,
  type WirePlugin,
  type WireRequest,
} from '../core/contract.ts';
import { readChatFault, readInBandFault } from './shared/chat-errors.ts';
import {
  finishReply,
  isObject,
  items,
  MALFORMED,
  member,
  type FinishReasons,
  textOf,
} from './shared/read-reply.ts';
import { chatCallHead, chatCompletionsStream } from './shared/streams/chat-completions-stream.ts';
import { argumentsOf, carriedIn, OUTPUT_NAME, parametersOf } from './shared/tools.ts';
import { setFields, withoutUndefined, joinSystem } from './shared/wire-body.ts';

/** OpenAI Chat Completions, also of providers with small differences, which the manifest's `wire` names. */
const plugin = {
  contractVersion: 2,
  buildRequest,
  readReply,
  readModel: (reply) => textOf(member(reply, 'model')) || undefined,
  readFault,
  usage: {
    input: '/usage/prompt_tokens', // includes cached tokens
    cachedInput: '/usage/prompt_tokens_details/cached_tokens',
    output: '/usage/completion_tokens', // includes reasoning
    reasoning: '/usage/completion_tokens_details/reasoning_tokens',
  },
  stream: chatCompletionsStream,
} satisfies WirePlugin;

export default plugin;

const FINISH_REASONS: FinishReasons = new Map<string, FinishReason | WireFault>([
  ['length', 'length'],
  ['model_length', 'length'], // Mistral: the context is full
  ['content_filter', 'refused'],
  ['insufficient_system_resource', { code: 'overloaded' }], // DeepSeek, with HTTP 200
  ['error', { code: 'unavailable' }], // Mistral, with HTTP 200
]);

function buildRequest(call: ModelCall): WireRequest {
  const { wire } = call.provider;
  const system = joinSystem(call.system);
  const last = call.turns.length - 1;
  const body = withoutUndefined({
    model: call.model.upstream,
    messages: [
      ...(system === undefined ? [] : [{ role: wire.systemRole ?? 'system', content: system }]),
      ...call.turns.flatMap((turn, index) =>
        turnMessages(turn, index === last ? call.attachments : [], call),
      ),
    ],
    [wire.maxTokens ?? 'max_completion_tokens']: call.settings.maxTokens,
    temperature: call.settings.temperature,
    top_p: call.settings.topP,
    response_format: call.outputSchema && outputFormat(call.outputSchema),
    ...(call.tools !== undefined && toolMembers(call.tools)),
  });
  return { path: '/chat/completions', body: setFields(body, call.fields) };
}

function turnMessages(
  { role, text, calls, results = [] }: Turn,
  attachments: readonly Attachment[],
  { model, provider: { wire } }: ModelCall,
): readonly WireBody[] {
  if (calls !== undefined) {
    // DeepSeek refuses a turn with calls without the field.
    const reasoning = textOf(carriedIn(calls[0]?.carried)['reasoning']);
    return [
      {
        role: 'assistant',
        content: text === '' ? null : text,
        ...(model.tools?.returnsReasoning === true && { reasoning_content: reasoning }),
        tool_calls: calls.map(({ id, name, arguments: json }) => ({
          id,
          type: 'function',
          function: { name, arguments: json === '' ? '{}' : json },
        })),
      },
    ];
  }
  const toolMessages = results.map(({ id, name, content }) => ({
    role: 'tool',
    tool_call_id: id,
    name,
    content,
  }));
  if (toolMessages.length > 0 && text === '' && attachments.length === 0) return toolMessages;
  const needsBetween = toolMessages.length > 0 && wire.userAfterTool === false;
  const between = needsBetween ? [{ role: 'assistant', content: BETWEEN }] : [];
  const files = attachments.map((attachment) => filePart(attachment, wire));
  const content = files.length === 0 ? text : [...files, { type: 'text', text }];
  return [...toolMessages, ...between, { role, content }];
}

const BETWEEN = 'I have the results.';

function toolMembers({ functions, choice, parallel }: Tools): WireBody {
  return {
    tools: functions.map((one) => ({
      type: 'function',
      function: withoutUndefined({
        name: one.name,
        description: one.description,
        parameters: parametersOf(one),
        strict: one.strict ? true : undefined,
      }),
    })),
    // Some providers refuse the default, so it is left out.
    ...(choice !== 'auto' && {
      tool_choice:
        typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } },
    }),
    ...(!parallel && { parallel_tool_calls: false }),
  };
}

function filePart(attachment: Attachment, wire: WireNames): WireBody {
  const url = new Base64Slot(attachment, `data:${attachment.mediaType};base64,`);
  if (attachment.mediaType !== 'application/pdf') {
    return { type: 'image_url', image_url: wire.image === 'string' ? url : { url } };
  }
  if (wire.pdf === 'documentUrl') {
    return { type: 'document_url', document_url: url, document_name: attachment.name };
  }
  return { type: 'file', file: { filename: attachment.name, file_data: url } };
}

function outputFormat(schema: JsonObject): WireBody {
  return { type: 'json_schema', json_schema: { name: OUTPUT_NAME, schema, strict: true } };
}

function readReply(reply: unknown, call: ModelCall): ModelReply {
  // xAI can send `{code, error}` with HTTP 200.
  const error = member(reply, 'error');
  if (isObject(error) || textOf(error) !== '') return { fault: readInBandFault(reply) };

  const choice = member(reply, 'choices', '0');
  const reason = textOf(member(choice, 'finish_reason'));
  const finish = FINISH_REASONS.get(reason);
  const message = member(choice, 'message');
  const content = readContent(member(message, 'content'));
  const refusal = textOf(member(message, 'refusal'));
  const calls = call.tools === undefined ? [] : readCalls(message, call);
  // A refusal in the model's own words ends with `stop`.
  const result = finishReply(
    finish ?? (refusal === '' ? 'stop' : 'refused'),
    (content ?? '') || refusal,
    hasThought(message),
    calls,
  );
  const hasAnswer = content !== '' || refusal !== '' || reason !== '' || calls.length > 0;
  const readable = isObject(message) && content !== undefined && hasAnswer;
  return readable || 'fault' in result ? result : MALFORMED;
}

function readCalls(message: unknown, call: ModelCall): readonly ReplyCall[] {
  return items(member(message, 'tool_calls'))
    .filter((toolCall) => textOf(member(toolCall, 'function', 'name')) !== '')
    .map((toolCall, index) => ({
      ...chatCallHead(toolCall, index === 0 ? message : undefined, call),
      arguments: argumentsOf(member(toolCall, 'function', 'arguments')),
    }));
}

/** The content is a string, null, or a list of parts (Mistral). @returns undefined for anything else. */
function readContent(content: unknown): string | undefined {
  if (content === undefined || content === null) return '';
  if (!Array.isArray(content)) return typeof content === 'string' ? content : undefined;
  return items(content)
    .filter((part) => member(part, 'type') === 'text')
    .map((part) => textOf(member(part, 'text')))
    .join('');
}

/** Reasoning is in `reasoning`, in `reasoning_content`, or in a part of type `thinking`. */
function hasThought(message: unknown): boolean {
  const texts = [member(message, 'reasoning'), member(message, 'reasoning_content')];
  const parts = items(member(message, 'content'));
  return (
    texts.some((text) => textOf(text) !== '') || parts.some((part) => member(part, 'type') === 'thinking')
  );
}

function readFault(reply: ErrorReply): WireFault | undefined {
  // Groq: no capacity in the flex tier.
  return reply.status === 498 ? { code: 'overloaded' } : readChatFault(reply);
}
