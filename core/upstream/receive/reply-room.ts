import type { MemoryShare } from '../../stores/memory-budget.ts';
import { TransportError } from '../fault.ts';
import { pause, type StopSignal } from '../stop-signal.ts';

/** The memory is counted in steps of this size, so that most pieces of a stream change nothing. */
const STEP_BYTES = 4_096;
/** How often a waiting reply polls whether other requests have ended and left room. */
const MAX_POLLS = 50;
const POLL_INTERVAL_MS = 100;
/**
 * Each waiting reply lowers the polls of the next one by this. If all hold a part of the room and none has enough, the last
 * to come give up first, and the others go on.
 */
const FEWER_POLLS = 4;
const MIN_POLLS = 10;

/** The number of replies that wait. */
let waiting = 0;

/** The reply needs more bytes than the gateway may keep. The call is paid for, so it is not made again for want of room. */
export class NoRoomForReply extends TransportError {
  /** The account's own answers fill its room. */
  readonly isOfAccount: boolean;

  constructor(isOfAccount: boolean) {
    super('overloaded', undefined, true);
    this.name = 'NoRoomForReply';
    this.isOfAccount = isOfAccount;
  }
}

/** How much of the gateway's memory one reply takes. */
export class ReplyRoom {
  readonly #share: Pick<MemoryShare, 'take' | 'give' | 'holdsMost'>;
  /** There was no room for the last `resize`, so nothing more may be read before `wait` has ended. */
  isShort = false;
  #taken = 0;
  #wanted = 0;

  constructor(share: Pick<MemoryShare, 'take' | 'give' | 'holdsMost'>) {
    this.#share = share;
  }

  /** @returns false if it `isShort` now. */
  resize(bytes: number): boolean {
    this.#wanted = Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;
    const more = this.#wanted - this.#taken;
    this.isShort = more > 0 && !this.#share.take(more);
    if (this.isShort) return false;
    if (more < 0) this.#share.give(-more);
    this.#taken = this.#wanted;
    return true;
  }

  /** Ends when there is room or a signal stops. @throws NoRoomForReply if there is none for some seconds. */
  async wait(signal: StopSignal): Promise<void> {
    if (this.resize(this.#wanted)) return;
    const polls = Math.max(MIN_POLLS, MAX_POLLS - waiting * FEWER_POLLS);
    waiting += 1;
    try {
      for (let poll = 0; poll < polls; poll += 1) {
        // The polls must follow one another.
        // oxlint-disable-next-line eslint/no-await-in-loop
        if (!(await pause(POLL_INTERVAL_MS, [signal])) || this.resize(this.#wanted)) return;
      }
    } finally {
      waiting -= 1;
    }
    throw new NoRoomForReply(this.#share.holdsMost());
  }
}
