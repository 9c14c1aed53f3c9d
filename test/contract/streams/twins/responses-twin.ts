import type {
  Response,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseReasoningItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import { type Cut, type Twin, typedEvents } from './twin.ts';

type Unnumbered<Event> = Event extends { readonly sequence_number: number }
  ? Omit<Event, 'sequence_number'>
  : never;
type Draft = Unnumbered<ResponseStreamEvent>;

/** The events of a response, in the types of `openai`. */
export function responseEvents(response: Response, cut: Cut): readonly ResponseStreamEvent[] {
  const begun: Response = { ...response, status: 'in_progress', output: [] };
  delete begun.usage;
  const drafts: readonly Draft[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...response.output.flatMap((item, index) => itemEvents(item, index, cut)),
    { type: response.status === 'incomplete' ? 'response.incomplete' : 'response.completed', response },
  ];
  return drafts.map((draft, sequence_number): ResponseStreamEvent => ({ ...draft, sequence_number }));
}

function itemEvents(item: ResponseOutputItem, output_index: number, cut: Cut): readonly Draft[] {
  const begun: ResponseOutputItem =
    item.type === 'message'
      ? { ...item, status: 'in_progress', content: [] }
      : item.type === 'reasoning'
        ? { ...item, summary: [] }
        : item;
  return [
    { type: 'response.output_item.added', output_index, item: begun },
    ...(item.type === 'message' ? messageEvents(item, output_index, cut) : []),
    ...(item.type === 'reasoning' ? reasoningEvents(item, output_index, cut) : []),
    { type: 'response.output_item.done', output_index, item },
  ];
}

function messageEvents(item: ResponseOutputMessage, output_index: number, cut: Cut): readonly Draft[] {
  return item.content.flatMap((part, content_index): readonly Draft[] => {
    const place = { item_id: item.id, output_index, content_index };
    if (part.type === 'refusal')
      return [
        { type: 'response.content_part.added', ...place, part: { type: 'refusal', refusal: '' } },
        ...cut(part.refusal).map((delta) => ({ type: 'response.refusal.delta', ...place, delta }) as const),
        { type: 'response.refusal.done', ...place, refusal: part.refusal },
        { type: 'response.content_part.done', ...place, part },
      ];
    return [
      { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
      ...cut(part.text).map((delta): Draft => ({
        type: 'response.output_text.delta',
        ...place,
        delta,
        logprobs: [],
      })),
      { type: 'response.output_text.done', ...place, text: part.text, logprobs: [] },
      { type: 'response.content_part.done', ...place, part },
    ];
  });
}

function reasoningEvents(item: ResponseReasoningItem, output_index: number, cut: Cut): readonly Draft[] {
  return item.summary.flatMap((part, summary_index): readonly Draft[] => {
    const place = { item_id: item.id, output_index, summary_index };
    return [
      { type: 'response.reasoning_summary_part.added', ...place, part: { type: 'summary_text', text: '' } },
      ...cut(part.text).map(
        (delta) => ({ type: 'response.reasoning_summary_text.delta', ...place, delta }) as const,
      ),
      { type: 'response.reasoning_summary_text.done', ...place, text: part.text },
      { type: 'response.reasoning_summary_part.done', ...place, part },
    ];
  });
}

export const responsesTwin: Twin = (reply, cut) => typedEvents(responseEvents(reply as Response, cut));
