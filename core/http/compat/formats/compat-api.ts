import type { Dialect } from '../../../dialects/translated-prompt.ts';
import type { AnswerHead, ChosenAnswer } from '../answer/chosen-answer.ts';
import type { AnswerCallDelta } from '../../../tools/answer-call.ts';
import type { CompatError } from '../compat-error.ts';

/** An address that takes prompts in another dialect and answers in it. */
export interface CompatApi {
  readonly dialect: Dialect;
  readonly path: string;
  /** The field that holds the prompt, for errors. */
  readonly promptField: string;
  /** The whole answer as JSON. */
  whole(answer: ChosenAnswer): object;
  stream(head: AnswerHead): StreamWriter;
}

/** Writes one answer as events, in this order: `begin`, any number of `text` and `call`, then `end` or `error`. */
export interface StreamWriter {
  /** @param hasText false if the answer begins with a call. */
  begin(hasText: boolean): readonly StreamedEvent[];
  /** @param text the next piece of the answer. */
  text(text: string): readonly StreamedEvent[];
  /** A call ends with the first delta of the next one, or with the answer; a text may come between two calls. */
  call(delta: AnswerCallDelta): readonly StreamedEvent[];
  end(answer: ChosenAnswer): readonly StreamedEvent[];
  /** May be the first event. */
  error(error: CompatError): readonly StreamedEvent[];
}

/** One server-sent event of another dialect. */
export interface StreamedEvent {
  /** Absent if the dialect does not name this event. */
  readonly name?: string;
  /** An object to write as JSON, or a text to write as it is. */
  readonly data: object | string;
}
