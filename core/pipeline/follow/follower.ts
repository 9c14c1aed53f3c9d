import type {
  AnswerEvent,
  AnswerEventName,
  EndedEntry,
  EntrySoFar,
  EventSink,
  Following,
  FollowTerms,
  LogContents,
  WholeEvent,
} from './answer-events.ts';
import { lengthOf, type JsonPieces } from '../../text/json-pieces.ts';
import { positionId, type EntryPosition, type Position } from './position.ts';
import type { ReaderPace } from './reader-pace.ts';
import type { WrittenJson } from './written-json.ts';

/** Parts of one entry's text, and of its reasoning, that a reader is sent within any second at most. */
export const PARTS_PER_SECOND = 20;
/** Between two of them. Two a second remain: the first of all, which waits for nothing, and the rest before the result. */
export const PART_INTERVAL_MS = Math.ceil(1_000 / (PARTS_PER_SECOND - 2));
/** Of one part, in UTF-16 code units. */
export const PART_CHARACTERS = 65_536;

const ALL_KINDS = ['reasoning', 'text', 'calls'] as const;
type Kind = (typeof ALL_KINDS)[number];
const EVENTS = { reasoning: 'reasoning', text: 'delta', calls: 'calls' } as const satisfies Record<
  Kind,
  AnswerEventName
>;

/** What a reader was told of an entry. */
interface Told extends EntryPosition {
  version: number;
  text: number;
  reasoning: number;
  calls: number;
  /** Parts sent on this connection. */
  readonly parts: Record<Kind, number>;
}

/**
 * One reader of a log. It takes from the log what is beyond its position whenever its sink is ready, and paces texts, by
 * itself and with the other readers of its account. A slow reader, or one of many, therefore gets fewer and larger parts;
 * once an entry's result is there, one that is too far behind gets the result alone. Results that were there before the
 * reader are paced too, since whoever reads them again and again pays for them once; those that come wait for nothing.
 */
export class Follower implements Following {
  readonly #log: LogContents;
  readonly #sink: EventSink;
  readonly #isWhole: boolean;
  readonly #kinds: readonly Kind[];
  readonly #told = new Map<number, Told>();
  /** Texts whose turn it is, as `keyOf`. */
  readonly #due = new Set<number>();
  /** Entries whose result this reader has not got yet. */
  readonly #ended = new Map<number, EntrySoFar>();
  #events = 0;
  /** Whole events that there were before this reader. */
  readonly #olderEvents: number;
  #timer: NodeJS.Timeout | undefined;
  #pacedAt = Number.NEGATIVE_INFINITY;
  readonly #pace: ReaderPace;
  /** Its turn among the readers of its account; undefined while it does not wait for one. */
  #turnAtMs: number | undefined;
  /** Of what it is sent then, paid for when it began to wait. */
  #prepaidBytes = 0;
  /** Sent since its turn came. */
  #turnBytes = 0;
  #isStopped = false;
  whenStopped: () => void = () => {};

  constructor(
    log: LogContents,
    position: Position,
    { sink, isWhole, pace }: FollowTerms & { readonly sink: EventSink; readonly pace: ReaderPace },
  ) {
    this.#pace = pace;
    this.#log = log;
    this.#sink = sink;
    this.#isWhole = isWhole;
    this.#kinds = isWhole ? ALL_KINDS : ['reasoning', 'text'];
    this.#olderEvents = log.events.length;
    if (isWithin(position, log)) {
      this.#events = position.events;
      const known = stillToEnd(log, position.events);
      for (const [index, told] of position.entries)
        if (known.has(index))
          this.#told.set(index, { ...told, calls: 0, parts: { reasoning: 0, text: 0, calls: 0 } });
    }
  }

  /** Something was added to an entry. */
  wrote(index: number, kind: Kind): void {
    if (!this.#log.isOpen || !this.#kinds.includes(kind)) return;
    if ((this.#told.get(index)?.parts[kind] ?? 0) > 0 || !this.#mayGoOn()) {
      this.#schedule();
      return;
    }
    this.#due.add(keyOf(index, kind));
    this.#pump();
  }

  /** The entry ends now; its result is about to come. */
  keep(index: number, entry: EntrySoFar): void {
    const isFarBehind =
      this.#isFarBehind(index, entry, 'text') || this.#isFarBehind(index, entry, 'reasoning');
    if (this.#isWhole || !isFarBehind) this.#ended.set(index, entry);
  }

  resume(): void {
    this.#pump();
  }

  /** Sends what there is, of every entry; texts once it is the reader's turn. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#mayGoOn()) {
      this.#turnBytes = 0;
      this.#pacedAt = performance.now();
      for (const key of this.#news()) this.#due.add(key);
    }
    this.#pump();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#pace.giveBack(this.#prepaidBytes);
    this.#prepaidBytes = 0;
    this.whenStopped();
  }

  /** Whether it may be sent something now. Else it waits in line from here on, behind those that wait already. */
  #mayGoOn(): boolean {
    const { turnAtMs } = this.#pace;
    if (this.#turnAtMs === undefined) {
      if (turnAtMs <= performance.now()) return true;
      this.#turnAtMs = turnAtMs;
      this.#prepaidBytes = this.#nextBytes();
      this.#pace.spend({ entries: 1, bytes: this.#prepaidBytes });
    }
    return this.#waitMs <= 0;
  }

  get #waitMs(): number {
    return (this.#turnAtMs ?? 0) - performance.now();
  }

  /** About as much as it is sent in its next turn. */
  #nextBytes(): number {
    const next = Math.max(1, this.#events);
    const older = next < this.#olderEvents ? this.#log.events[next] : undefined;
    if (older !== undefined) return lengthOf(older.json);
    let characters = 0;
    for (const key of this.#news()) {
      const { index, kind } = ofKey(key);
      const length = this.#log.unfinished.get(index)?.[kind].length ?? 0;
      characters += length - (this.#told.get(index)?.[kind] ?? 0);
      if (characters >= PART_CHARACTERS) return PART_CHARACTERS;
    }
    return Math.max(0, characters);
  }

  #schedule(): void {
    // What is due already takes the new text with it.
    if (this.#due.size > 0) return;
    this.#flushIn(Math.max(this.#pacedAt + PART_INTERVAL_MS - performance.now(), this.#waitMs));
  }

  #flushIn(waitMs: number): void {
    if (this.#timer !== undefined || this.#isStopped) return;
    if (waitMs <= 0) this.flush();
    else this.#timer = setTimeout(() => this.flush(), waitMs);
  }

  #pump(): void {
    while (!this.#isStopped) {
      if (this.#log.events[this.#events - 1]?.isLast === true) {
        this.stop();
        this.#sink.end();
        return;
      }
      const event = this.#sink.isReady ? this.#next() : undefined;
      if (event === undefined) break;
      this.#sink.send(event);
    }
    if (this.#due.size === 0 && !this.#news().next().done) this.#schedule();
  }

  #next(): AnswerEvent | undefined {
    const whole = this.#log.events[this.#events];
    if (whole !== undefined && this.#isToldAgain && !this.#mayGoOn()) {
      this.#flushIn(this.#waitMs);
      return undefined;
    }
    if (whole !== undefined) return this.#before(whole) ?? this.#pass(whole);
    for (const key of this.#due) {
      if (this.#turnBytes >= PART_CHARACTERS && !this.#mayGoOn()) {
        this.#flushIn(this.#waitMs);
        return undefined;
      }
      const { index, kind } = ofKey(key);
      const entry = this.#log.unfinished.get(index);
      const replaced = entry === undefined ? undefined : this.#takeBack(index, entry.version);
      if (replaced !== undefined) return replaced;
      this.#due.delete(key);
      const part = entry === undefined ? undefined : this.#part(index, entry, kind);
      if (part !== undefined) return part;
    }
    return undefined;
  }

  /** Whether the next whole event was there before this reader. The first of all is short, and says what to ask for again. */
  get #isToldAgain(): boolean {
    return this.#events > 0 && this.#events < this.#olderEvents;
  }

  /** What comes before the result of an entry: the rest of its text, where the reader is not far behind. */
  #before({ entry: ended }: WholeEvent): AnswerEvent | undefined {
    if (ended === undefined) return undefined;
    const { index, version, replaced } = ended;
    const told = this.#told.get(index);
    if (replaced !== undefined) return this.#replace(ended, told, replaced);
    const takenBack = this.#takeBack(index, version);
    if (takenBack !== undefined) return takenBack;
    const entry = this.#ended.get(index);
    if (entry === undefined) return undefined;
    for (const kind of this.#kinds) {
      const part = this.#part(index, entry, kind);
      if (part !== undefined) return part;
    }
    return undefined;
  }

  /** Whether the rest is more than may come at once: a reader's first parts may, and one at any time. */
  #isFarBehind(index: number, entry: EntrySoFar, kind: Kind): boolean {
    const told = this.#told.get(index);
    const parts = Math.max(1, PARTS_PER_SECOND - (told?.parts[kind] ?? 0));
    const from = told?.version === entry.version ? told[kind] : 0;
    // A part may be a unit shorter, for the sake of a whole character.
    return entry[kind].length - from > parts * (PART_CHARACTERS - 1);
  }

  /** The output is another text than was written: only who was told of that is told so. */
  #replace(
    { index, version }: EndedEntry,
    told: Told | undefined,
    replaced: WrittenJson,
  ): AnswerEvent | undefined {
    if (told === undefined) return undefined;
    this.#told.delete(index);
    const isTold = told.text > 0 || told.version > 0 || told.version !== version;
    return isTold ? this.#event('replaced', replaced.pieces) : undefined;
  }

  /** Another answer has begun: what was told of the one before is nothing any more. */
  #takeBack(index: number, version: number): AnswerEvent | undefined {
    const told = this.#told.get(index);
    if (told === undefined || told.version === version) return undefined;
    Object.assign(told, { version, text: 0, reasoning: 0, calls: 0 });
    return this.#event('replaced', jsonOf({ index, text: '' }));
  }

  #part(index: number, entry: EntrySoFar, kind: Kind): AnswerEvent | undefined {
    const told = this.#told.get(index);
    const text = entry[kind].slice(told?.[kind] ?? 0, PART_CHARACTERS);
    if (text === '') return undefined;
    const after = told ?? {
      version: entry.version,
      text: 0,
      reasoning: 0,
      calls: 0,
      parts: { reasoning: 0, text: 0, calls: 0 },
    };
    after[kind] += text.length;
    after.parts[kind] += 1;
    this.#told.set(index, after);
    entry.wasTold = true;
    const json = jsonOf({ index, text });
    this.#spend(json);
    return this.#event(EVENTS[kind], json);
  }

  #spend(json: JsonPieces): void {
    const bytes = lengthOf(json);
    this.#turnBytes += bytes;
    this.#pace.spend({ entries: this.#told.size, bytes: Math.max(0, bytes - this.#prepaidBytes) });
    this.#prepaidBytes = Math.max(0, this.#prepaidBytes - bytes);
    this.#turnAtMs = undefined;
  }

  #pass({ name, json, entry }: WholeEvent): AnswerEvent {
    if (this.#isToldAgain) this.#spend(json);
    this.#events += 1;
    if (entry !== undefined) {
      this.#told.delete(entry.index);
      this.#ended.delete(entry.index);
    }
    return this.#event(name, json);
  }

  #event(name: AnswerEventName, json: JsonPieces): AnswerEvent {
    return { id: positionId({ events: this.#events, entries: this.#told }), name, json };
  }

  /** The texts there is more of than the reader was told. */
  *#news(): Generator<number, void> {
    if (!this.#log.isOpen) return;
    for (const [index, entry] of this.#log.unfinished) {
      const told = this.#told.get(index);
      const isNew = told !== undefined && told.version !== entry.version;
      for (const kind of this.#kinds)
        if (isNew || entry[kind].length > (told?.[kind] ?? 0)) yield keyOf(index, kind);
    }
  }
}

/** The entries whose result a reader has not got that has so many whole events: nothing is to be known of others. */
function stillToEnd({ events, unfinished }: LogContents, from: number): ReadonlySet<number> {
  const known = new Set(unfinished.keys());
  for (const { entry } of events.slice(from)) if (entry !== undefined) known.add(entry.index);
  return known;
}

/** Whether the log has come so far. */
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

function jsonOf(data: object): JsonPieces {
  return [Buffer.from(JSON.stringify(data))];
}
