import type { ModelCall, StreamEvent, StreamReader, StreamStep } from '../../../core/contract.ts';
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
} from './draft.ts';
import { OUTPUT_NAME, readToolInput } from '../structured-output.ts';
import { settleInputs } from './tool-input.ts';

/** Binary events of ConverseStream: blocks in pieces, then `messageStop`, then `metadata` with the usage. */
export const converseStream: StreamReader = {
  framing: 'binary',
  request: (whole) => ({ ...whole, path: whole.path.replace(/\/converse$/, '/converse-stream') }),
  fold: boundedFold(fold),
};

function fold(reply: unknown, { name, data }: StreamEvent, call: ModelCall): StreamStep {
  const draft = isDraft(reply) ? reply : newReply();
  switch (name) {
    case 'messageStart':
      return begin(draft);
    case 'contentBlockStart':
      beginTool(draft, data);
      return { reply: draft };
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

/** A second start begins the message again. */
function begin(earlier: Draft): StreamStep {
  return contentOf(earlier).length > 0 ? { reply: newReply(), restarts: true } : { reply: earlier };
}

/** A block has one member, which says what it is. */
function kindOf(name: 'text' | 'reasoningContent' | 'toolUse', begin: () => unknown): BlockKind {
  return { name, begin: () => ({ [name]: begin() }) };
}

const TEXT = kindOf('text', () => '');
const REASONING = kindOf('reasoningContent', () => ({}));
const TOOL = kindOf('toolUse', () => ({ input: '' }));

function beginTool(draft: Draft, data: unknown): void {
  const tool = member(data, 'start', 'toolUse');
  if (!isObject(tool)) return;
  const kind = kindOf('toolUse', () => ({ ...tool, input: '' }));
  blockAt(contentOf(draft), member(data, 'contentBlockIndex'), kind);
}

function addDelta(draft: Draft, data: unknown, call: ModelCall): StreamStep {
  const delta = member(data, 'delta');
  const block = (kind: BlockKind): Draft =>
    blockAt(contentOf(draft), member(data, 'contentBlockIndex'), kind);
  const [text, thought, tool] = ['text', 'reasoningContent', 'toolUse'].map((name) => member(delta, name));
  const step: DraftStep = { reply: draft };
  if (typeof text === 'string' && text !== '') {
    append(block(TEXT), 'text', text);
    // Beside a forced tool, text is the model thinking aloud; which of both is the answer is known at the end.
    step.text = call.outputSchema === undefined ? text : '';
    if (call.outputSchema !== undefined) step.untold = text;
  } else if (isObject(thought)) {
    addThought(draftIn(block(REASONING), 'reasoningContent'), thought);
    const reasoning = textOf(member(thought, 'text'));
    if (reasoning !== '') step.reasoning = reasoning;
  } else if (isObject(tool)) {
    step.untold = textOf(member(tool, 'input'));
    append(draftIn(block(TOOL), 'toolUse'), 'input', step.untold);
    if (call.outputSchema !== undefined) step.text = '';
  }
  return step;
}

/** A whole reply has text and signature one level deeper than an event has them. */
function addThought(content: Draft, thought: unknown): void {
  for (const name of ['text', 'signature']) {
    const piece = textOf(member(thought, name));
    if (piece !== '') append(draftIn(content, 'reasoningText'), name, piece);
  }
  const redacted = textOf(member(thought, 'redactedContent'));
  if (redacted !== '') append(content, 'redactedContent', redacted);
}

function stop(draft: Draft, data: unknown, call: ModelCall): StreamStep {
  // A message stops once: what it has is read through.
  if (Object.hasOwn(draft, 'stopReason')) return { reply: draft };
  const blocks = contentOf(draft);
  settleInputs(blocks.map((block) => member(block, 'toolUse')).filter(isDraft));
  // The event alone says that the message is whole.
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

/** An exception in the stream becomes what an error's body can be, with its type as such a body names it. */
function fail(draft: Draft, name: string, data: unknown): StreamStep {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const { usage, trace } = draft;
  const reply = { __type: type, message: member(data, 'message'), usage, trace };
  return { reply, isLast: true };
}

/** The answer in a message's blocks: the forced tool's input, or else the text; undefined where that input is unreadable. */
export function readConverseAnswer(blocks: readonly unknown[], call: ModelCall): string | undefined {
  const uses = blocks.map((block) => member(block, 'toolUse'));
  const tool = call.outputSchema && uses.find((use) => member(use, 'name') === OUTPUT_NAME);
  // Text beside the tool call is the model thinking aloud.
  if (call.outputSchema !== undefined && tool !== undefined) return readToolInput(member(tool, 'input'));
  return blocks.map((block) => textOf(member(block, 'text'))).join('');
}
