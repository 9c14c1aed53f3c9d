import type { Dialect } from '../../../dialects/translated-prompt.ts';
import type { AnswerHead, ChosenAnswer } from '../answer/chosen-answer.ts';
import type { AnswerCallDelta } from '../../../tools/answer-call.ts';
import type { CompatError } from '../compat-error.ts';

/** An address that takes prompts in another dialect and answers in it. */
export interface CompatApi {
  readonly dialect: Dialect;
  readonly path: string;
  /** In lower case: a header in which the dialect's clients send their key instead of `Authorization`. */
  readonly keyHeader?: string;
  /** The field that holds the prompt, for errors. */
  readonly promptField: string;
  /** The whole answer as JSON. */
  whole(answer: ChosenAnswer): object;
  stream(head: AnswerHead): StreamWriter;
}

/** Tells one answer as events, in this order: `begin`, any number of `text` and `call`, then `end` or `error`. */
export interface StreamWriter {
  /** @param hasText false where a call comes first. */
  begin(hasText: boolean): readonly StreamedEvent[];
  /** @param text what the answer goes on with. */
  text(text: string): readonly StreamedEvent[];
  /** A call ends with the first delta of the next one, or with the answer; a text may come between two calls. */
  call(delta: AnswerCallDelta): readonly StreamedEvent[];
  end(answer: ChosenAnswer): readonly StreamedEvent[];
  /** May come without anything before it. */
  error(error: CompatError): readonly StreamedEvent[];
}

export interface StreamedEvent {
  /** Absent: it has none. */
  readonly name?: string;
  /** An object, or a text that stands for itself. */
  readonly data: object | string;
}
