import type { ToolChoice, Tools } from '../contract.ts';
import type { FieldError } from '../errors.ts';
import type {
  MessagesBlock,
  MessagesRequest,
  MessagesResultBlock,
  MessagesTurn,
} from '../generated/messages-request.ts';
import { loadValidators } from '../generation/load-validators.ts';
import { checkBy } from '../schema/check-by.ts';
import { checkFunctions } from '../tools/check-functions.ts';
import type { Translation } from './translated-prompt.ts';
import { EFFORTS, THINKING_BUDGETS, type Effort } from './effort.ts';
import { readConversation } from './conversation.ts';
import { makeRequest } from './make-request.ts';
import {
  type Message,
  messageOf,
  missingFields,
  missingPart,
  type ReadPart,
  type SentCall,
  type SentResult,
} from './message.ts';

const { messagesRequest } = await loadValidators('dialects.mjs');
const checkRequest = checkBy<MessagesRequest>(messagesRequest);

/** Translates a body of the Messages API to a prompt request, like `readChatCompletion`. */
export function readMessages(body: unknown): Translation {
  const check = checkRequest(body);
  if ('problems' in check) return check;
  const { request } = check;
  const problems: FieldError[] = [];
  const { thinking, output_config: output } = request;
  const turns = request.messages.flatMap((turn, index) => readTurn(turn, `/messages/${index}`, problems));
  return makeRequest({
    conversation: readConversation([...readSystem(request, problems), ...turns], '/messages'),
    temperature: request.temperature,
    topP: request.top_p,
    maxTokens: { value: request.max_tokens, pointer: '/max_tokens' },
    format: {
      type: output?.format?.type,
      schema: output?.format?.schema,
      pointer: '/output_config/format/schema',
    },
    store: undefined,
    tools: readTools(request, problems),
    options: {
      model: request.model,
      effort: output?.effort ?? effortOf(thinking),
      effortPointer: output?.effort ? '/output_config/effort' : '/thinking',
      verbosity: undefined,
      verbosityPointer: '',
      stream: request.stream === true,
      includeUsage: true,
      echo: {},
    },
    problems,
  });
}

function effortOf(thinking: MessagesRequest['thinking']): Effort | undefined {
  if (thinking?.type === 'disabled') return 'none';
  const budget = thinking?.budget_tokens;
  if (thinking?.type !== 'enabled' || budget === undefined || budget === null) return undefined;
  return EFFORTS.find((effort) => effort !== 'none' && budget <= THINKING_BUDGETS[effort]) ?? 'xhigh';
}

function readTools(request: MessagesRequest, problems: FieldError[]): Tools | undefined {
  const { tools, tool_choice: choice } = request;
  const functions = (tools ?? []).map(({ name, description, input_schema: parameters, strict }, index) => ({
    pointer: `/tools/${index}`,
    name,
    description,
    parameters,
    strict,
  }));
  return checkFunctions(
    {
      functions,
      parametersField: 'input_schema',
      choice: choiceOf(choice, problems),
      parallel: choice?.disable_parallel_tool_use !== true,
    },
    problems,
  );
}

function choiceOf(choice: MessagesRequest['tool_choice'], problems: FieldError[]): ToolChoice | undefined {
  if (choice === undefined || choice === null) return undefined;
  if (choice.type === 'any') return 'required';
  if (choice.type !== 'tool') return choice.type;
  if (choice.name !== undefined) return { name: choice.name };
  problems.push(...missingFields({ name: choice.name }, '/tool_choice'));
  return undefined;
}

function readSystem({ system }: MessagesRequest, problems: FieldError[]): readonly Message[] {
  if (system === undefined || system === null) return [];
  const parts =
    typeof system === 'string' ? system : system.map((block, index) => readBlock(block, `/system/${index}`));
  return [{ ...messageOf({ role: 'system', pointer: '/system' }, parts, problems), textPointer: '/system' }];
}

/** Puts the results into a separate message before the user's text. */
function readTurn(
  { role, content }: MessagesTurn,
  pointer: string,
  problems: FieldError[],
): readonly Message[] {
  if (typeof content === 'string') return [messageOf({ role, pointer }, content, problems)];
  const parts: ReadPart[] = [];
  const calls: SentCall[] = [];
  const results: Message[] = [];
  for (const [index, block] of content.entries()) {
    const at = `${pointer}/content/${index}`;
    if (block.type === 'tool_use' && role === 'assistant') calls.push(...readCall(block, at, problems));
    else if (block.type === 'tool_result' && role === 'user')
      results.push(...readResult(block, at, problems));
    else if (block.type === 'tool_use' || block.type === 'tool_result')
      problems.push({
        pointer: `${at}/type`,
        code: 'invalid_value',
        message: `a ${block.type} belongs in a message of the ${block.type === 'tool_use' ? 'assistant' : 'user'}`,
      });
    else if (block.type !== 'thinking' && block.type !== 'redacted_thinking')
      parts.push(readBlock(block, at));
  }
  const message = messageOf({ role, pointer, ...(calls.length > 0 && { calls }) }, parts, problems);
  const isEmpty = message.text === '' && message.files.length === 0 && calls.length === 0;
  return isEmpty && results.length > 0 ? results : [...results, message];
}

function readCall(block: MessagesBlock, pointer: string, problems: FieldError[]): readonly SentCall[] {
  const { id, name, input } = block;
  if (id === undefined || name === undefined || input === undefined) {
    problems.push(...missingFields({ id, name, input }, pointer));
    return [];
  }
  return [{ pointer: `${pointer}/id`, id, name, arguments: JSON.stringify(input) }];
}

function readResult(block: MessagesBlock, pointer: string, problems: FieldError[]): readonly Message[] {
  const { tool_use_id: id, content, is_error: isError } = block;
  if (id === undefined) {
    problems.push(...missingFields({ tool_use_id: id }, pointer));
    return [];
  }
  const parts =
    typeof content === 'string'
      ? content
      : (content ?? []).map((part, index) => readBlock(part, `${pointer}/content/${index}`));
  const { text, files } = messageOf({ role: 'user', pointer }, parts, problems);
  const result: SentResult = {
    pointer: `${pointer}/tool_use_id`,
    id,
    content: text,
    isError: isError === true,
  };
  return [{ role: 'user', pointer, textPointer: `${pointer}/content`, text: '', files, results: [result] }];
}

function readBlock(block: MessagesBlock | MessagesResultBlock, pointer: string): ReadPart {
  if (block.type === 'text')
    return block.text === undefined ? missingPart(pointer, 'text') : { text: block.text };
  const { source, title } = block;
  if (source?.data === undefined) return missingPart(pointer, 'source/data');
  if (source.type === 'text') return { text: source.data };
  return {
    file: {
      kind: block.type === 'image' ? 'image' : 'file',
      url: `data:${source.media_type ?? ''};base64,${source.data}`,
      name: title ?? undefined,
      pointer: `${pointer}/source/data`,
    },
  };
}
