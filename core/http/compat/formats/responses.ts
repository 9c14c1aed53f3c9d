import { COMPATIBLE_OPERATIONS } from '../../../api/compatible-operations.ts';
import type { AnswerCall, AnswerCallDelta } from '../../../tools/answer-call.ts';
import type { AnswerHead, ChosenAnswer } from '../answer/chosen-answer.ts';
import type { CompatError } from '../compat-error.ts';
import type { CompatApi, StreamedEvent, StreamWriter } from './compat-api.ts';
import {
  callItemId,
  endedResponse,
  endedStatus,
  failedResponse,
  functionCall,
  messageId,
  outputMessage,
  outputOf,
  outputText,
  runningResponse,
  type ResponsesOutputItem,
} from './responses-object.ts';

/** POST /v1/responses. */
export const responsesCompat: CompatApi = {
  dialect: 'responses',
  path: COMPATIBLE_OPERATIONS.createResponse.path,
  promptField: 'input',
  whole: (answer) => endedResponse(answer, outputOf(answer)),
  stream: (head) => new ResponsesStream(head),
};

/** The item that is being written. */
type OpenItem =
  | { readonly kind: 'message'; readonly id: string; text: string }
  | { readonly kind: 'call'; readonly id: string; readonly call: AnswerCall; json: string };

type ItemStatus = 'completed' | 'incomplete';

/**
 * An answer as typed events of the Responses API. Each item is whole before the next begins, because clients run a call
 * as soon as its `output_item.done` has come.
 */
export class ResponsesStream implements StreamWriter {
  readonly #head: AnswerHead;
  readonly #done: ResponsesOutputItem[] = [];
  #open: OpenItem | undefined;
  #sequence = 0;
  #messages = 0;

  constructor(head: AnswerHead) {
    this.#head = head;
  }

  begin(): readonly StreamedEvent[] {
    const response = runningResponse(this.#head);
    return [this.#event('response.created', { response }), this.#event('response.in_progress', { response })];
  }

  text(text: string): readonly StreamedEvent[] {
    const opening =
      this.#open?.kind === 'message' ? [] : [...this.#close('completed'), ...this.#openMessage()];
    // Without tools the text is the whole output, which is known at the end anyway.
    if (this.#open?.kind === 'message' && this.#head.options.hasTools) this.#open.text += text;
    const delta = { ...this.#place(), content_index: 0, delta: text, logprobs: [] };
    return [...opening, this.#event('response.output_text.delta', delta)];
  }

  call({ index, begins, arguments: piece }: AnswerCallDelta): readonly StreamedEvent[] {
    const opening = begins === undefined ? [] : this.#openCall(index, begins);
    if (this.#open?.kind === 'call') this.#open.json += piece;
    if (piece === '') return opening;
    const delta = { ...this.#place(), delta: piece };
    return [...opening, this.#event('response.function_call_arguments.delta', delta)];
  }

  end(answer: ChosenAnswer): readonly StreamedEvent[] {
    const status = endedStatus(answer.result);
    const isEmpty = this.#open === undefined && this.#done.length === 0;
    const opening = isEmpty ? this.#openMessage() : [];
    if (this.#open?.kind === 'message' && !this.#head.options.hasTools)
      this.#open.text = answer.result.output;
    const closing = this.#close(status);
    const response = endedResponse(answer, this.#done);
    return [...opening, ...closing, this.#event(`response.${status}`, { response })];
  }

  error(error: CompatError): readonly StreamedEvent[] {
    const { message, code, param } = error.body;
    return [
      this.#event('error', { message, code, param, error: error.body }),
      this.#event('response.failed', { response: failedResponse(this.#head, error) }),
    ];
  }

  #openMessage(): readonly StreamedEvent[] {
    const id = messageId(this.#head.requestId, this.#messages);
    this.#messages += 1;
    this.#open = { kind: 'message', id, text: '' };
    const place = this.#place();
    return [
      this.#event('response.output_item.added', {
        output_index: place.output_index,
        item: outputMessage(id, 'in_progress', []),
      }),
      this.#event('response.content_part.added', { ...place, content_index: 0, part: outputText('') }),
    ];
  }

  #openCall(index: number, begins: Pick<AnswerCall, 'id' | 'name'>): readonly StreamedEvent[] {
    const closing = this.#close('completed');
    const id = callItemId(this.#head.requestId, index);
    const call = { ...begins, arguments: '' };
    this.#open = { kind: 'call', id, call, json: '' };
    const added = { output_index: this.#done.length, item: functionCall(id, 'in_progress', call) };
    return [...closing, this.#event('response.output_item.added', added)];
  }

  #close(status: ItemStatus): readonly StreamedEvent[] {
    const open = this.#open;
    if (open === undefined) return [];
    const place = this.#place();
    this.#open = undefined;
    if (open.kind === 'message') {
      const part = outputText(open.text);
      const where = { ...place, content_index: 0 };
      return [
        this.#event('response.output_text.done', { ...where, text: open.text, logprobs: [] }),
        this.#event('response.content_part.done', { ...where, part }),
        this.#itemDone(outputMessage(open.id, status, [part])),
      ];
    }
    const call = { ...open.call, arguments: open.json };
    return [
      this.#event('response.function_call_arguments.done', {
        ...place,
        name: call.name,
        arguments: call.arguments,
      }),
      this.#itemDone(functionCall(open.id, status, call)),
    ];
  }

  #itemDone(item: ResponsesOutputItem): StreamedEvent {
    const event = this.#event('response.output_item.done', { output_index: this.#done.length, item });
    this.#done.push(item);
    return event;
  }

  #place(): { readonly item_id: string; readonly output_index: number } {
    return { item_id: this.#open?.id ?? '', output_index: this.#done.length };
  }

  #event(type: string, fields: object): StreamedEvent {
    const data = { type, sequence_number: this.#sequence, ...fields };
    this.#sequence += 1;
    return { name: type, data };
  }
}
