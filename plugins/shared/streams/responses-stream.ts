import type { StreamEvent, StreamReader, StreamStep } from '../../../core/contract.ts';
import { isObject, items, member, textOf } from '../read-reply.ts';
import {
  append,
  asDraft,
  assign,
  blockAt,
  type BlockKind,
  boundedFold,
  type Draft,
  isDraft,
  listIn,
  restOf,
} from './draft.ts';

/**
 * Server-sent events of the Responses API. The last one holds the whole response; what came before it is folded all the
 * same, for those who read along and for a last event that leaves the output out.
 */
export const responsesStream: StreamReader = {
  framing: 'sse',
  request: (whole) => ({ ...whole, body: { ...whole.body, stream: true } }),
  fold: boundedFold(fold),
  comparable: (json) =>
    ADDS.test(json) ? json.replace(COUNTED, '$1:0').replace(PADDING, '$1:""') : undefined,
};

/** A quote within a text is escaped, so none of these is found in one. */
const ADDS = /"type": ?"[\w.]+\.delta"/;
const COUNTED = /("sequence_number"):\d+/;
const PADDING = /("obfuscation"):"[^"\\]*"/;

const ENDS: ReadonlyMap<string, string> = new Map([
  ['response.completed', 'completed'],
  ['response.incomplete', 'incomplete'],
  ['response.failed', 'failed'],
  ['response.cancelled', 'cancelled'],
]);

function fold(reply: unknown, { name, data }: StreamEvent): StreamStep {
  const draft = isDraft(reply) ? reply : newResponse({});
  const type = textOf(member(data, 'type')) || name;
  const status = ENDS.get(type);
  if (status !== undefined) return finish(draft, data, status);
  switch (type) {
    case 'response.created':
      return begin(draft, data);
    case 'response.output_item.added':
      beginItem(draft, data);
      return { reply: draft };
    case 'response.output_text.delta':
    case 'response.refusal.delta':
      return addText(draft, data, type === 'response.refusal.delta' ? REFUSAL : OUTPUT_TEXT);
    case 'response.output_text.done':
    case 'response.refusal.done':
      return settleText(draft, data, type === 'response.refusal.done' ? REFUSAL : OUTPUT_TEXT);
    case 'response.output_item.done':
      return settleItem(draft, data);
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

function newResponse(given: Draft): Draft {
  return { object: 'response', ...given, status: 'in_progress', output: [] };
}

/** A second start begins another response, and the first is void. */
function begin(earlier: Draft, data: unknown): StreamStep {
  const reply = newResponse(asDraft(member(data, 'response')));
  return items(earlier['output']).length > 0 ? { reply, restarts: true } : { reply };
}

function itemKind(given: Draft): BlockKind {
  return { name: textOf(given['type']), begin: () => ({ ...given }) };
}

const MESSAGE = itemKind({ type: 'message', role: 'assistant' });
const REASONING = itemKind({ type: 'reasoning' });

/** By the place in the output: some servers give an item another id in each event. */
function itemAt(draft: Draft, data: unknown, kind: BlockKind): Draft {
  return blockAt(listIn(draft, 'output'), member(data, 'output_index'), kind);
}

function beginItem(draft: Draft, data: unknown): void {
  const item = member(data, 'item');
  if (!isDraft(item)) return;
  // Its parts follow.
  const emptied = {
    ...(isMessage(item) && { content: [] }),
    ...(item['type'] === 'reasoning' && { summary: [] }),
  };
  notePhase(draft, itemAt(draft, data, itemKind({ ...item, ...emptied })));
}

interface PartKind {
  readonly type: 'output_text' | 'refusal';
  readonly field: 'text' | 'refusal';
}

const OUTPUT_TEXT: PartKind = { type: 'output_text', field: 'text' };
const REFUSAL: PartKind = { type: 'refusal', field: 'refusal' };

function partAt(message: Draft, index: unknown, { type, field }: PartKind): Draft {
  return blockAt(listIn(message, 'content'), index, {
    name: type,
    begin: () => ({ type, [field]: '' }),
  });
}

function addText(draft: Draft, data: unknown, kind: PartKind): StreamStep {
  const message = itemAt(draft, data, MESSAGE);
  const piece = textOf(member(data, 'delta'));
  append(partAt(message, member(data, 'content_index'), kind), kind.field, piece);
  if (kind === OUTPUT_TEXT && piece !== '') WRITTEN.add(message);
  return tell(draft, message, kind, piece);
}

/** The part's whole text, should a piece of it not have come. */
function settleText(draft: Draft, data: unknown, kind: PartKind): StreamStep {
  const message = itemAt(draft, data, MESSAGE);
  const part = partAt(message, member(data, 'content_index'), kind);
  const whole = textOf(member(data, kind.field));
  const rest = restOf(whole, textOf(part[kind.field]));
  if (whole !== '') part[kind.field] = whole;
  if (kind === OUTPUT_TEXT && whole !== '') WRITTEN.add(message);
  return tell(draft, message, kind, rest);
}

function settleItem(draft: Draft, data: unknown): StreamStep {
  const given = member(data, 'item');
  if (!isDraft(given)) return { reply: draft };
  const item = itemAt(draft, data, itemKind({ type: given['type'] }));
  const before = items(item['content']);
  assign(item, given);
  notePhase(draft, item);
  // Its parts are read through where the event has others in their stead.
  if (!isMessage(item) || item['content'] === before) return { reply: draft };
  const parts = items(item['content']);
  if (parts.some(isWritten)) WRITTEN.add(item);
  else WRITTEN.delete(item);
  return tell(draft, item, OUTPUT_TEXT, restOf(textOfParts(parts), textOfParts(before)));
}

/** Messages that have a text beside a refusal. */
const WRITTEN = new WeakSet<Draft>();
/** Of a response the place of its first item with a phase. */
const FIRST_PHASED = new WeakMap<Draft, number>();

function notePhase(draft: Draft, item: Draft): void {
  if (textOf(item['phase']) === '') return;
  const place = items(draft['output']).indexOf(item);
  FIRST_PHASED.set(draft, Math.min(place, FIRST_PHASED.get(draft) ?? place));
}

function tell(draft: Draft, message: Draft, kind: PartKind, piece: string): StreamStep {
  if (piece === '') return { reply: draft };
  // A refusal counts where there is no other text.
  const isAside = kind === REFUSAL && WRITTEN.has(message);
  return !isAside && isTold(draft, message)
    ? { reply: draft, text: piece }
    : { reply: draft, text: '', untold: piece };
}

function isWritten(part: unknown): boolean {
  return member(part, 'type') === 'output_text' && textOf(member(part, 'text')) !== '';
}

/** Commentary is the answer only where no final answer follows; that is known at the end. */
function isTold(draft: Draft, message: Draft): boolean {
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
  const part = blockAt(parts, index ?? member(data, 'content_index'), {
    name: type,
    begin: () => ({ type, text: '' }),
  });
  const reasoning = textOf(member(data, 'delta'));
  append(part, 'text', reasoning);
  return reasoning === '' ? { reply: draft } : { reply: draft, reasoning };
}

function finish(draft: Draft, data: unknown, status: string): StreamStep {
  const output = listIn(draft, 'output');
  const told = textOfParts(
    output
      .filter((item) => isMessage(item) && isTold(draft, item))
      .flatMap((item) => items(member(item, 'content'))),
  );
  const reply: Draft = { ...draft, status, ...asDraft(member(data, 'response')) };
  if (items(reply['output']).length === 0) reply['output'] = output;
  const text = restOf(textOfParts(answerParts(items(reply['output']))), told);
  return text === '' ? { reply, isLast: true } : { reply, isLast: true, text };
}

function isMessage(item: unknown): item is Draft {
  return isDraft(item) && item['type'] === 'message';
}

/** `response.failed` may follow, with the usage. The event has the error in it, or is it. */
function fail(draft: Draft, data: unknown): StreamStep {
  const inner = member(data, 'error');
  const [code, message] = [member(data, 'code'), member(data, 'message')];
  draft['status'] = 'failed';
  draft['error'] = isObject(inner) ? inner : { code, message };
  return { reply: draft, mayEnd: true };
}

/** Newer models send their running commentary as messages of their own; the answer is then the final one. */
export function answerParts(output: readonly unknown[]): readonly unknown[] {
  const messages = output.filter((item) => member(item, 'type') === 'message');
  const final = messages.filter((item) => member(item, 'phase') === 'final_answer');
  return (final.length > 0 ? final : messages).flatMap((message) => items(member(message, 'content')));
}

/** The text of an answer's parts: a refusal in the model's own words only where there is no other text. */
export function textOfParts(parts: readonly unknown[]): string {
  return joinParts(parts, 'output_text', 'text') || joinParts(parts, 'refusal', 'refusal');
}

function joinParts(parts: readonly unknown[], type: string, field: string): string {
  return parts
    .filter((part) => member(part, 'type') === type)
    .map((part) => textOf(member(part, field)))
    .join('');
}
