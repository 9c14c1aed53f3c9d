import type {
  CallHead,
  JsonObject,
  ModelCall,
  StreamEvent,
  StreamReader,
  StreamStep,
} from '../../../core/contract.ts';
import { isObject, items, member, textOf } from '../read-reply.ts';
import {
  append,
  asDraft,
  assign,
  blockAt,
  type BlockKind,
  boundedFold,
  type Draft,
  type DraftStep,
  draftIn,
  isDraft,
  listIn,
  push,
  settleInputs,
} from './draft.ts';
import { argumentsOf, OUTPUT_NAME, readToolInput } from '../tools.ts';
import { addCallDelta } from './call-deltas.ts';

/** Server-sent events of Anthropic Messages: the start of a message, pieces of its blocks, the stop reason, `message_stop`. */
export const messagesStream: StreamReader = {
  framing: 'sse',
  request: (whole) => ({ ...whole, body: { ...whole.body, stream: true } }),
  fold: boundedFold(fold),
  // Quotes in a text are escaped, so no text contains this.
  comparable: (json) => (json.includes('"content_block_delta"') ? json : undefined),
};

function fold(reply: unknown, { name, data }: StreamEvent, call: ModelCall): StreamStep {
  const draft = isDraft(reply) ? reply : newMessage({});
  switch (textOf(member(data, 'type')) || name) {
    case 'message_start': {
      // A second start begins another message and discards the first.
      const begun = newMessage(asDraft(member(data, 'message')));
      return items(draft['content']).length > 0 ? { reply: begun, restarts: true } : { reply: begun };
    }
    case 'content_block_start':
      return beginBlock(draft, data, call);
    case 'content_block_delta':
      return addDelta(draft, data, call);
    case 'message_delta': {
      assign(draft, member(data, 'delta'), FRAME);
      const usage = member(data, 'usage');
      // Later figures replace earlier ones, because each is a sum.
      if (isObject(usage)) assign(draftIn(draft, 'usage'), usage);
      return { reply: draft };
    }
    case 'message_stop':
      return finish(draft, call);
    case 'error': {
      const { model, usage } = draft;
      return { reply: { type: 'error', error: member(data, 'error'), model, usage }, isLast: true };
    }
    default:
      return { reply: draft };
  }
}

const FRAME: ReadonlySet<string> = new Set(['content', 'type', 'usage']);

function newMessage(start: Draft): Draft {
  return { role: 'assistant', stop_reason: null, ...start, type: 'message', content: [] };
}

function beginBlock(draft: Draft, data: unknown, call: ModelCall): StreamStep {
  const start = asDraft(member(data, 'content_block'));
  const type = textOf(start['type']);
  const isTool = type.endsWith(TOOL.name);
  const blocks = listIn(draft, 'content');
  const countBefore = blocks.length;
  const block = blockAt(blocks, member(data, 'index'), {
    // The pieces of an input do not show whose tool it belongs to.
    name: isTool ? TOOL.name : type,
    // The input of a tool follows in pieces; the start has a placeholder.
    start: isTool ? { ...start, input: '' } : start,
  });
  if (call.tools !== undefined && isCallBlock(start)) {
    // Usually empty.
    const whole = argumentsOf(start['input']);
    if (whole !== '{}') append(block, 'input', whole);
    return addCallInput(draft, block, whole === '{}' ? '' : whole);
  }
  // Usually empty.
  const text = type === 'text' && blocks.length > countBefore ? textOf(start['text']) : '';
  return text === '' ? { reply: draft } : textStep(draft, text, call);
}

const TEXT: BlockKind = { name: 'text', start: { type: 'text', text: '' } };
const THINKING: BlockKind = { name: 'thinking', start: { type: 'thinking', thinking: '' } };
const TOOL: BlockKind = { name: 'tool_use', start: { type: 'tool_use', input: '' } };

function addDelta(draft: Draft, data: unknown, call: ModelCall): StreamStep {
  const delta = member(data, 'delta');
  const blocks = listIn(draft, 'content');
  const index = member(data, 'index');
  switch (member(delta, 'type')) {
    case 'text_delta': {
      const text = textOf(member(delta, 'text'));
      append(blockAt(blocks, index, TEXT), 'text', text);
      return text === '' ? { reply: draft } : textStep(draft, text, call);
    }
    case 'thinking_delta': {
      const reasoning = textOf(member(delta, 'thinking'));
      append(blockAt(blocks, index, THINKING), 'thinking', reasoning);
      return reasoning === '' ? { reply: draft } : { reply: draft, reasoning };
    }
    case 'signature_delta':
      append(blockAt(blocks, index, THINKING), 'signature', textOf(member(delta, 'signature')));
      return { reply: draft };
    case 'input_json_delta':
      return addInput(draft, blockAt(blocks, index, TOOL), textOf(member(delta, 'partial_json')), call);
    case 'citations_delta':
      push(listIn(blockAt(blocks, index, TEXT), 'citations'), member(delta, 'citation'));
      return { reply: draft };
    default:
      return { reply: draft };
  }
}

/** Text beside a forced tool is the model thinking aloud. Only the end shows which of the two is the answer. */
function textStep(draft: Draft, text: string, call: ModelCall): StreamStep {
  return expectsTool(call) ? { reply: draft, text: '', withheld: text } : { reply: draft, text };
}

/** @param call with tools. The block of a server tool does not belong to them. */
function addCallInput(draft: Draft, tool: Draft, piece: string): StreamStep {
  const step: DraftStep = { reply: draft };
  if (isCallBlock(tool) || tool['name'] === undefined)
    addCallDelta(step, draft, tool, { head: messagesCallHead(tool, items(draft['content'])), piece });
  else step.withheld = piece;
  return step;
}

function addInput(draft: Draft, tool: Draft, withheld: string, call: ModelCall): StreamStep {
  append(tool, 'input', withheld);
  if (call.tools !== undefined) return addCallInput(draft, tool, withheld);
  return expectsTool(call) ? { reply: draft, text: '', withheld } : { reply: draft, withheld };
}

function expectsTool({ outputSchema, model }: ModelCall): boolean {
  return outputSchema !== undefined && model.schemaEnforcement === 'forcedTool';
}

function finish(draft: Draft, call: ModelCall): StreamStep {
  const blocks = items(draft['content']);
  // Arguments of calls stay the text that the model wrote.
  if (call.tools !== undefined) return { reply: draft, isLast: true };
  const tools = blocks.filter(isDraft).filter(({ type }) => textOf(type).endsWith(TOOL.name));
  if (tools.length > 0) settleInputs(tools);
  if (!expectsTool(call)) return { reply: draft, isLast: true };
  return { reply: draft, isLast: true, text: readMessageAnswer(blocks, call) ?? '' };
}

export function isCallBlock(block: unknown): boolean {
  return member(block, 'type') === 'tool_use' && textOf(member(block, 'name')) !== '';
}

/** A call. The first one carries the thinking before it, which the provider wants back unchanged. */
export function messagesCallHead(block: unknown, blocks: readonly unknown[]): CallHead {
  const before = blocks.slice(0, blocks.indexOf(block));
  const thinking = before.some(isCallBlock) ? [] : before.flatMap(signedThinking);
  return {
    id: textOf(member(block, 'id')),
    name: textOf(member(block, 'name')),
    ...(thinking.length > 0 && { carried: { thinking } }),
  };
}

function signedThinking(block: unknown): readonly JsonObject[] {
  const type = member(block, 'type');
  const [data, signature] = [textOf(member(block, 'data')), textOf(member(block, 'signature'))];
  if (type === 'redacted_thinking' && data !== '') return [{ type, data }];
  if (type !== 'thinking' || signature === '') return [];
  return [{ type, thinking: textOf(member(block, 'thinking')), signature }];
}

/** The answer in a message's blocks: the input of the forced tool, or else the text; undefined if that input is unreadable. */
export function readMessageAnswer(blocks: readonly unknown[], call: ModelCall): string | undefined {
  const tool = blocks.find(
    (block) => member(block, 'type') === 'tool_use' && member(block, 'name') === OUTPUT_NAME,
  );
  if (call.outputSchema !== undefined && tool !== undefined) return readToolInput(member(tool, 'input'));
  const texts = blocks.filter((block) => member(block, 'type') === 'text');
  return texts.map((block) => textOf(member(block, 'text'))).join('');
}
