import {
  Base64Slot,
  type Attachment,
  type FinishReason,
  type JsonObject,
  type Model,
  type ModelCall,
  type ModelReply,
  type ReplyCall,
  type TextBlock,
  type ToolFunction,
  type ToolResult,
  type Tools,
  type Turn,
  type WireBody,
  type WireFault,
  type WirePlugin,
  type WireRequest,
} from '../core/contract.ts';
import {
  finishReply,
  isObject,
  items,
  MALFORMED,
  member,
  type FinishReasons,
  textOf,
} from './shared/read-reply.ts';
import { blockMessages, type BlockFormat, calledFunctions } from './shared/block-messages.ts';
import { setFields, withoutUndefined, withoutBlank } from './shared/wire-body.ts';
import {
  isCallBlock,
  messagesCallHead,
  readMessageAnswer,
  messagesStream,
} from './shared/streams/messages-stream.ts';
import {
  argumentsOf,
  carriedBlocks,
  OUTPUT_NAME,
  OUTPUT_TOOL_DESCRIPTION,
  parametersOf,
  runningLoop,
} from './shared/tools.ts';

/** Anthropic Messages, version 2023-06-01 (the manifest has the version header). */
const plugin = {
  contractVersion: 2,
  buildRequest,
  readReply,
  readModel: (reply) => textOf(member(reply, 'model')) || undefined,
  readFault: ({ body }) => readError(body),
  usage: {
    // input_tokens is net
    input: ['/usage/input_tokens', '/usage/cache_read_input_tokens', '/usage/cache_creation_input_tokens'],
    cachedInput: '/usage/cache_read_input_tokens',
    cacheWrite: '/usage/cache_creation_input_tokens',
    output: '/usage/output_tokens', // includes thinking, in full and not as summarised
    reasoning: '/usage/output_tokens_details/thinking_tokens',
  },
  stream: messagesStream,
} satisfies WirePlugin;

export default plugin;

const FINISH_REASONS: FinishReasons = new Map<string, FinishReason | WireFault>([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refused'],
  ['pause_turn', { code: 'unavailable' }], // only for server tools, which are never requested
]);

const FAULTS_BY_TYPE: ReadonlyMap<string, WireFault> = new Map<string, WireFault>([
  ['overloaded_error', { code: 'overloaded' }],
  ['rate_limit_error', { code: 'rate_limited' }],
  ['api_error', { code: 'unavailable' }],
  ['timeout_error', { code: 'timeout' }],
  ['authentication_error', { code: 'provider_auth' }],
  ['permission_error', { code: 'provider_auth' }],
  ['billing_error', { code: 'provider_auth' }],
]);

function buildRequest(call: ModelCall): WireRequest {
  const { outputSchema, tools, turns } = call;
  // A forced tool is the only one.
  const functions = tools?.functions ?? (outputSchema === undefined ? calledFunctions(call) : []);
  const system = withoutBlank(call.system).flatMap(textBlocks);
  const members = withoutUndefined({
    model: call.model.upstream,
    max_tokens: call.settings.maxTokens,
    system: system.length === 0 ? undefined : system,
    messages: blockMessages(call, BLOCKS),
    temperature: call.settings.temperature,
    top_p: call.settings.topP,
    ...(outputSchema !== undefined && schemaMembers(outputSchema, call.model)),
    ...(functions.length > 0 && toolMembers(functions, tools)),
  });
  const body = setFields(members, call.fields);
  const { thinking, ...withoutThinking } = body;
  const lacksThinking = member(thinking, 'type') === 'enabled' && hasLostThinking(turns);
  return { path: '/messages', body: lacksThinking ? withoutThinking : body };
}

const BLOCKS: BlockFormat = {
  text: textBlocks,
  file: fileBlock,
  call: ({ id, name, input }) => ({ type: 'tool_use', id, name, input }),
  result: resultBlock,
  carried: 'thinking',
};

function resultBlock({ id, content, isError }: ToolResult): WireBody {
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(content !== '' && { content }),
    ...(isError && { is_error: true }),
  };
}

/**
 * While a loop of calls runs, its turns need the thinking that they came with. If the client did not send it back, the
 * request disables thinking, which the provider accepts.
 */
function hasLostThinking(turns: readonly Turn[]): boolean {
  return runningLoop(turns).some(
    ({ calls }) =>
      calls !== undefined &&
      calls.every(({ carried }) => carriedBlocks(carried, BLOCKS.carried).length === 0),
  );
}

function toolMembers(functions: readonly ToolFunction[], tools: Tools | undefined): WireBody {
  const choice = toolChoice(tools);
  return {
    tools: functions.map((one) =>
      withoutUndefined({
        name: one.name,
        description: one.description,
        input_schema: parametersOf(one),
        strict: one.strict ? true : undefined,
      }),
    ),
    ...(choice !== undefined && { tool_choice: choice }),
  };
}

function toolChoice(tools: Tools | undefined): WireBody | undefined {
  if (tools === undefined || tools.choice === 'none') return { type: 'none' };
  const { choice, parallel } = tools;
  const single = parallel ? {} : { disable_parallel_tool_use: true };
  if (typeof choice === 'object') return { type: 'tool', name: choice.name, ...single };
  if (choice === 'required') return { type: 'any', ...single };
  return parallel ? undefined : { type: 'auto', ...single };
}

/** A breakpoint belongs to a block; a message has no field for it. */
function textBlocks({ text, cacheBreakpoint }: TextBlock): readonly WireBody[] {
  return [{ type: 'text', text, ...(cacheBreakpoint && { cache_control: { type: 'ephemeral' } }) }];
}

function fileBlock(attachment: Attachment): WireBody {
  const source = { type: 'base64', media_type: attachment.mediaType, data: new Base64Slot(attachment) };
  if (attachment.mediaType !== 'application/pdf') return { type: 'image', source };
  return { type: 'document', source, title: attachment.name };
}

function schemaMembers(schema: JsonObject, { schemaEnforcement }: Model): WireBody {
  if (schemaEnforcement !== 'forcedTool')
    return { output_config: { format: { type: 'json_schema', schema } } };
  const tool = { name: OUTPUT_NAME, description: OUTPUT_TOOL_DESCRIPTION, input_schema: schema };
  return { tools: [tool], tool_choice: { type: 'tool', name: OUTPUT_NAME } };
}

function readReply(reply: unknown, call: ModelCall): ModelReply {
  if (member(reply, 'type') === 'error') return { fault: readError(reply) ?? { code: 'unavailable' } };
  const content = member(reply, 'content');
  const reason = textOf(member(reply, 'stop_reason'));
  const blocks = items(content);
  const thought = blocks.some((block) => /^(?:redacted_)?thinking$/.test(textOf(member(block, 'type'))));
  const text = readMessageAnswer(blocks, call);
  const calls = call.tools === undefined ? [] : readMessageCalls(blocks);
  const result = finishReply(FINISH_REASONS.get(reason), text ?? '', thought, calls);
  const readable = text !== undefined && Array.isArray(content) && (text !== '' || reason !== '');
  return readable || 'fault' in result ? result : MALFORMED;
}

function readMessageCalls(blocks: readonly unknown[]): readonly ReplyCall[] {
  return blocks.filter(isCallBlock).map((block) => ({
    ...messagesCallHead(block, blocks),
    arguments: argumentsOf(member(block, 'input')),
  }));
}

function readError(body: unknown): WireFault | undefined {
  const error = member(body, 'error');
  if (!isObject(error)) return undefined;
  const text = textOf(member(error, 'message')).slice(0, 2_000);
  // All three come as a plain invalid_request_error, the last also inside a stream.
  if (/^prompt is too long|exceed context limit/i.test(text)) return { code: 'context_too_long' };
  if (/credit balance is too low/i.test(text)) return { code: 'provider_auth' };
  if (/blocked by content filtering policy/i.test(text)) return { code: 'refused' };
  return FAULTS_BY_TYPE.get(textOf(member(error, 'type')));
}
