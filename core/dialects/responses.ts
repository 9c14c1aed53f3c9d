import type { Tools } from '../contract.ts';
import type { FieldError } from '../errors.ts';
import type {
  ResponsesContentPart,
  ResponsesItem,
  ResponsesRequest,
} from '../generated/responses-request.ts';
import { loadValidators } from '../generation/load-validators.ts';
import { checkBy } from '../schema/check-by.ts';
import { checkFunctions } from '../tools/check-functions.ts';
import type { Echo, EchoedFormat, Translation } from './translated-prompt.ts';
import { readConversation } from './conversation.ts';
import { makeRequest } from './make-request.ts';
import { type Message, messageOf, missingFields, missingPart, type ReadPart } from './message.ts';

const { responsesRequest } = await loadValidators('dialects.mjs');
const checkRequest = checkBy<ResponsesRequest>(responsesRequest);

/** Translates a body of the Responses API to a prompt request, like `readChatCompletion`. */
export function readResponses(body: unknown): Translation {
  const check = checkRequest(body);
  if ('problems' in check) return check;
  const { request } = check;
  const problems: FieldError[] = [];
  const tools = readTools(request, problems);
  return makeRequest({
    conversation: readConversation(readInput(request, problems), '/input'),
    temperature: request.temperature,
    topP: request.top_p,
    maxTokens: { value: request.max_output_tokens, pointer: '/max_output_tokens' },
    format: {
      type: request.text?.format?.type,
      schema: request.text?.format?.schema,
      pointer: request.text?.format?.type === 'json_object' ? '/text/format' : '/text/format/schema',
    },
    store: request.store,
    tools,
    options: {
      model: request.model,
      effort: request.reasoning?.effort ?? undefined,
      effortPointer: '/reasoning/effort',
      verbosity: request.text?.verbosity ?? undefined,
      verbosityPointer: '/text/verbosity',
      stream: request.stream === true,
      includeUsage: true,
      echo: echoOf(request, tools),
    },
    problems,
  });
}

function echoOf(request: ResponsesRequest, tools: Tools | undefined): Echo {
  return {
    maxOutputTokens: request.max_output_tokens ?? null,
    temperature: request.temperature ?? null,
    topP: request.top_p ?? null,
    store: request.store ?? true,
    format: formatOf(request),
    metadata: request.metadata ?? {},
    parallelToolCalls: request.parallel_tool_calls ?? true,
    toolChoice: request.tool_choice ?? 'auto',
    tools: tools?.functions ?? [],
  };
}

function formatOf({ text }: ResponsesRequest): EchoedFormat {
  const { type = 'text', name, schema } = text?.format ?? {};
  if (type !== 'json_schema') return { type };
  return { type, name: name ?? '', schema: schema ?? {}, strict: true };
}

function readTools(request: ResponsesRequest, problems: FieldError[]): Tools | undefined {
  const { tools, tool_choice: choice, parallel_tool_calls: parallel } = request;
  const functions = (tools ?? []).map(({ name = '', description, parameters, strict }, index) => ({
    pointer: `/tools/${index}`,
    name,
    description,
    parameters,
    strict,
  }));
  const toolChoice = typeof choice === 'object' && choice !== null ? { name: choice.name } : choice;
  return checkFunctions({ functions, parametersField: 'parameters', choice: toolChoice, parallel }, problems);
}

function readInput({ input, instructions }: ResponsesRequest, problems: FieldError[]): readonly Message[] {
  const first: readonly Message[] =
    instructions === undefined || instructions === null
      ? []
      : [
          {
            role: 'system',
            pointer: '/instructions',
            textPointer: '/instructions',
            text: instructions,
            files: [],
          },
        ];
  if (typeof input === 'string')
    return [...first, { role: 'user', pointer: '/input', textPointer: '/input', text: input, files: [] }];
  const messages = input.flatMap((item, index) => readItem(item, `/input/${index}`, problems));
  return [...first, ...messages];
}

function readItem(item: ResponsesItem, pointer: string, problems: FieldError[]): readonly Message[] {
  if (item.type === 'reasoning') return [];
  if (item.type === 'function_call') return readCall(item, pointer, problems);
  if (item.type === 'function_call_output') return readResult(item, pointer, problems);
  const { role, content } = item;
  if (role === undefined) {
    problems.push({ pointer: `${pointer}/role`, code: 'missing', message: 'is required' });
    return [];
  }
  const base = { role: role === 'developer' ? 'system' : role, pointer } as const;
  const parts =
    typeof content === 'string'
      ? content
      : (content ?? []).map((part, index) => readPart(part, `${pointer}/content/${index}`));
  return [messageOf(base, parts, problems)];
}

function readCall(item: ResponsesItem, pointer: string, problems: FieldError[]): readonly Message[] {
  const { call_id: id, name, arguments: json } = item;
  if (id === undefined || name === undefined || json === undefined) {
    problems.push(...missingFields({ call_id: id, name, arguments: json }, pointer));
    return [];
  }
  const calls = [{ pointer: `${pointer}/call_id`, id, name, arguments: json }];
  return [{ role: 'assistant', pointer, textPointer: pointer, text: '', files: [], calls }];
}

/** Files of a result are attached to the last turn, like all files. */
function readResult(item: ResponsesItem, pointer: string, problems: FieldError[]): readonly Message[] {
  const { call_id: id, output } = item;
  if (id === undefined || output === undefined || output === null) {
    problems.push(...missingFields({ call_id: id, output: output ?? undefined }, pointer));
    return [];
  }
  const parts =
    typeof output === 'string'
      ? output
      : output.map((part, index) => readPart(part, `${pointer}/output/${index}`));
  const { text, files } = messageOf({ role: 'user', pointer }, parts, problems);
  const results = [{ pointer: `${pointer}/call_id`, id, content: text, isError: false }];
  return [{ role: 'user', pointer, textPointer: `${pointer}/output`, text: '', files, results }];
}

function readPart(part: ResponsesContentPart, pointer: string): ReadPart {
  if (part.type === 'input_image') {
    const { image_url: url } = part;
    if (url === undefined || url === null) return missingPart(pointer, 'image_url');
    return { file: { kind: 'image', url, name: undefined, pointer: `${pointer}/image_url` } };
  }
  if (part.type === 'input_file') {
    const { file_data: url, filename } = part;
    if (url === undefined || url === null) return missingPart(pointer, 'file_data');
    return { file: { kind: 'file', url, name: filename ?? undefined, pointer: `${pointer}/file_data` } };
  }
  if (part.type === 'refusal')
    return part.refusal === undefined ? missingPart(pointer, 'refusal') : { text: part.refusal };
  return part.text === undefined ? missingPart(pointer, 'text') : { text: part.text };
}
