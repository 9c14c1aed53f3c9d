import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LOG_PIECE_BYTES } from '../../../core/ledger/texts/log-piece.ts';
import { openForReading } from '../../../core/ledger/sqlite/files.ts';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { RecordReader } from '../../../core/ledger/sqlite/record-reader.ts';
import { TextWindows, WINDOW_BYTES } from '../../../core/ledger/sqlite/text-windows.ts';
import { reservation, settlement, texts } from '../../contract/ledgers/samples.ts';
import { meddle, temporaryPlace, type TemporaryPlace } from '../temporary-ledger.ts';

describe('a reader of records', () => {
  const ANSWER = JSON.stringify('x'.repeat(3 * LOG_PIECE_BYTES));
  const AT = { accountId: 1, requestId: 'request-1', text: 'response' } as const;

  let place: TemporaryPlace;
  let reader: RecordReader;

  beforeEach(async () => {
    place = temporaryPlace();
    const ledger = await openSqliteLedger({ path: place.path, recover: true });
    await ledger.createAccount('someone', 1_000);
    await ledger.reserve(reservation(AT.requestId));
    await ledger.settle(settlement(AT.requestId));
    expect(await ledger.keepTexts(texts(AT.requestId, '{}', ANSWER))).toBe(true);
    await ledger.close();
    reader = new RecordReader(openForReading(place.path));
  });
  afterEach(() => {
    reader.close();
    place.remove();
  });

  const pieceAt = (offsetBytes: number): string | undefined => {
    const piece = reader.piece({ ...AT, offsetBytes });
    return piece === undefined ? undefined : Buffer.from(piece).toString();
  };

  test('reads a text once for all of its pieces', () => {
    expect(pieceAt(0) === ANSWER.slice(0, LOG_PIECE_BYTES)).toBe(true);
    // Whoever reads the text again finds another one.
    meddle(place.path, (database) =>
      database.prepare('UPDATE prompt_log SET response = ?').run(ANSWER.replaceAll('x', 'y')),
    );
    for (let offset = LOG_PIECE_BYTES; offset < ANSWER.length; offset += LOG_PIECE_BYTES)
      expect(pieceAt(offset) === ANSWER.slice(offset, offset + LOG_PIECE_BYTES)).toBe(true);
    expect(pieceAt(ANSWER.length)).toBe('');
  });

  test('gives no piece of a text that has been pruned since', () => {
    expect(pieceAt(0)).toHaveLength(LOG_PIECE_BYTES);
    meddle(place.path, (database) => database.exec('DELETE FROM prompt_log'));
    expect(pieceAt(LOG_PIECE_BYTES)).toBeUndefined();
  });

  test('gives every piece memory of its own, so that it can move to another thread', () => {
    const [one, other] = [reader.piece({ ...AT, offsetBytes: 0 }), reader.piece({ ...AT, offsetBytes: 0 })];
    expect(one?.buffer.byteLength).toBe(LOG_PIECE_BYTES);
    expect(one?.buffer).not.toBe(other?.buffer);
  });
});

describe('the windows of texts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('hold two long ones; the one unused for longest gives way', () => {
    const windows = new TextWindows();
    const read: string[] = [];
    const long = new Uint8Array(WINDOW_BYTES);
    const get = (key: string, bytes = long): void => {
      const found = windows.get(key, () => {
        read.push(key);
        return bytes;
      });
      expect(found).toBe(bytes);
    };
    for (const key of ['a', 'b', 'a', 'b', 'a', 'c', 'a', 'b']) get(key);
    expect(read).toEqual(['a', 'b', 'c', 'b']);
    const short = new Uint8Array(1);
    get('short', short);
    get('short', short);
    get('b');
    get('a');
    expect(read).toEqual(['a', 'b', 'c', 'b', 'short', 'a']);
  });

  test('are given up once nobody has read for ten seconds', () => {
    const windows = new TextWindows();
    let reads = 0;
    const get = (): void => {
      windows.get('a', () => {
        reads += 1;
        return new Uint8Array(1);
      });
    };
    get();
    vi.advanceTimersByTime(9_999);
    get();
    vi.advanceTimersByTime(9_999);
    get();
    expect(reads).toBe(1);
    vi.advanceTimersByTime(10_000);
    get();
    expect(reads).toBe(2);
  });
});
