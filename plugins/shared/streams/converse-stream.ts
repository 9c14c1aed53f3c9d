import type {
  CallHead,
  JsonObject,
  ModelCall,
  StreamEvent,
  StreamReader,
  StreamStep,
} from '../../../core/contract.ts';
import { isObject, member, textOf } from '../read-reply.ts';
import {
  append,
  assign,
  blockAt,
  type BlockKind,
  boundedFold,
  type Draft,
  draftIn,
  type DraftStep,
  isDraft,
  listIn,
  settleInputs,
} from './draft.ts';
import { OUTPUT_NAME, readToolInput } from '../tools.ts';
import { addCallDelta } from './call-deltas.ts';

/** Binary events of ConverseStream: pieces of blocks, then `messageStop`, then `metadata` with the usage. */
export const converseStream: StreamReader = {
  framing: 'binary',
  request: (whole) => ({ ...whole, path: whole.path.replace(/\/converse$/, '/converse-stream') }),
  fold: boundedFold(fold),
};

function fold(reply: unknown, { name, data }: StreamEvent, call: ModelCall): StreamStep {
  const draft = isDraft(reply) ? reply : newReply();
  switch (name) {
    case 'messageStart':
      // A second start begins the message again.
      return contentOf(draft).length > 0 ? { reply: newReply(), restarts: true } : { reply: draft };
    case 'contentBlockStart':
      return beginTool(draft, data, call);
    case 'contentBlockDelta':
      return addDelta(draft, data, call);
    case 'messageStop':
      return stop(draft, data, call);
    case 'metadata':
      assign(draft, data, MESSAGE);
      return Object.hasOwn(draft, 'stopReason') ? { reply: draft, isLast: true } : { reply: draft };
    default:
      return FAILURE.test(name) ? fail(draft, name, data) : { reply: draft };
  }
}

/** Members of a reply that `metadata` does not write. */
const MESSAGE: ReadonlySet<string> = new Set(['output', 'stopReason', '__type']);
const FAILURE = /(?:Exception|Error|Failure)$/;

function newReply(): Draft {
  return { output: { message: { role: 'assistant', content: [] } } };
}

function contentOf(draft: Draft): unknown[] {
  return listIn(draftIn(draftIn(draft, 'output'), 'message'), 'content');
}

// A block has one member, whose name is the kind of the block.
const TEXT: BlockKind = { name: 'text', start: { text: '' } };
const REASONING: BlockKind = { name: 'reasoningContent', start: {} };
const TOOL: BlockKind = { name: 'toolUse', start: {} };

function beginTool(draft: Draft, data: unknown, call: ModelCall): StreamStep {
  const step: DraftStep = { reply: draft };
  const tool = member(data, 'start', 'toolUse');
  if (!isObject(tool)) return step;
  const kind = { name: TOOL.name, start: { toolUse: { ...tool, input: '' } } };
  const block = blockAt(contentOf(draft), member(data, 'contentBlockIndex'), kind);
  if (call.tools !== undefined)
    addCallDelta(step, draft, block, { head: converseCallHead(block, contentOf(draft)), piece: '' });
  return step;
}

function addDelta(draft: Draft, data: unknown, call: ModelCall): StreamStep {
  const delta = member(data, 'delta');
  const blocks = contentOf(draft);
  const index = member(data, 'contentBlockIndex');
  const [text, thought, tool] = ['text', 'reasoningContent', 'toolUse'].map((name) => member(delta, name));
  const step: DraftStep = { reply: draft };
  if (typeof text === 'string' && text !== '') {
    append(blockAt(blocks, index, TEXT), 'text', text);
    // Text beside a forced tool is the model thinking aloud. Only the end shows which of the two is the answer.
    step.text = call.outputSchema === undefined ? text : '';
    if (call.outputSchema !== undefined) step.withheld = text;
  } else if (isObject(thought)) {
    addThought(draftIn(blockAt(blocks, index, REASONING), 'reasoningContent'), thought);
    const reasoning = textOf(member(thought, 'text'));
    if (reasoning !== '') step.reasoning = reasoning;
  } else if (isObject(tool)) {
    const piece = textOf(member(tool, 'input'));
    const own = blockAt(blocks, index, TOOL);
    append(draftIn(own, 'toolUse'), 'input', piece);
    if (call.tools === undefined) step.withheld = piece;
    else addCallDelta(step, draft, own, { head: converseCallHead(own, blocks), piece });
    if (call.outputSchema !== undefined) step.text = '';
  }
  return step;
}

/** In a whole reply, text and signature are one level deeper than in an event. */
function addThought(content: Draft, thought: unknown): void {
  for (const name of ['text', 'signature']) {
    const piece = textOf(member(thought, name));
    if (piece !== '') append(draftIn(content, 'reasoningText'), name, piece);
  }
  const redacted = textOf(member(thought, 'redactedContent'));
  if (redacted !== '') append(content, 'redactedContent', redacted);
}

function stop(draft: Draft, data: unknown, call: ModelCall): StreamStep {
  // All blocks are read when a message stops, so a second stop is ignored.
  if (Object.hasOwn(draft, 'stopReason')) return { reply: draft };
  const blocks = contentOf(draft);
  // Arguments of calls stay the text that the model wrote.
  if (call.tools === undefined) settleInputs(blocks.map((block) => member(block, 'toolUse')).filter(isDraft));
  // A message with a stop reason, even an empty one, is whole.
  draft['stopReason'] = textOf(member(data, 'stopReason'));
  assign(draft, data, OUTPUT);
  const step: DraftStep = { reply: draft };
  // The usage may have come before.
  step[isObject(draft['usage']) ? 'isLast' : 'mayEnd'] = true;
  if (call.outputSchema !== undefined) step.text = readConverseAnswer(blocks, call) ?? '';
  return step;
}

/** Members of a reply that `messageStop` does not write. */
const OUTPUT: ReadonlySet<string> = new Set(['output', 'stopReason', 'usage', '__type']);

/** Turns an exception in the stream into a reply like the body of an error, with its type under the same name. */
function fail(draft: Draft, name: string, data: unknown): StreamStep {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const { usage, trace } = draft;
  const reply = { __type: type, message: member(data, 'message'), usage, trace };
  return { reply, isLast: true };
}

export function isCallBlock(block: unknown): boolean {
  return textOf(member(block, 'toolUse', 'name')) !== '';
}

/** A call. The first one carries the reasoning before it, which some models want back unchanged. */
export function converseCallHead(block: unknown, blocks: readonly unknown[]): CallHead {
  const before = blocks.slice(0, blocks.indexOf(block));
  const reasoning = before.some(isCallBlock) ? [] : before.flatMap(signedReasoning);
  return {
    id: textOf(member(block, 'toolUse', 'toolUseId')),
    name: textOf(member(block, 'toolUse', 'name')),
    ...(reasoning.length > 0 && { carried: { reasoning } }),
  };
}

function signedReasoning(block: unknown): readonly JsonObject[] {
  const redactedContent = textOf(member(block, 'reasoningContent', 'redactedContent'));
  if (redactedContent !== '') return [{ reasoningContent: { redactedContent } }];
  const reasoning = member(block, 'reasoningContent', 'reasoningText');
  const signature = textOf(member(reasoning, 'signature'));
  if (signature === '') return [];
  return [{ reasoningContent: { reasoningText: { text: textOf(member(reasoning, 'text')), signature } } }];
}

/** The answer in a message's blocks: the input of the forced tool, or else the text; undefined if that input is unreadable. */
export function readConverseAnswer(blocks: readonly unknown[], call: ModelCall): string | undefined {
  const uses = blocks.map((block) => member(block, 'toolUse'));
  const tool = uses.find((use) => member(use, 'name') === OUTPUT_NAME);
  // Text beside the tool call is the model thinking aloud.
  if (call.outputSchema !== undefined && tool !== undefined) return readToolInput(member(tool, 'input'));
  return blocks.map((block) => textOf(member(block, 'text'))).join('');
}
