import type { CallHead, ModelCall, StreamEvent, StreamReader, StreamStep } from '../../../core/contract.ts';
import { answerParts, isObject, items, member, textOf, textOfParts } from '../read-reply.ts';
import { addCallDelta, addRestOfCall } from './call-deltas.ts';
import {
  append,
  asDraft,
  assign,
  blockAt,
  type BlockKind,
  boundedFold,
  type Draft,
  type DraftStep,
  isDraft,
  listIn,
  restOf,
} from './draft.ts';

/**
 * Server-sent events of the Responses API. The last one has the whole response. The others are folded too, for readers of
 * the stream and because the last event may lack the output.
 */
export const responsesStream: StreamReader = {
  framing: 'sse',
  request: (whole) => ({ ...whole, body: { ...whole.body, stream: true } }),
  fold: boundedFold(fold),
  // A replacement without groups takes a third of the time.
  comparable: (json) =>
    ADDS.test(json)
      ? json.replace(COUNTED, '"sequence_number":0').replace(PADDING, '"obfuscation":""')
      : undefined,
};

/** Quotes in a text are escaped, so no text matches these patterns. */
const ADDS = /"type": ?"[\w.]+\.delta"/;
const COUNTED = /"sequence_number":\d+/;
const PADDING = /"obfuscation":"[^"\\]*"/;

const ENDS: ReadonlyMap<string, string> = new Map([
  ['response.completed', 'completed'],
  ['response.incomplete', 'incomplete'],
  ['response.failed', 'failed'],
  ['response.cancelled', 'cancelled'],
]);

function fold(reply: unknown, { name, data }: StreamEvent, call: ModelCall): StreamStep {
  const draft = isDraft(reply) ? reply : newResponse({});
  const type = textOf(member(data, 'type')) || name;
  const status = ENDS.get(type);
  if (status !== undefined) return finish(draft, data, status, call);
  switch (type) {
    case 'response.created': {
      // A second start begins another response and discards the first.
      const begun = newResponse(asDraft(member(data, 'response')));
      return items(draft['output']).length > 0 ? { reply: begun, restarts: true } : { reply: begun };
    }
    case 'response.output_item.added':
      return beginItem(draft, data, call);
    case 'response.output_text.delta':
    case 'response.output_text.done':
      return addText(draft, data, OUTPUT_TEXT);
    case 'response.refusal.delta':
    case 'response.refusal.done':
      return addText(draft, data, REFUSAL);
    case 'response.function_call_arguments.delta':
    case 'response.function_call_arguments.done':
      return addArguments(draft, data, call);
    case 'response.output_item.done':
      return settleItem(draft, data, call);
    case 'response.reasoning_summary_part.added':
      return beginSummaryPart(draft, data);
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return addReasoning(draft, data);
    default:
      return type === 'error' || name === 'error' || isObject(member(data, 'error'))
        ? fail(draft, data)
        : { reply: draft };
  }
}

function newResponse(start: Draft): Draft {
  return { object: 'response', ...start, status: 'in_progress', output: [] };
}

function itemKind(item: Draft): BlockKind {
  return { name: textOf(item['type']), start: item };
}

const MESSAGE = itemKind({ type: 'message', role: 'assistant' });
const REASONING = itemKind({ type: 'reasoning' });

/** Finds an item by its place in the output, because some servers change its ID in each event. */
function itemAt(draft: Draft, data: unknown, kind: BlockKind): Draft {
  return blockAt(listIn(draft, 'output'), member(data, 'output_index'), kind);
}

function beginItem(draft: Draft, data: unknown, call: ModelCall): StreamStep {
  const step: DraftStep = { reply: draft };
  const item = member(data, 'item');
  if (!isDraft(item)) return step;
  // The parts follow.
  const emptied = {
    ...(isMessage(item) && { content: [] }),
    ...(item['type'] === 'reasoning' && { summary: [] }),
  };
  const begun = itemAt(draft, data, itemKind({ ...item, ...emptied }));
  if (textOf(begun['phase']) !== '') notePhase(draft, begun);
  if (call.tools !== undefined && isFunctionCall(begun)) addItemCall(step, draft, begun);
  return step;
}

const FUNCTION_CALL = itemKind({ type: 'function_call', arguments: '' });

/** The last event has the whole arguments. */
function addArguments(draft: Draft, data: unknown, call: ModelCall): StreamStep {
  const item = itemAt(draft, data, FUNCTION_CALL);
  const step: DraftStep = { reply: draft };
  const whole = textOf(member(data, 'arguments'));
  const before = textOf(item['arguments']);
  const piece = textOf(member(data, 'delta')) || restOf(whole, before);
  append(item, 'arguments', piece);
  if (call.tools === undefined) step.withheld = piece;
  else addCallDelta(step, draft, item, { head: headOf(item, draft), piece });
  return step;
}

function headOf(item: Draft, draft: Draft): CallHead {
  return responsesCallHead(item, items(draft['output']));
}

function addItemCall(step: DraftStep, draft: Draft, item: Draft): void {
  addRestOfCall(step, draft, item, { head: headOf(item, draft), whole: textOf(item['arguments']) });
}

export function isFunctionCall(item: unknown): boolean {
  return member(item, 'type') === 'function_call' && textOf(member(item, 'name')) !== '';
}

/**
 * A call, and the data that goes back before it: the reasoning since the last call and, for the first call, the phase of
 * the text. Reasoning without encrypted content is left out, because the provider has not stored it.
 */
export function responsesCallHead(item: unknown, output: readonly unknown[]): CallHead {
  const before = output.slice(0, output.indexOf(item));
  const earlier = before.findLastIndex(isFunctionCall);
  const reasoning = before
    .slice(earlier + 1)
    .filter((one) => textOf(member(one, 'encrypted_content')) !== '')
    .map((one) => ({
      type: 'reasoning',
      id: textOf(member(one, 'id')),
      summary: [],
      encrypted_content: textOf(member(one, 'encrypted_content')),
    }));
  const phase = earlier === -1 ? textOf(member(before.find(isMessage), 'phase')) : '';
  const carried = {
    ...(reasoning.length > 0 && { reasoning }),
    ...(phase !== '' && { phase }),
  };
  return {
    id: textOf(member(item, 'call_id')),
    name: textOf(member(item, 'name')),
    ...(Object.keys(carried).length > 0 && { carried }),
  };
}

interface PartKind extends BlockKind {
  /** The member with the text. */
  readonly field: 'text' | 'refusal';
}

const OUTPUT_TEXT: PartKind = { ...itemKind({ type: 'output_text', text: '' }), field: 'text' };
const REFUSAL: PartKind = { ...itemKind({ type: 'refusal', refusal: '' }), field: 'refusal' };

/** The last event of a part has its whole text, in case a piece of it did not come. */
function addText(draft: Draft, data: unknown, kind: PartKind): StreamStep {
  const message = itemAt(draft, data, MESSAGE);
  const part = blockAt(listIn(message, 'content'), member(data, 'content_index'), kind);
  const before = textOf(part[kind.field]);
  const whole = textOf(member(data, kind.field));
  const piece = textOf(member(data, 'delta')) || restOf(whole, before);
  const text = whole || before + piece;
  part[kind.field] = text;
  if (kind === OUTPUT_TEXT && text !== '') WITH_TEXT.add(message);
  return textStep(draft, message, kind, piece);
}

function settleItem(draft: Draft, data: unknown, call: ModelCall): StreamStep {
  const whole = member(data, 'item');
  if (!isDraft(whole)) return { reply: draft };
  const item = itemAt(draft, data, itemKind({ type: whole['type'] }));
  const before = items(item['content']);
  assign(item, whole);
  if (textOf(item['phase']) !== '') notePhase(draft, item);
  if (call.tools !== undefined && isFunctionCall(item)) {
    const step: DraftStep = { reply: draft };
    addItemCall(step, draft, item);
    return step;
  }
  // The parts are read only if the event replaced them.
  if (!isMessage(item) || item['content'] === before) return { reply: draft };
  const parts = items(item['content']);
  const isWithText = parts.some(
    (part) => member(part, 'type') === 'output_text' && textOf(member(part, 'text')) !== '',
  );
  if (isWithText) WITH_TEXT.add(item);
  else WITH_TEXT.delete(item);
  return textStep(draft, item, OUTPUT_TEXT, restOf(textOfParts(parts), textOfParts(before)));
}

/** Messages that have text other than a refusal. */
const WITH_TEXT = new WeakSet<Draft>();
/** The place of the first item with a phase, by response. */
const FIRST_PHASED = new WeakMap<Draft, number>();

/** @param item with a phase. */
function notePhase(draft: Draft, item: Draft): void {
  const place = items(draft['output']).indexOf(item);
  FIRST_PHASED.set(draft, Math.min(place, FIRST_PHASED.get(draft) ?? place));
}

/** Text that is not the answer so far is withheld. */
function textStep(draft: Draft, message: Draft, kind: PartKind, piece: string): StreamStep {
  if (piece === '') return { reply: draft };
  // A refusal is the answer if there is no other text.
  const isAside = kind === REFUSAL && WITH_TEXT.has(message);
  return !isAside && isAnswer(draft, message)
    ? { reply: draft, text: piece }
    : { reply: draft, text: '', withheld: piece };
}

/** Commentary is the answer only if no final answer follows, which only the end shows. */
function isAnswer(draft: Draft, message: Draft): boolean {
  const { phase } = message;
  if (typeof phase === 'string') return phase === 'final_answer';
  const firstPhased = FIRST_PHASED.get(draft);
  return firstPhased === undefined || items(draft['output']).indexOf(message) <= firstPhased;
}

function beginSummaryPart(draft: Draft, data: unknown): StreamStep {
  const summary = listIn(itemAt(draft, data, REASONING), 'summary');
  return summary.length > 0 ? { reply: draft, reasoning: '\n\n' } : { reply: draft };
}

function addReasoning(draft: Draft, data: unknown): StreamStep {
  const item = itemAt(draft, data, REASONING);
  const index = member(data, 'summary_index');
  const isSummary = index !== undefined;
  const type = isSummary ? 'summary_text' : 'reasoning_text';
  const parts = listIn(item, isSummary ? 'summary' : 'content');
  const kind = itemKind({ type, text: '' });
  const part = blockAt(parts, index ?? member(data, 'content_index'), kind);
  const reasoning = textOf(member(data, 'delta'));
  append(part, 'text', reasoning);
  return reasoning === '' ? { reply: draft } : { reply: draft, reasoning };
}

function finish(draft: Draft, data: unknown, status: string, call: ModelCall): StreamStep {
  const output = listIn(draft, 'output');
  const streamed = textOfParts(
    output
      .filter((item) => isMessage(item) && isAnswer(draft, item))
      .flatMap((item) => items(member(item, 'content'))),
  );
  const reply: Draft = { ...draft, status, ...asDraft(member(data, 'response')) };
  const last = items(reply['output']);
  // Readers of the stream have the calls with the reasoning that they carried, so these stay the same.
  const isOwn = last.length === 0 || (call.tools !== undefined && output.some(isFunctionCall));
  if (isOwn) reply['output'] = output;
  const text = restOf(textOfParts(answerParts(items(reply['output']))), streamed);
  const step: DraftStep = { reply, isLast: true };
  if (text !== '') step.text = text;
  if (isOwn || call.tools === undefined) return step;
  // The stream had no event of these calls.
  for (const item of last)
    if (isDraft(item) && isFunctionCall(item))
      addRestOfCall(step, draft, item, {
        head: responsesCallHead(item, last),
        whole: textOf(item['arguments']),
      });
  return step;
}

function isMessage(item: unknown): item is Draft {
  return isDraft(item) && item['type'] === 'message';
}

/** `response.failed` may follow, with the usage. The event contains the error, or is the error. */
function fail(draft: Draft, data: unknown): StreamStep {
  const inner = member(data, 'error');
  const [code, message] = [member(data, 'code'), member(data, 'message')];
  draft['status'] = 'failed';
  draft['error'] = isObject(inner) ? inner : { code, message };
  return { reply: draft, mayEnd: true };
}
