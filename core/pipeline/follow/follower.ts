import type {
  AnswerEvent,
  AnswerEventName,
  EndedEntry,
  EntrySoFar,
  EventSink,
  Subscription,
  ReaderOptions,
  LogContents,
  WholeEvent,
} from './answer-events.ts';
import { lengthOf, type JsonPieces } from '../../text/plain-json.ts';
import { positionId, type EntryPosition, type Position } from './position.ts';
import { costOf, type ReaderPace } from './reader-pace.ts';
import { eventJson, type WrittenJson } from './written-json.ts';

/** Upper bound of the parts of one entry's text, and of those of its reasoning, that a reader gets within a second. */
export const PARTS_PER_SECOND = 20;
/** The longest part, in UTF-16 code units. */
export const PART_CHARACTERS = 65_536;

const ALL_KINDS = ['reasoning', 'text', 'calls'] as const;
type Kind = (typeof ALL_KINDS)[number];
const EVENTS = { reasoning: 'reasoning', text: 'delta', calls: 'calls' } as const satisfies Record<
  Kind,
  AnswerEventName
>;

/** How much of an entry a reader has received. */
interface ReaderProgress extends EntryPosition {
  version: number;
  text: number;
  reasoning: number;
  calls: number;
  /** Parts sent on this connection. */
  readonly parts: Record<Kind, number>;
}

/**
 * One reader of a log. Whenever its sink is ready, it takes what comes after its position. It gets texts in turns, paced
 * with the other readers of its account, so a slow reader, or one of many, gets fewer and longer parts. A reader that is
 * far behind when an entry ends gets only the result. Results do not wait.
 */
export class Follower implements Subscription {
  readonly #log: LogContents;
  readonly #sink: EventSink;
  readonly #isWhole: boolean;
  readonly #kinds: readonly Kind[];
  readonly #progress = new Map<number, ReaderProgress>();
  /** The texts whose turn it is, by `keyOf`. */
  readonly #dueTexts = new Set<number>();
  /** The ended entries whose result this reader has not got yet. */
  readonly #endedEntries = new Map<number, EntrySoFar>();
  #events = 0;
  #timer: NodeJS.Timeout | undefined;
  /** When the reader got the first part of its turn. */
  #turnAt = Number.NEGATIVE_INFINITY;
  readonly #pace: ReaderPace;
  /** The cost of the parts of the reader's turn. While it is above 0, the timer that ends the turn runs. */
  #turnCost = 0;
  #isStopped = false;
  whenStopped: () => void = () => {};

  constructor(
    log: LogContents,
    position: Position,
    { sink, isWhole, pace }: ReaderOptions & { readonly sink: EventSink; readonly pace: ReaderPace },
  ) {
    this.#pace = pace;
    this.#log = log;
    this.#sink = sink;
    this.#isWhole = isWhole;
    this.#kinds = isWhole ? ALL_KINDS : ['reasoning', 'text'];
    if (isWithin(position, log)) {
      this.#events = position.events;
      const indexes = entriesWithoutResult(log, position.events);
      for (const [index, progress] of position.entries)
        if (indexes.has(index))
          this.#progress.set(index, { ...progress, calls: 0, parts: { reasoning: 0, text: 0, calls: 0 } });
    }
  }

  /** Call it when an entry has more text. */
  noteText(index: number, kind: Kind): void {
    if (!this.#log.isOpen || !this.#kinds.includes(kind)) return;
    if ((this.#progress.get(index)?.parts[kind] ?? 0) > 0) {
      // A text that is due includes the new part.
      if (this.#dueTexts.size === 0) this.#schedule();
      return;
    }
    this.#dueTexts.add(keyOf(index, kind));
    this.resume();
  }

  /** Keeps the text of an ended entry for the reader, unless the reader is far behind. Its result comes next. */
  keepEnded(index: number, entry: EntrySoFar): void {
    const isFarBehind =
      this.#isFarBehind(index, entry, 'text') || this.#isFarBehind(index, entry, 'reasoning');
    if (this.#isWhole || !isFarBehind) this.#endedEntries.set(index, entry);
  }

  /** Ends the reader's turn and begins the next, which sends everything new. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#spend(-this.#turnCost);
    for (const key of this.#unreadTexts()) this.#dueTexts.add(key);
    this.resume();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#spend(-this.#turnCost);
    this.whenStopped();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#isStopped) return;
    const waitMs = this.#turnAt + this.#pace.nextIntervalMs() - performance.now();
    if (waitMs <= 0) this.flush();
    else this.#timer = setTimeout(() => this.flush(), waitMs);
  }

  resume(): void {
    while (!this.#isStopped) {
      const sent = this.#log.events[this.#events - 1]?.name;
      if (sent === 'done' || sent === 'error') {
        this.stop();
        this.#sink.end();
        return;
      }
      const event = this.#sink.isReady ? this.#next() : undefined;
      if (event === undefined) break;
      this.#sink.send(event);
    }
    const hasTurn = this.#turnCost > 0;
    if (hasTurn || (this.#dueTexts.size === 0 && !this.#unreadTexts().next().done)) this.#schedule();
  }

  #next(): AnswerEvent | undefined {
    const whole = this.#log.events[this.#events];
    if (whole !== undefined) return this.#before(whole) ?? this.#sendWhole(whole);
    for (const key of this.#dueTexts) {
      const { index, kind } = ofKey(key);
      const entry = this.#log.unfinished.get(index);
      const retraction = entry === undefined ? undefined : this.#retract(index, entry.version);
      if (retraction !== undefined) return retraction;
      this.#dueTexts.delete(key);
      const part = entry === undefined ? undefined : this.#part(index, entry, kind);
      if (part !== undefined) return part;
    }
    return undefined;
  }

  /** Makes the events before an entry's result: the rest of its text, if the reader is not far behind. */
  #before({ entry: endedEntry }: WholeEvent): AnswerEvent | undefined {
    if (endedEntry === undefined) return undefined;
    const { index, version, replacement } = endedEntry;
    const progress = this.#progress.get(index);
    if (replacement !== undefined) return this.#replace(endedEntry, progress, replacement);
    const retraction = this.#retract(index, version);
    if (retraction !== undefined) return retraction;
    const entry = this.#endedEntries.get(index);
    if (entry === undefined) return undefined;
    for (const kind of this.#kinds) {
      const part = this.#part(index, entry, kind);
      if (part !== undefined) return part;
    }
    return undefined;
  }

  /** Whether the rest needs more parts than the reader may get in this second (at least one). */
  #isFarBehind(index: number, entry: EntrySoFar, kind: Kind): boolean {
    const progress = this.#progress.get(index);
    const parts = Math.max(1, PARTS_PER_SECOND - (progress?.parts[kind] ?? 0));
    const from = progress?.version === entry.version ? progress[kind] : 0;
    // A part may be one unit shorter, because it ends with a whole character.
    return entry[kind].length - from > parts * (PART_CHARACTERS - 1);
  }

  /** The output differs from the text that was written. Only readers that received some of that text get the event. */
  #replace(
    { index, version }: EndedEntry,
    progress: ReaderProgress | undefined,
    replacement: WrittenJson,
  ): AnswerEvent | undefined {
    if (progress === undefined) return undefined;
    this.#progress.delete(index);
    const hasSomeText = progress.text > 0 || progress.version > 0 || progress.version !== version;
    return hasSomeText ? this.#event('replaced', replacement.pieces) : undefined;
  }

  /** Another answer has begun, so the text of the one before no longer counts. */
  #retract(index: number, version: number): AnswerEvent | undefined {
    const progress = this.#progress.get(index);
    if (progress === undefined || progress.version === version) return undefined;
    Object.assign(progress, { version, text: 0, reasoning: 0, calls: 0 });
    return this.#event('replaced', eventJson({ index, text: '' }));
  }

  #part(index: number, entry: EntrySoFar, kind: Kind): AnswerEvent | undefined {
    const progress = this.#progress.get(index);
    const text = entry[kind].slice(progress?.[kind] ?? 0, PART_CHARACTERS);
    if (text === '') return undefined;
    const after = progress ?? {
      version: entry.version,
      text: 0,
      reasoning: 0,
      calls: 0,
      parts: { reasoning: 0, text: 0, calls: 0 },
    };
    after[kind] += text.length;
    after.parts[kind] += 1;
    this.#progress.set(index, after);
    entry.wasSent = true;
    const json = eventJson({ index, text });
    if (this.#turnCost === 0) this.#turnAt = performance.now();
    this.#spend(costOf(this.#progress.size, lengthOf(json)));
    return this.#event(EVENTS[kind], json);
  }

  #spend(cost: number): void {
    this.#turnCost += cost;
    this.#pace.lastTurns += cost;
  }

  #sendWhole({ name, json, entry }: WholeEvent): AnswerEvent {
    this.#events += 1;
    if (entry !== undefined) {
      this.#progress.delete(entry.index);
      this.#endedEntries.delete(entry.index);
    }
    return this.#event(name, json);
  }

  #event(name: AnswerEventName, json: JsonPieces): AnswerEvent {
    return { id: positionId({ events: this.#events, entries: this.#progress }), name, json };
  }

  /** The texts of which the reader has not got everything. */
  *#unreadTexts(): Generator<number, void> {
    if (!this.#log.isOpen) return;
    for (const [index, entry] of this.#log.unfinished) {
      const progress = this.#progress.get(index);
      const isNew = progress !== undefined && progress.version !== entry.version;
      for (const kind of this.#kinds)
        if (isNew || entry[kind].length > (progress?.[kind] ?? 0)) yield keyOf(index, kind);
    }
  }
}

/** The entries whose result a reader with the first `from` whole events has not got. */
function entriesWithoutResult({ events, unfinished }: LogContents, from: number): ReadonlySet<number> {
  const indexes = new Set(unfinished.keys());
  for (const { entry } of events.slice(from)) if (entry !== undefined) indexes.add(entry.index);
  return indexes;
}

/** Whether the log is at least as far as the position. */
function isWithin({ events, entries }: Position, log: LogContents): boolean {
  if (events > log.events.length) return false;
  for (const [index, { version, text, reasoning }] of entries) {
    const entry = log.unfinished.get(index);
    if (entry === undefined || version < entry.version) continue;
    if (version > entry.version || text > entry.text.length || reasoning > entry.reasoning.length)
      return false;
  }
  return true;
}

function keyOf(index: number, kind: Kind): number {
  return index * ALL_KINDS.length + ALL_KINDS.indexOf(kind);
}

function ofKey(key: number): { readonly index: number; readonly kind: Kind } {
  const { length } = ALL_KINDS;
  return { index: Math.floor(key / length), kind: ALL_KINDS[key % length] ?? 'text' };
}
