import type { MemoryShare } from '../../stores/account-shares.ts';
import { createPace, type Pace } from '../../workers/pace.ts';
import { TransportError } from '../fault.ts';
import { pause, type StopSignal } from '../stop-signal.ts';

/** Upper bound of the long replies that are read on in one turn. */
const REPLIES_PER_TURN = 2;
/** A turn of an idle event loop is shorter, so that without a pause it would do nothing but read long replies. */
const BETWEEN_TURNS_MS = 1;

/** Decides when a long reply is read on. All long replies together take a quarter of the event loop's time. */
export function createReplyPace(): Pace {
  return createPace(REPLIES_PER_TURN, (turn) => void setTimeout(turn, BETWEEN_TURNS_MS));
}

/** The events of all replies that are read in one turn. They take two milliseconds, most of it for long texts. */
const EVENT_BYTES_PER_TURN = 65_536;
/** Bytes of postponed events that one turn may read: some fifty short events, half a millisecond. */
const LATE_EVENT_BYTES_PER_TURN = 16_384;

/**
 * Bounds the events that are read in one turn of the event loop. All replies share it, because any number of sockets may
 * be readable in one turn, and a stretch bounds only one reply.
 */
export class EventBudget {
  /** Differs between two turns in which events are read. */
  turn = 0;
  /** Waits for a turn of the late events, which have a bound for each turn. Accounts take turns. */
  readonly wait = createPace(LATE_EVENT_BYTES_PER_TURN);
  #bytesOfTurn = 0;

  /** Takes the bytes of an event from the budget. @returns false if the budget of this turn is used up. */
  take(bytes: number): boolean {
    if (this.#bytesOfTurn >= EVENT_BYTES_PER_TURN) return false;
    if (this.#bytesOfTurn === 0)
      setImmediate(() => {
        this.#bytesOfTurn = 0;
        this.turn += 1;
      });
    this.#bytesOfTurn += bytes;
    return true;
  }
}

/** A socket may give two megabytes at once. After this much of them the event loop turns. */
const BYTES_PER_STRETCH = 262_144;
/** They take some tenths of a millisecond. */
const CHUNKS_PER_STRETCH = 1_000;
/** Most events are joined before they are parsed, so these take some tenths of a millisecond too. */
const EVENTS_PER_STRETCH = 400;

/** Counts the parts of a reply that are read before the event loop turns. A chunk of one byte costs as much as a large one. */
export class Stretch {
  bytes = 0;
  chunks = 0;
  events = 0;

  /** Whether the event loop has to turn now. The next stretch then begins. */
  endsHere(): boolean {
    const isOver =
      this.bytes >= BYTES_PER_STRETCH ||
      this.chunks >= CHUNKS_PER_STRETCH ||
      this.events >= EVENTS_PER_STRETCH;
    if (!isOver) return false;
    this.begin();
    return true;
  }

  /** Call it also if the event loop has turned meanwhile. */
  begin(): void {
    this.bytes = 0;
    this.chunks = 0;
    this.events = 0;
  }
}

export const NO_BYTES = Buffer.alloc(0);

/** Most replies come in one piece of at most this size, which is not copied. */
const ONE_PIECE_BYTES = 65_536;
const FIRST_CAPACITY_BYTES = 16_384;
/**
 * Every chunk costs processor time, however short. This many are enough for the longest answer of a model byte by byte,
 * and for 16 MiB in chunks of sixteen bytes. Networks deliver at least some hundred bytes at once.
 */
export const MAX_CHUNKS = 1_048_576;

/** Gathers a reply's bytes in one buffer that doubles, so that many small chunks take only the memory of their bytes. */
export class ReplyBuffer {
  readonly #maxBytes: number;
  /** By its `content-length`, which may be wrong; 0 if it is missing. */
  readonly declaredBytes: number;
  /** The bytes that have come. */
  byteLength = 0;
  /** The first chunk, or a buffer that has room for more. */
  #storage: Buffer = NO_BYTES;
  #chunks = 0;

  /**
   * @param maxBytes a longer reply is refused.
   * @param declared the reply's `content-length`, or several.
   */
  constructor(maxBytes: number, declared: string | string[] | undefined) {
    this.#maxBytes = maxBytes;
    this.declaredBytes = /^\d{1,12}$/.test(String(declared)) ? Number(declared) : 0;
  }

  /**
   * Adds the next chunk, which may be kept and must not change afterwards.
   * @returns false, and adds nothing, if the reply becomes longer than the bound or has more than `MAX_CHUNKS` chunks.
   */
  append(chunk: Buffer): boolean {
    const length = this.byteLength + chunk.byteLength;
    this.#chunks += 1;
    if (length > this.#maxBytes || this.#chunks > MAX_CHUNKS) return false;
    if (this.byteLength === 0 && length <= ONE_PIECE_BYTES) this.#storage = chunk;
    else this.#makeRoom(length).set(chunk, this.byteLength);
    this.byteLength = length;
    return true;
  }

  /** The bytes that have come. Over 64 KiB they have a buffer of their own, which may be moved to a thread. */
  take(): Buffer {
    return this.#storage.subarray(0, this.byteLength);
  }

  #makeRoom(length: number): Buffer {
    if (this.#storage.byteLength >= length) return this.#storage;
    // The system commits memory when it is written, so a large declared length costs nothing.
    const doubled = Math.max(FIRST_CAPACITY_BYTES, 2 * length);
    const capacity = Math.min(this.#maxBytes, this.declaredBytes >= length ? this.declaredBytes : doubled);
    const roomier = Buffer.allocUnsafeSlow(capacity);
    roomier.set(this.#storage.subarray(0, this.byteLength));
    this.#storage = roomier;
    return roomier;
  }
}

/** The memory is counted in steps of this size, so that most pieces of a stream change nothing. */
const STEP_BYTES = 4_096;
/** How often a waiting reply polls whether other requests have ended and freed memory. */
const MAX_POLLS = 50;
const POLL_INTERVAL_MS = 100;
/**
 * Each waiting reply lowers the polls of the next one by this. If all hold a part of the memory and none has enough,
 * the last to come give up first, and the others continue.
 */
const FEWER_POLLS = 4;
const MIN_POLLS = 10;

/** The number of replies that wait. */
let waiting = 0;

/** The reply needs more bytes than the gateway may keep. The call is paid for, so it is not sent again. */
export class NoMemoryForReply extends TransportError {
  /** Whether the account's own answers take its whole share. */
  readonly isOfAccount: boolean;

  constructor(isOfAccount: boolean) {
    super('overloaded', undefined, true);
    this.name = 'NoMemoryForReply';
    this.isOfAccount = isOfAccount;
  }
}

type RepliesShare = Pick<MemoryShare, 'take' | 'give' | 'holdsMost'>;

/** How much of the gateway's memory one reply takes. */
export class ReplyMemory {
  readonly #share: RepliesShare;
  /** Whether the last `resize` failed. Nothing more may be read before `wait` has resolved. */
  isShort = false;
  #takenBytes = 0;
  #neededBytes = 0;

  constructor(share: RepliesShare) {
    this.#share = share;
  }

  /** @returns false if it `isShort` now. */
  resize(bytes: number): boolean {
    this.#neededBytes = Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;
    const more = this.#neededBytes - this.#takenBytes;
    this.isShort = more > 0 && !this.#share.take(more);
    if (this.isShort) return false;
    if (more < 0) this.#share.give(-more);
    this.#takenBytes = this.#neededBytes;
    return true;
  }

  /**
   * Resolves once the memory is taken, or without it when the signal stops; `isShort` is then still true.
   * @throws NoMemoryForReply after one to five seconds.
   */
  async wait(signal: StopSignal): Promise<void> {
    if (this.resize(this.#neededBytes)) return;
    const polls = Math.max(MIN_POLLS, MAX_POLLS - waiting * FEWER_POLLS);
    waiting += 1;
    try {
      for (let poll = 0; poll < polls; poll += 1) {
        // The polls must follow one another.
        // oxlint-disable-next-line eslint/no-await-in-loop
        if (!(await pause(POLL_INTERVAL_MS, [signal])) || this.resize(this.#neededBytes)) return;
      }
    } finally {
      waiting -= 1;
    }
    throw new NoMemoryForReply(this.#share.holdsMost());
  }
}
