/**
 * A token says when it was written, so that whoever reads it knows how long it was under way. Both clocks are the
 * system's monotonic one, which processes of one machine share. The first token of a stream also says how long its
 * request had been there.
 */

const WIDTH = 13;
const TOKEN = 0x7e;
const ZERO = 0x30;

/** Characters of a token: a tilde, the time, how long the request had been there, and a space. */
export const TOKEN_LENGTH = 1 + 2 * WIDTH + 1;

/** Microseconds of a clock that all processes share. */
export function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** @param waitedMicros since the request was read whole. */
export function token(writtenMicros: number, waitedMicros: number): string {
  return `~${digits(writtenMicros)}${digits(waitedMicros)} `;
}

function digits(micros: number): string {
  return String(Math.round(micros)).padStart(WIDTH, '0');
}

export interface Mark {
  readonly writtenMicros: number;
  readonly waitedMicros: number;
}

/** What one stream has been read of, and the tokens in it that were not seen before. */
export class MarkReader {
  #lastMicros = 0;
  #rest: Buffer | undefined;

  /**
   * Calls back for each token that is new: a text told again in a whole holds the same ones.
   * @param bytes are looked at and kept no longer than the call, but for a token that is not whole yet.
   */
  read(bytes: Buffer, onToken: (mark: Mark) => void): void {
    const all = this.#rest === undefined ? bytes : Buffer.concat([this.#rest, bytes]);
    this.#rest = undefined;
    for (let at = all.indexOf(TOKEN); at !== -1; at = all.indexOf(TOKEN, at + 1)) {
      if (at + TOKEN_LENGTH > all.length) {
        this.#rest = Buffer.from(all.subarray(at));
        return;
      }
      const writtenMicros = numberAt(all, at + 1);
      if (writtenMicros <= this.#lastMicros) continue;
      this.#lastMicros = writtenMicros;
      onToken({ writtenMicros, waitedMicros: numberAt(all, at + 1 + WIDTH) });
    }
  }
}

function numberAt(bytes: Buffer, start: number): number {
  let number = 0;
  for (let at = start; at < start + WIDTH; at += 1) number = number * 10 + (bytes[at] ?? ZERO) - ZERO;
  return number;
}
