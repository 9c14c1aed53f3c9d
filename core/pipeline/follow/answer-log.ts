import type { Evaluation, Judging, Result } from '../../generated/prompt-response.ts';
import type { JsonPieces } from '../../text/plain-json.ts';
import type { AnswerListener } from '../call/answer-listener.ts';
import type {
  EndedEntry,
  EntrySoFar,
  EventSink,
  Subscription,
  ReaderOptions,
  Fusing,
  LogContents,
  PromptStarted,
  WholeEvent,
} from './answer-events.ts';
import { Follower } from './follower.ts';
import type { Position } from './position.ts';
import { ReaderPace } from './reader-pace.ts';
import { eventJson, WrittenJson } from './written-json.ts';
import { WrittenText } from './written-text.ts';

/** How many readers may follow one answer at once, at all gateways together. */
export const MAX_READERS = 16;

/** Gets results and evaluations once their cost is durable. Its methods must not throw. */
export interface AnswerWatcher {
  result(index: number, result: Result): void;
  evaluation(evaluation: Evaluation): void;
}

interface PreparedResult {
  readonly json: WrittenJson;
  /**
   * Set if somebody reads. It keeps the JSON, which `json` holds only weakly, so that it need not be written again in the
   * result's turn, which others share.
   */
  readonly written: JsonPieces | undefined;
  /** The whole output for readers who got another text; undefined if the text is the same. */
  readonly replacement: WrittenJson | undefined;
}

/**
 * One running answer so far, for all its readers: the whole events in order, and the text of each entry of `models` that
 * has no result yet. A reader has only a position in it. Results and evaluations are added once their cost is durable.
 * Texts wait here until the ledger has marked the request as delivering.
 */
export class AnswerLog implements LogContents {
  readonly events: WholeEvent[] = [];
  readonly unfinished = new Map<number, EntrySoFar>();
  isOpen = false;
  readonly #pace: ReaderPace;
  /** The entries whose texts wait for `fusing`, so that no reader gets text of an entry it has not been told of. */
  readonly #unannounced = new Map<number, EntrySoFar>();
  /** The entries whose result comes next. */
  readonly #prepared = new Map<number, PreparedResult>();
  readonly #followers = new Set<Follower>();
  #watcher: AnswerWatcher | undefined;
  #onAnswering: (() => void) | undefined;
  #onRead: (() => Promise<void>) | undefined;
  #onUnread: (() => void) | undefined;

  /** @param pace shared by all readers of the account. */
  constructor(pace = new ReaderPace()) {
    this.#pace = pace;
  }

  /**
   * Adds the first event, before anybody reads.
   * @param onAnswering called once, when the first entry is about to write. Call `open` afterwards.
   * @param onRead called for every new reader, to make durable what may be sent.
   */
  start(started: PromptStarted, onAnswering: () => void, onRead?: () => Promise<void>): void {
    this.#onAnswering = onAnswering;
    this.#onRead = onRead;
    this.#add({ name: 'started', json: eventJson(started) });
  }

  /** Call it for every new reader. It resolves once the events so far may leave, or cannot be made durable now. */
  async noteReader(): Promise<void> {
    await this.#onRead?.();
  }

  /** Lets texts leave. Harmless to call twice. */
  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    for (const follower of this.#followers) follower.flush();
  }

  /**
   * Makes the listener of one entry.
   * @param isAnnounced false if its texts may leave only after `fusing`.
   */
  listen(index: number, isAnnounced = true): AnswerListener {
    let entry = newEntry(0);
    const entries = (): Map<number, EntrySoFar> =>
      this.#unannounced.has(index) ? this.#unannounced : this.unfinished;
    (isAnnounced ? this.unfinished : this.#unannounced).set(index, entry);
    const isOver = (): boolean => entries().get(index) !== entry;
    const write = (kind: 'text' | 'reasoning' | 'calls', piece: string): void => {
      if (piece === '' || isOver()) return;
      entry[kind].append(piece);
      this.#askToOpen();
      for (const follower of this.#followers) follower.noteText(index, kind);
    };
    return {
      begin: () => this.#askToOpen(),
      text: (piece) => write('text', piece),
      reasoning: (piece) => write('reasoning', piece),
      calls: (deltas) => write('calls', deltas.map((delta) => `${JSON.stringify(delta)}\n`).join('')),
      restart: () => {
        if (isOver()) return;
        // Text that no reader got need not be retracted.
        entry = newEntry(entry.wasSent ? entry.version + 1 : entry.version);
        entries().set(index, entry);
        for (const follower of this.#followers) follower.noteText(index, 'text');
      },
      get hasReachedCaller() {
        return entry.wasSent;
      },
      get keptBytes() {
        return entry.text.byteLength + entry.reasoning.byteLength + entry.calls.byteLength;
      },
    };
  }

  /**
   * Compares the text of an entry with its output, and writes the event of its `result`, which comes next. Let the event
   * loop turn between the steps, because a very long text takes many.
   */
  *prepare(index: number, result: Result): Generator<void, void> {
    const { output } = result;
    // A fused answer can end before `fusing` may leave.
    const text = (this.unfinished.get(index) ?? this.#unannounced.get(index))?.text;
    const isSame = text === undefined || (yield* text.compare(output));
    const json = new WrittenJson({ index, result });
    const written = this.#followers.size === 0 ? undefined : json.pieces;
    const replacement = isSame ? undefined : new WrittenJson({ index, text: output });
    this.#prepared.set(index, { json, written, replacement });
  }

  /** Adds a result. It must be prepared and its cost durable. */
  result(index: number, result: Result): void {
    this.open();
    const prepared = this.#prepared.get(index);
    if (prepared === undefined) throw new Error(`the result ${index} was not prepared`);
    this.#prepared.delete(index);
    const written = this.unfinished.get(index);
    for (const follower of this.#followers) if (written !== undefined) follower.keepEnded(index, written);
    this.unfinished.delete(index);
    const { json, replacement } = prepared;
    const entry: EndedEntry = { index, version: written?.version ?? 0, replacement };
    this.#add({
      name: 'result',
      get json() {
        return json.pieces;
      },
      entry,
    });
    this.#watcher?.result(index, result);
  }

  /** Adds `fusing`, once all models have answered and their cost is durable. A fused answer follows. */
  fusing(fusing: Fusing): void {
    const entry = this.#unannounced.get(fusing.index);
    this.#unannounced.delete(fusing.index);
    if (entry !== undefined) this.unfinished.set(fusing.index, entry);
    this.#add({ name: 'fusing', json: eventJson(fusing) });
  }

  /** Adds the evaluation of a pair whose cost is durable. */
  evaluation(evaluation: Evaluation): void {
    this.open();
    this.#add({ name: 'evaluation', json: eventJson(evaluation) });
    this.#watcher?.evaluation(evaluation);
  }

  /** Adds the leader after a round of `judge_until` whose cost is durable. */
  bestSoFar(soFar: Omit<Judging, 'stopped'>): void {
    this.#add({ name: 'best_so_far', json: eventJson(soFar) });
  }

  /** Adds the last event: the body of a plain answer, or the problem as JSON. */
  end(name: 'done' | 'error', json: JsonPieces): void {
    this.unfinished.clear();
    this.#unannounced.clear();
    this.#add({ name, json });
  }

  /**
   * Sends a reader everything after its position, as fast as it reads.
   * @param position a position that this log cannot have given counts as the beginning.
   */
  follow(position: Position, sink: EventSink, options: ReaderOptions = { isWhole: false }): Subscription {
    const follower = new Follower(this, position, { sink, pace: this.#pace, ...options });
    this.#followers.add(follower);
    follower.whenStopped = () => {
      this.#followers.delete(follower);
      if (this.#followers.size === 0) this.#onUnread?.();
    };
    void this.noteReader();
    follower.flush();
    return follower;
  }

  /** Sets the only watcher, which gets results and evaluations but no texts. */
  watch(watcher: AnswerWatcher): void {
    this.#watcher = watcher;
    void this.noteReader();
  }

  /** Calls back when the last reader has gone, or at once if there is none. Call it once no more readers can come. */
  whenUnread(callback: () => void): void {
    if (this.#followers.size === 0) callback();
    else this.#onUnread = callback;
  }

  /** The number of readers. */
  get readers(): number {
    return this.#followers.size;
  }

  #askToOpen(): void {
    if (this.isOpen) return;
    const ask = this.#onAnswering;
    this.#onAnswering = undefined;
    ask?.();
  }

  #add(event: WholeEvent): void {
    this.events.push(event);
    for (const follower of this.#followers) follower.resume();
  }
}

function newEntry(version: number): EntrySoFar {
  const [text, reasoning, calls] = [new WrittenText(), new WrittenText(), new WrittenText()];
  return { version, text, reasoning, calls, wasSent: false };
}
