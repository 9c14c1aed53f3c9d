import {
  Base64Slot,
  type Attachment,
  type ErrorReply,
  type FinishReason,
  type ModelCall,
  type ModelReply,
  type ReplyCall,
  type TextBlock,
  type ToolResult,
  type WireBody,
  type WireError,
  type WireFault,
  type WirePlugin,
  type WireRequest,
} from '../core/contract.ts';
import { finishReply, items, MALFORMED, member, type FinishReasons, textOf } from './shared/read-reply.ts';
import { blockMessages, type BlockFormat, calledFunctions } from './shared/block-messages.ts';
import { setFields, withoutUndefined, withoutBlank } from './shared/wire-body.ts';
import {
  converseCallHead,
  converseStream,
  isCallBlock,
  readConverseAnswer,
} from './shared/streams/converse-stream.ts';
import { argumentsOf, OUTPUT_NAME, OUTPUT_TOOL_DESCRIPTION, parametersOf } from './shared/tools.ts';
import { signSigV4 } from './shared/sign-sigv4.ts';

/** Amazon Bedrock Converse (botocore 1.43.11, bedrock-runtime 2023-09-30). */
const plugin = {
  contractVersion: 2,
  buildRequest,
  readReply,
  // Set only if a prompt router chose the model.
  readModel: (reply) => textOf(member(reply, 'trace', 'promptRouter', 'invokedModelId')) || undefined,
  readFault,
  describeError,
  usage: {
    // inputTokens is net
    input: ['/usage/inputTokens', '/usage/cacheReadInputTokens', '/usage/cacheWriteInputTokens'],
    cachedInput: '/usage/cacheReadInputTokens',
    cacheWrite: '/usage/cacheWriteInputTokens',
    output: '/usage/outputTokens',
  },
  stream: converseStream,
  sign: signSigV4,
} satisfies WirePlugin;

export default plugin;

const FINISH_REASONS: FinishReasons = new Map<string, FinishReason | WireFault>([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['guardrail_intervened', 'refused'],
  ['content_filtered', 'refused'],
  ['malformed_model_output', { code: 'malformed_reply' }],
  ['malformed_tool_use', { code: 'malformed_reply' }],
]);

const FAULTS_BY_TYPE: ReadonlyMap<string, WireFault> = new Map<string, WireFault>([
  ['ThrottlingException', { code: 'rate_limited' }],
  ['ModelNotReadyException', { code: 'overloaded' }],
  ['ServiceUnavailableException', { code: 'overloaded' }],
  ['InternalServerException', { code: 'unavailable' }],
  ['ModelErrorException', { code: 'unavailable' }],
  ['ModelTimeoutException', { code: 'timeout' }],
  ['ServiceQuotaExceededException', { code: 'rate_limited', retryable: false }],
  ['AccessDeniedException', { code: 'provider_auth' }],
  ['ExpiredTokenException', { code: 'provider_auth' }],
  ['UnrecognizedClientException', { code: 'provider_auth' }],
  ['InvalidSignatureException', { code: 'provider_auth' }],
  ['MissingAuthenticationTokenException', { code: 'provider_auth' }],
  ['ResourceNotFoundException', { code: 'rejected' }],
]);

function buildRequest(call: ModelCall): WireRequest {
  const system = withoutBlank(call.system).flatMap(textBlocks);
  const body = withoutUndefined({
    system: system.length === 0 ? undefined : system,
    messages: blockMessages(call, BLOCKS),
    inferenceConfig: withoutUndefined({
      maxTokens: call.settings.maxTokens,
      temperature: call.settings.temperature,
      topP: call.settings.topP,
    }),
    toolConfig: toolConfig(call),
  });
  // The colon of a model's version is percent-encoded in the path.
  return {
    path: `/model/${encodeURIComponent(call.model.upstream)}/converse`,
    body: setFields(body, call.fields),
  };
}

const BLOCKS: BlockFormat = {
  text: textBlocks,
  file: fileBlock,
  call: ({ id, name, input }) => ({ toolUse: { toolUseId: id, name, input } }),
  result: resultBlock,
  carried: 'reasoning',
};

function resultBlock({ id, content, isError }: ToolResult): WireBody {
  const text = content.trim() === '' ? EMPTY_RESULT : content;
  return { toolResult: { toolUseId: id, content: [{ text }], ...(isError && { status: 'error' }) } };
}

const EMPTY_RESULT = '(no output)';

/** A cache point is a separate block after the text that it ends. */
function textBlocks(block: TextBlock): readonly WireBody[] {
  const text = { text: block.text };
  return block.cacheBreakpoint ? [text, { cachePoint: { type: 'default' } }] : [text];
}

function fileBlock(attachment: Attachment, index: number): WireBody {
  const source = { bytes: new Base64Slot(attachment) };
  if (attachment.mediaType !== 'application/pdf') {
    return { image: { format: attachment.mediaType.replace(/^image\//, ''), source } };
  }
  // Converse refuses file names with a dot and repeated names. AWS advises neutral names against prompt injection.
  return { document: { format: 'pdf', name: `document ${index + 1}`, source } };
}

/** Converse refuses a conversation with calls without it, even if the model may call nothing now. */
function functionConfig(call: ModelCall): WireBody | undefined {
  const functions = call.tools?.functions ?? calledFunctions(call);
  if (functions.length === 0) return undefined;
  const choice = call.tools?.choice ?? 'auto';
  const tools = functions.map((one) => ({
    toolSpec: withoutUndefined({
      name: one.name,
      description: one.description,
      inputSchema: { json: parametersOf(one) },
    }),
  }));
  if (choice === 'auto' || choice === 'none') return { tools };
  return { tools, toolChoice: choice === 'required' ? { any: {} } : { tool: { name: choice.name } } };
}

/** Converse cannot enforce a schema on these models in another way. */
function toolConfig(call: ModelCall): WireBody | undefined {
  if (call.outputSchema === undefined) return functionConfig(call);
  const inputSchema = { json: call.outputSchema };
  return {
    tools: [{ toolSpec: { name: OUTPUT_NAME, description: OUTPUT_TOOL_DESCRIPTION, inputSchema } }],
    toolChoice: { tool: { name: OUTPUT_NAME } },
  };
}

function readReply(reply: unknown, call: ModelCall): ModelReply {
  // An exception in the middle of a stream, whose status was 200.
  if (textOf(member(reply, '__type')) !== '') return { fault: readException(reply) };
  const content = member(reply, 'output', 'message', 'content');
  const reason = textOf(member(reply, 'stopReason'));
  const blocks = items(content);
  const thought = blocks.some((block) => member(block, 'reasoningContent') !== undefined);
  const text = readConverseAnswer(blocks, call);
  const calls = call.tools === undefined ? [] : readCalls(blocks);
  const result = finishReply(FINISH_REASONS.get(reason), text ?? '', thought, calls);
  const readable = text !== undefined && Array.isArray(content) && (text !== '' || reason !== '');
  return readable || 'fault' in result ? result : MALFORMED;
}

function readCalls(blocks: readonly unknown[]): readonly ReplyCall[] {
  return blocks.filter(isCallBlock).map((block) => ({
    ...converseCallHead(block, blocks),
    arguments: argumentsOf(member(block, 'toolUse', 'input')),
  }));
}

function readException(body: unknown): WireFault {
  const reply: ErrorReply = { status: 200, headers: {}, body };
  const isInvalid = errorType(reply) === 'ValidationException';
  return readFault(reply) ?? { code: isInvalid ? 'rejected' : 'unavailable' };
}

function readFault(reply: ErrorReply): WireFault | undefined {
  const type = errorType(reply);
  const text = textOf(member(reply.body, 'message')).slice(0, 2_000);
  if (
    type === 'ValidationException' &&
    /input is too long|input tokens exceeded|maximum context length/i.test(text)
  ) {
    return { code: 'context_too_long' };
  }
  return FAULTS_BY_TYPE.get(type);
}

function describeError(reply: ErrorReply): WireError {
  return { code: errorType(reply), message: textOf(member(reply.body, 'message')) };
}

/** The header may continue with `:` and a URL. The body may have the same name after a namespace and `#`. */
function errorType(reply: ErrorReply): string {
  const header = reply.headers['x-amzn-errortype'] ?? '';
  return header.split(':')[0] || (textOf(member(reply.body, '__type')).split('#').at(-1) ?? '');
}
