import type { JsonPieces } from '../../text/plain-json.ts';
import type { WrittenJson } from './written-json.ts';
import type { WrittenText } from './written-text.ts';

/** The data of a `started` event. The hold is in credits. */
export interface PromptStarted {
  readonly promptLogId: string;
  readonly creditsHeld: number;
}

/** A model begins to write one answer from all others. */
export interface Fusing {
  /** Behind the answers that it is written from. */
  readonly index: number;
  readonly modelId: string;
}

/** Events that every reader gets, in the order they came. `done` or `error` is the last. */
export type WholeEventName =
  | 'started'
  | 'fusing'
  | 'result'
  | 'evaluation'
  | 'best_so_far'
  | 'done'
  | 'error';
/** Only readers with `isWhole` get `calls`. */
export type AnswerEventName = WholeEventName | 'delta' | 'reasoning' | 'calls' | 'replaced';

/** One event as a reader gets it. */
export interface AnswerEvent {
  /** The reader's position after the event: see `position.ts`. */
  readonly id: string;
  readonly name: AnswerEventName;
  /** One line, as `JSON.stringify` writes it. */
  readonly json: JsonPieces;
}

/** Takes a reader's events. Its methods must not throw. */
export interface EventSink {
  /** False while earlier events wait for the reader. Once it is true again, call `resume` of the follower. */
  readonly isReady: boolean;
  send(event: AnswerEvent): void;
  /** Everything has been sent. */
  end(): void;
}

export interface ReaderOptions {
  /**
   * The reader gets every part of a text and of calls, however far behind it is, because it ignores `result` events. A `calls`
   * event has a part of the text of `EntrySoFar.calls`.
   */
  readonly isWhole: boolean;
}

/** A reader of a log, as its connection handles it. */
export interface Subscription {
  /** The sink takes more again. */
  resume(): void;
  /** The reader has gone. Harmless to call twice. */
  stop(): void;
}

/** An event in a log. */
export interface WholeEvent {
  readonly name: WholeEventName;
  readonly json: JsonPieces;
  /** Set for a result. */
  readonly entry?: EndedEntry;
}

/** The entry of `models` that a `result` event ends. */
export interface EndedEntry {
  readonly index: number;
  /** The version of the answer: see `EntryPosition`. */
  readonly version: number;
  /** The data of a `replaced` event, if the output differs from the text that was written. */
  readonly replacement: WrittenJson | undefined;
}

/** An entry of `models` without a result: its text and reasoning so far. */
export interface EntrySoFar {
  readonly version: number;
  readonly text: WrittenText;
  readonly reasoning: WrittenText;
  /** The deltas of its calls, one line of JSON each. */
  readonly calls: WrittenText;
  /** A reader has received something of this version. */
  wasSent: boolean;
}

/** The part of a log that followers read. All of it may have reached the caller. */
export interface LogContents {
  readonly events: readonly WholeEvent[];
  /** The entries without a result. */
  readonly unfinished: ReadonlyMap<number, EntrySoFar>;
  /** Whether texts may leave, because the request is durably marked as delivering. */
  readonly isOpen: boolean;
}
