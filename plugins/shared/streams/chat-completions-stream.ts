import type {
  CallHead,
  ModelCall,
  StreamEvent,
  StreamReader,
  StreamStep,
  WireRequest,
} from '../../../core/contract.ts';
import { isObject, items, member, textOf } from '../read-reply.ts';
import { argumentsOf } from '../tools.ts';
import { addCallDelta } from './call-deltas.ts';
import {
  append,
  asDraft,
  assign,
  blockAt,
  type BlockKind,
  boundedFold,
  type Draft,
  draftIn,
  type DraftStep,
  isDraft,
  listIn,
  push,
} from './draft.ts';

/**
 * Server-sent events of Chat Completions: chunks with a delta. The last of them has the finish reason, and it or one more
 * chunk has the usage.
 */
export const chatCompletionsStream: StreamReader = {
  framing: 'sse',
  showsAllReasoning: true,
  request,
  fold: boundedFold(fold),
  // Quotes in a text are escaped, so no text contains this.
  comparable: (json) => (json.includes('"delta"') ? json : undefined),
};

function request(whole: WireRequest, { provider: { wire }, outputSchema }: ModelCall): WireRequest {
  if (outputSchema !== undefined && wire.streamsSchemas === false) return whole;
  const usage = wire.streamUsage === 'always' ? {} : { stream_options: { include_usage: true } };
  return { ...whole, body: { stream: true, ...usage, ...whole.body } };
}

function fold(reply: unknown, { name, data }: StreamEvent, call: ModelCall): StreamStep {
  const draft = isDraft(reply) ? reply : newReply();
  const step: DraftStep = { reply: draft };
  assign(draft, data, FRAME);
  if (name === 'error' && !isDraft(draft['error'])) draft['error'] = data;
  if (isObject(draft['error']) || textOf(draft['error']) !== '') return { reply: draft, isLast: true };
  const choice = items(member(data, 'choices')).find((one) => (member(one, 'index') ?? 0) === 0);
  if (isDraft(choice)) addChoice(draft, choice, step, call);
  // A usage before the finish reason may still grow.
  if (textOf(member(draft, 'choices', '0', 'finish_reason')) !== '')
    step[isObject(member(data, 'usage')) ? 'isLast' : 'mayEnd'] = true;
  return step;
}

/** Members of a chunk that are not members of the whole reply. */
const FRAME: ReadonlySet<string> = new Set(['choices', 'object']);
const DELTA: ReadonlySet<string> = new Set(['delta', 'index', 'message', 'logprobs']);

function newReply(): Draft {
  const message = { role: 'assistant', content: null };
  return { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: null }] };
}

function addChoice(draft: Draft, chunkChoice: Draft, step: DraftStep, call: ModelCall): void {
  const choice = asDraft(items(draft['choices'])[0]);
  assign(choice, chunkChoice, DELTA);
  const message = draftIn(choice, 'message');
  const delta = asDraft(chunkChoice['delta']);
  // Providers have two names for reasoning. A provider that uses both repeats the text.
  for (const name of ['reasoning_content', 'reasoning']) {
    const piece = textOf(delta[name]);
    if (piece === '') continue;
    append(message, name, piece);
    step.reasoning ??= piece;
  }
  addContent(message, delta['content'], step);
  const refusal = textOf(delta['refusal']);
  if (refusal !== '') addRefusal(message, refusal, step);
  for (const one of items(delta['tool_calls']))
    if (isDraft(one)) addToolCall(draft, message, one, { step, call });
}

/** The content is a string or a list of parts (Mistral). One reply may have both. */
function addContent(message: Draft, content: unknown, step: DraftStep): void {
  if (typeof content === 'string' && !Array.isArray(message['content'])) {
    append(message, 'content', content);
    addText(content, step);
  } else if (typeof content === 'string') {
    if (content !== '') addPart(message, { type: 'text', text: content }, step);
  } else {
    for (const part of items(content)) addPart(message, part, step);
  }
}

/** Adds `{type: "text", text}` and `{type: "thinking", thinking: [{type: "text", text}]}`. Other parts are ignored. */
function addPart(message: Draft, part: unknown, step: DraftStep): void {
  const type = textOf(member(part, 'type'));
  if (type === 'text') {
    const text = textOf(member(part, 'text'));
    append(lastPart(message, type), 'text', text);
    addText(text, step);
  } else if (type === 'thinking') {
    const thinking = listIn(lastPart(message, type), 'thinking');
    if (thinking.length === 0) thinking.push({ type: 'text', text: '' });
    const text = items(member(part, 'thinking'))
      .map((one) => textOf(member(one, 'text')))
      .join('');
    append(asDraft(thinking[0]), 'text', text);
    if (text !== '') step.reasoning = (step.reasoning ?? '') + text;
  }
}

/** The last part if it has the type, otherwise a new one. */
function lastPart(message: Draft, type: string): Draft {
  const before = message['content'];
  const parts = listIn(message, 'content');
  if (typeof before === 'string' && before !== '') parts.push({ type: 'text', text: before });
  const last = parts.at(-1);
  if (isDraft(last) && last['type'] === type) return last;
  const part: Draft = { type };
  push(parts, part);
  return part;
}

function addText(text: string, step: DraftStep): void {
  if (text !== '') step.text = (step.text ?? '') + text;
}

/** A refusal in the model's own words is the answer if there is no other text. */
function addRefusal(message: Draft, piece: string, step: DraftStep): void {
  append(message, 'refusal', piece);
  const { content } = message;
  if (content === null || content === '') addText(piece, step);
}

interface CallStep {
  readonly step: DraftStep;
  readonly call: ModelCall;
}

function addToolCall(draft: Draft, message: Draft, delta: Draft, { step, call }: CallStep): void {
  const list = listIn(message, 'tool_calls');
  const block = callBlock(list, delta);
  assign(block, delta, FUNCTION);
  const id = textOf(delta['id']);
  if (id !== '') block['id'] = id;
  const functionDelta = member(delta, 'function');
  const target = draftIn(block, 'function');
  // Some servers repeat an empty name with each piece.
  const name = textOf(member(functionDelta, 'name'));
  if (name !== '') target['name'] = name;
  const input = member(functionDelta, 'arguments');
  const piece = typeof input === 'string' ? input : isObject(input) ? argumentsOf(input) : '';
  append(target, 'arguments', piece);
  if (call.tools === undefined) step.withheld = (step.withheld ?? '') + piece;
  else {
    const head = chatCallHead(block, list[0] === block ? message : undefined, call);
    addCallDelta(step, draft, block, { head, piece });
  }
}

/** Finds the block of a call by its number, or by its ID if the server sends no numbers. A delta without either belongs to the last call. */
function callBlock(list: unknown[], delta: Draft): Draft {
  const id = textOf(delta['id']);
  if (typeof delta['index'] === 'number') return blockAt(list, delta['index'], TOOL_CALL);
  const existing = id === '' ? list.at(-1) : list.find((one) => member(one, 'id') === id);
  if (isDraft(existing)) return existing;
  const block = { ...TOOL_CALL.start };
  push(list, block);
  return block;
}

/** @param message set for the first call, because the reasoning belongs to all calls of the reply. */
export function chatCallHead(block: unknown, message: unknown, { model }: ModelCall): CallHead {
  const reasoning = textOf(member(message, 'reasoning_content'));
  const isCarried = model.tools?.returnsReasoning === true && reasoning !== '';
  return {
    id: textOf(member(block, 'id')),
    name: textOf(member(block, 'function', 'name')),
    ...(isCarried && { carried: { reasoning } }),
  };
}

const TOOL_CALL: BlockKind = { name: 'function', start: { type: 'function' } };
const FUNCTION: ReadonlySet<string> = new Set(['function', 'index', 'id']);
