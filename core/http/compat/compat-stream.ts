import type { AnswerEvent } from '../../pipeline/follow/answer-events.ts';
import { isRecord, jsonParts, type JsonPieces } from '../../text/plain-json.ts';
import type { AnswerCall, AnswerCallDelta } from '../../tools/answer-call.ts';
import type { Ending } from './answer/chosen-answer.ts';
import type { CompatError } from './compat-error.ts';
import type { StreamedEvent, StreamWriter } from './formats/compat-api.ts';

/** Sent if text that has left is not part of the final answer, because these dialects cannot take text back. */
const REPLACED: CompatError = {
  status: 502,
  body: {
    message:
      'The provider began its answer again, and what was sent is none of it. Send the request again, without "stream" if this repeats.',
    type: 'server_error',
    param: null,
    code: 'answer_restarted',
  },
  headers: {},
};

/** Writes one answer as a stream of another dialect, from the events of its log or whole at the end. */
export class CompatStream {
  readonly #writer: StreamWriter;
  #hasBegun = false;
  #hasText = false;
  /** The beginning of a delta's line whose end has not come yet. */
  #line = '';
  /** The arguments that have been sent, by call. */
  readonly #calls: string[] = [];
  #isReplaced = false;
  #ending: Ending | undefined;

  constructor(writer: StreamWriter) {
    this.#writer = writer;
  }

  /** Set it before the log's last event arrives. */
  set ending(ending: Ending) {
    this.#ending = ending;
  }

  /** The bytes for one event of the log. There are none if the dialect has no such event. */
  *frame({ name, json }: AnswerEvent): Generator<Uint8Array> {
    if (name === 'delta') yield* this.#text(textIn(json));
    else if (name === 'calls') yield* this.#callLines(textIn(json));
    else if (name === 'replaced') this.#isReplaced ||= this.#hasText || this.#calls.length > 0;
    else if (name === 'done' || name === 'error') yield* this.end();
  }

  /** The bytes for the part of the answer that has not been sent yet. */
  *end(): Generator<Uint8Array> {
    const ending = this.#ending;
    if (ending === undefined) throw new Error('a stream ends without an ending');
    if ('error' in ending) yield* this.#events(this.#writer.error(ending.error));
    else if (this.#isReplaced) yield* this.#events(this.#writer.error(REPLACED));
    else {
      // Text that was streamed is complete. A reply that came whole has not been streamed, so it is sent now.
      if (!this.#hasText) yield* this.#text(ending.answer.result.output);
      yield* this.#begin(ending.answer.result.calls === undefined);
      if (!(yield* this.#restOfCalls(ending.answer.result.calls ?? []))) {
        yield* this.#events(this.#writer.error(REPLACED));
        return;
      }
      yield* this.#events(this.#writer.end(ending.answer));
    }
  }

  *#text(text: string): Generator<Uint8Array> {
    if (this.#isReplaced || text === '') return;
    this.#hasText = true;
    yield* this.#begin(true);
    yield* this.#events(this.#writer.text(text));
  }

  /** @param part some of the deltas' lines. It may end within a line. */
  *#callLines(part: string): Generator<Uint8Array> {
    if (this.#isReplaced) return;
    const lines = (this.#line + part).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) {
      const delta: AnswerCallDelta = JSON.parse(line);
      yield* this.#call(delta);
    }
  }

  *#call(delta: AnswerCallDelta): Generator<Uint8Array> {
    this.#calls[delta.index] = (this.#calls[delta.index] ?? '') + delta.arguments;
    yield* this.#begin(false);
    yield* this.#events(this.#writer.call(delta));
  }

  /** Sends the rest of the calls. @returns false if the part that has been sent does not belong to the final calls. */
  *#restOfCalls(calls: readonly AnswerCall[]): Generator<Uint8Array, boolean> {
    if (this.#calls.length > calls.length) return false;
    for (const [index, { id, name, arguments: whole }] of calls.entries()) {
      const sentPart = this.#calls[index];
      if (sentPart !== undefined && !whole.startsWith(sentPart)) return false;
      const unsentPart = whole.slice(sentPart?.length ?? 0);
      if (sentPart === undefined) yield* this.#call({ index, begins: { id, name }, arguments: unsentPart });
      else if (unsentPart !== '') yield* this.#call({ index, arguments: unsentPart });
    }
    return true;
  }

  *#begin(hasText: boolean): Generator<Uint8Array> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    yield* this.#events(this.#writer.begin(hasText));
  }

  *#events(events: readonly StreamedEvent[]): Generator<Uint8Array> {
    for (const event of events) yield* bytesOf(event);
  }
}

/** A short event is one piece. A long one is written in pieces, each when the client is ready for it. */
function* bytesOf({ name, data }: StreamedEvent): Generator<Uint8Array> {
  let text = name === undefined ? 'data: ' : `event: ${name}\ndata: `;
  for (const part of typeof data === 'string' ? [data] : jsonParts(data)) {
    text += part;
    if (text.length < LONG_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(`${text}\n\n`);
}

/** A piece that reaches this length is sent before the next one is written. */
const LONG_CHARACTERS = 65_536;

/** The text of an event, which has at most 65,536 characters. */
function textIn(json: JsonPieces): string {
  const data: unknown = JSON.parse(Buffer.concat(json).toString());
  return isRecord(data) && typeof data['text'] === 'string' ? data['text'] : '';
}
