import {
  Base64Slot,
  type Attachment,
  type FinishReason,
  type JsonObject,
  type Model,
  type ModelCall,
  type ModelReply,
  type ReplyCall,
  type Tools,
  type Turn,
  type WireBody,
  type WirePlugin,
  type WireRequest,
} from '../core/contract.ts';
import { readChatFault, readInBandFault } from './shared/chat-errors.ts';
import {
  answerParts,
  finishReply,
  isObject,
  items,
  MALFORMED,
  member,
  textOf,
  textOfParts,
} from './shared/read-reply.ts';
import { isFunctionCall, responsesCallHead, responsesStream } from './shared/streams/responses-stream.ts';
import { argumentsOf, carriedBlocks, carriedIn, OUTPUT_NAME, parametersOf } from './shared/tools.ts';
import { setFields, withoutUndefined, joinSystem } from './shared/wire-body.ts';

/** The OpenAI Responses API (published OpenAPI 2.3.0). */
const plugin = {
  contractVersion: 2,
  buildRequest,
  readReply,
  readModel: (reply) => textOf(member(reply, 'model')) || undefined,
  readFault: readChatFault,
  usage: {
    input: '/usage/input_tokens', // includes cached and cache-written tokens
    cachedInput: '/usage/input_tokens_details/cached_tokens',
    cacheWrite: '/usage/input_tokens_details/cache_write_tokens', // missing before GPT-5.6
    output: '/usage/output_tokens', // includes reasoning
    reasoning: '/usage/output_tokens_details/reasoning_tokens',
  },
  stream: responsesStream,
} satisfies WirePlugin;

export default plugin;

function buildRequest(call: ModelCall): WireRequest {
  const last = call.turns.length - 1;
  const body = withoutUndefined({
    model: call.model.upstream,
    instructions: joinSystem(call.system),
    input: call.turns.flatMap((turn, index) => inputItems(turn, index === last ? call.attachments : [])),
    max_output_tokens: call.settings.maxTokens,
    temperature: call.settings.temperature,
    top_p: call.settings.topP,
    text: call.outputSchema && { format: outputFormat(call.outputSchema) },
    ...(call.tools !== undefined && toolMembers(call.tools, call.model)),
  });
  return { path: '/responses', body: setFields(body, call.fields) };
}

/** Reasoning goes back before the call that it led to, as the provider requires. */
function inputItems(
  { role, text, calls, results = [] }: Turn,
  attachments: readonly Attachment[],
): readonly WireBody[] {
  if (calls !== undefined) {
    const [first] = calls;
    const { phase } = carriedIn(first?.carried);
    const message =
      text === '' ? [] : [{ role: 'assistant', content: text, ...(typeof phase === 'string' && { phase }) }];
    return calls.flatMap(({ id, name, arguments: json, carried }) => [
      ...carriedBlocks(carried, 'reasoning'),
      ...(id === first?.id ? message : []),
      { type: 'function_call', call_id: id, name, arguments: json === '' ? '{}' : json },
    ]);
  }
  const outputs = results.map(({ id, content }) => ({
    type: 'function_call_output',
    call_id: id,
    output: content,
  }));
  if (outputs.length > 0 && text === '' && attachments.length === 0) return outputs;
  const content =
    attachments.length === 0 ? text : [...attachments.map(filePart), { type: 'input_text', text }];
  return [...outputs, { role, content }];
}

function toolMembers({ functions, choice, parallel }: Tools, model: Model): WireBody {
  return {
    tools: functions.map((one) =>
      withoutUndefined({
        type: 'function',
        name: one.name,
        description: one.description,
        parameters: parametersOf(one),
        // The default is true.
        strict: one.strict,
      }),
    ),
    ...(choice !== 'auto' && {
      tool_choice: typeof choice === 'string' ? choice : { type: 'function', name: choice.name },
    }),
    ...(!parallel && { parallel_tool_calls: false }),
    // The provider stores nothing, so its reasoning is requested with the reply.
    ...(model.tools?.returnsReasoning === true && { include: ['reasoning.encrypted_content'] }),
  };
}

function filePart(attachment: Attachment): WireBody {
  const data = new Base64Slot(attachment, `data:${attachment.mediaType};base64,`);
  if (attachment.mediaType === 'application/pdf') {
    return { type: 'input_file', filename: attachment.name, file_data: data };
  }
  return { type: 'input_image', image_url: data, detail: 'auto' };
}

/** Chat Completions nests the same members under `json_schema`. */
function outputFormat(schema: JsonObject): WireBody {
  return { type: 'json_schema', name: OUTPUT_NAME, schema, strict: true };
}

function readReply(reply: unknown, call: ModelCall): ModelReply {
  const status = textOf(member(reply, 'status'));
  // A failed run comes with HTTP 200.
  const error = member(reply, 'error');
  if (status === 'failed' || isObject(error)) return { fault: readInBandFault({ error }) };
  if (status === 'cancelled') return { fault: { code: 'unavailable' } };

  const output = items(member(reply, 'output'));
  const parts = answerParts(output);
  const text = textOfParts(parts);
  const thought = output.some((item) => member(item, 'type') === 'reasoning');
  const calls = call.tools === undefined ? [] : readCalls(output);
  const result = finishReply(readFinishReason(reply, parts), text, thought, calls);
  // A run that has not ended has no answer yet, whatever its output contains.
  const hasEnded = status === 'completed' || status === 'incomplete';
  const readable = hasEnded ? Array.isArray(member(reply, 'output')) : status === '' && text !== '';
  return readable || 'fault' in result ? result : MALFORMED;
}

function readCalls(output: readonly unknown[]): readonly ReplyCall[] {
  return output.filter(isFunctionCall).map((item) => ({
    ...responsesCallHead(item, output),
    arguments: argumentsOf(member(item, 'arguments')),
  }));
}

function readFinishReason(reply: unknown, parts: readonly unknown[]): FinishReason {
  if (parts.some((part) => member(part, 'type') === 'refusal')) return 'refused';
  if (member(reply, 'status') !== 'incomplete') return 'stop';
  return member(reply, 'incomplete_details', 'reason') === 'content_filter' ? 'refused' : 'length';
}
