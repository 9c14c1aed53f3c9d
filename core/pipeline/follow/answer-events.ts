import type { JsonPieces } from '../../text/json-pieces.ts';
import type { WrittenJson } from './written-json.ts';
import type { WrittenText } from './written-text.ts';

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

/** Events that every reader gets, in the order they came. */
export type WholeEventName =
  | 'started'
  | 'fusing'
  | 'result'
  | 'evaluation'
  | 'best_so_far'
  | 'done'
  | 'error';
/** `calls` is only for who follows with `isWhole`. */
export type AnswerEventName = WholeEventName | 'delta' | 'reasoning' | 'calls' | 'replaced';

/** What a reader is sent. */
export interface AnswerEvent {
  /** The reader's position after it: see `position.ts`. */
  readonly id: string;
  readonly name: AnswerEventName;
  /** One line, as `JSON.stringify` writes it. */
  readonly json: JsonPieces;
}

/** Where a reader's events go. Nothing here may throw. */
export interface EventSink {
  /** False while earlier events wait for the reader. Once it is true again, call `resume` of the follower. */
  readonly isReady: boolean;
  send(event: AnswerEvent): void;
  /** Everything has been sent. */
  end(): void;
}

export interface FollowTerms {
  /**
   * The reader gets every part of a text and of calls, however far behind it is: it makes nothing of results. A `calls`
   * event has a part of the text of `EntrySoFar.calls`.
   */
  readonly isWhole: boolean;
}

/** A reader of a log, as its connection handles it. */
export interface Following {
  /** The sink takes more again. */
  resume(): void;
  /** The reader has gone. Harmless to call twice. */
  stop(): void;
}

/** An event as a log keeps it. */
export interface WholeEvent {
  readonly name: WholeEventName;
  readonly json: JsonPieces;
  /** Nothing comes after it. */
  readonly isLast: boolean;
  /** Only of a result. */
  readonly entry?: EndedEntry;
}

export interface EndedEntry {
  readonly index: number;
  /** Which answer the result is: see `EntryPosition`. */
  readonly version: number;
  /** The data of a `replaced` event, where the output differs from what was written. */
  readonly replaced: WrittenJson | undefined;
}

/** What an entry of `models` has written so far. */
export interface EntrySoFar {
  readonly version: number;
  readonly text: WrittenText;
  readonly reasoning: WrittenText;
  /** Each delta as one line of JSON. */
  readonly calls: WrittenText;
  /** Something of this version was handed to a reader. */
  wasTold: boolean;
}

/** What a follower reads of its log: all of it has reached the caller, or may. */
export interface LogContents {
  readonly events: readonly WholeEvent[];
  /** Without those whose result is there. */
  readonly unfinished: ReadonlyMap<number, EntrySoFar>;
  /** Whether texts may leave: the request is durably marked as delivering. */
  readonly isOpen: boolean;
}
