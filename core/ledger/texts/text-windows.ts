import type { Database } from '../sql/database.ts';
import { LOG_PIECE_BYTES, type LogPiece } from './log-piece.ts';
import { hasText, readPart } from '../sql/records.ts';

/** So much is kept, of all accounts together. */
const MAX_KEPT_BYTES = 32 * LOG_PIECE_BYTES;
/** So much is read from the database at once, however many read at the same time. */
const MIN_WINDOW_BYTES = 4 * LOG_PIECE_BYTES;
/** What a reader leaves unread is dropped after so long, milliseconds. */
const IDLE_MS = 30_000;

interface Window {
  readonly of: LogPiece;
  readonly bytes: Uint8Array;
  /** Whether the text ends with it. */
  readonly isEnd: boolean;
  readonly idle: NodeJS.Timeout;
}

/**
 * Either database reads a text from its beginning, whatever part is asked for. So what follows is read at once and kept, one
 * window an account: while few read, all of the text, so that it is read once. The reader who was away longest gives way.
 * That the text is still there is asked each time.
 */
export class TextWindows {
  /** By account; the one that was used last is at the end. */
  readonly #windows = new Map<number, Window>();
  #keptBytes = 0;

  /** The next bytes of a logged text, at most `LOG_PIECE_BYTES`; undefined where the account has no such text. */
  async read(database: Database, piece: LogPiece): Promise<Uint8Array | undefined> {
    const { accountId } = piece;
    const window = this.#windows.get(accountId);
    const kept = window === undefined ? undefined : pieceIn(window, piece);
    if (kept !== undefined && (await hasText(database, piece))) {
      this.#keep(piece, window);
      return kept;
    }
    this.#drop(accountId);
    const share = Math.floor(MAX_KEPT_BYTES / (this.#windows.size + 1));
    const wanted = Math.max(MIN_WINDOW_BYTES, share - (share % LOG_PIECE_BYTES));
    const bytes = await readPart(database, piece, wanted);
    if (bytes === undefined || bytes.byteLength <= LOG_PIECE_BYTES) return bytes;
    this.#keep(piece, { of: piece, bytes, isEnd: bytes.byteLength < wanted });
    return copyOf(bytes, 0);
  }

  /** Drops everything. */
  clear(): void {
    for (const accountId of this.#windows.keys()) this.#drop(accountId);
  }

  #keep({ accountId }: LogPiece, window: Omit<Window, 'idle'> | undefined): void {
    this.#drop(accountId);
    if (window === undefined) return;
    const idle = setTimeout(() => this.#drop(accountId), IDLE_MS).unref();
    this.#windows.set(accountId, { ...window, idle });
    this.#keptBytes += window.bytes.byteLength;
    for (const oldest of this.#windows.keys()) {
      if (this.#keptBytes <= MAX_KEPT_BYTES) break;
      this.#drop(oldest);
    }
  }

  #drop(accountId: number): void {
    const window = this.#windows.get(accountId);
    if (window === undefined) return;
    clearTimeout(window.idle);
    this.#windows.delete(accountId);
    this.#keptBytes -= window.bytes.byteLength;
  }
}

/** Undefined where the window does not hold all of it. */
function pieceIn({ of, bytes, isEnd }: Window, piece: LogPiece): Uint8Array | undefined {
  const from = piece.offsetBytes - of.offsetBytes;
  const isOfText = of.requestId === piece.requestId && of.text === piece.text;
  const holds = from >= 0 && from < bytes.byteLength && (isEnd || from + LOG_PIECE_BYTES <= bytes.byteLength);
  return isOfText && holds ? copyOf(bytes, from) : undefined;
}

/** Whoever is slow to send a piece keeps no more memory than that. */
function copyOf(bytes: Uint8Array, from: number): Uint8Array {
  return new Uint8Array(bytes.subarray(from, from + LOG_PIECE_BYTES));
}
