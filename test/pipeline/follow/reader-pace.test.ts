import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerEvent, EventSink } from '../../../core/pipeline/follow/answer-events.ts';
import { AnswerLog } from '../../../core/pipeline/follow/answer-log.ts';
import { PART_INTERVAL_MS } from '../../../core/pipeline/follow/follower.ts';
import { BEGINNING } from '../../../core/pipeline/follow/position.ts';
import {
  ACCOUNT_PARTS_PER_SECOND,
  BURST_PARTS,
  ReaderPaces,
} from '../../../core/pipeline/follow/reader-pace.ts';
import type { Result } from '../../../core/generated/prompt-response.ts';
import { ToldSoFar } from '../../support/answers/told-so-far.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ENTRIES = 64;
/** As dear as so many parts of a request with one entry, since its ID names 64. */
const WIDE_PART = 1 + (ENTRIES - 1) / 16;
const READERS = 16;
const ACCOUNT = 7;

function resultOf(output: string): Result {
  const counts = { tokensIn: 1, tokensOut: 1, latencyMs: 1, providerCost: 0 };
  return { modelId: 'a-model', status: 'completed', output, ...counts };
}

/** Takes everything at once. */
class Reader implements EventSink {
  readonly told = new ToldSoFar();
  readonly isReady = true;
  hasEnded = false;

  send({ id, name, json }: AnswerEvent): void {
    this.told.take({ id, name, data: JSON.parse(Buffer.concat(json).toString()) });
  }

  end(): void {
    this.hasEnded = true;
  }
}

/** A request of 64 entries that write, and its readers. */
class WideRequest {
  readonly readers = Array.from({ length: READERS }, () => new Reader());
  readonly #log: AnswerLog;
  readonly #entries;
  readonly #written = Array.from({ length: ENTRIES }, () => '');

  constructor(paces: ReaderPaces, accountId: number) {
    this.#log = new AnswerLog(paces.of(accountId));
    this.#log.start({ promptLogId: 'a request', creditsHeld: 1 }, () => this.#log.open());
    this.#entries = Array.from({ length: ENTRIES }, (_, index) => this.#log.listen(index));
    for (const reader of this.readers) this.#log.follow(BEGINNING, reader);
  }

  write(): void {
    for (const [index, entry] of this.#entries.entries()) {
      const word = `${this.#written[index]?.length} `;
      entry.text(word);
      this.#written[index] += word;
    }
  }

  end(): void {
    for (const [index, output] of this.#written.entries()) {
      expect([...this.#log.prepare(index, resultOf(output))].length).toBeLessThan(10);
      this.#log.result(index, resultOf(output));
    }
    this.#log.end('done', [Buffer.from('{}')]);
  }

  expectWhole(): void {
    for (const { told, hasEnded } of this.readers) {
      expect([hasEnded, told.results.size]).toEqual([true, ENTRIES]);
      for (const [index, text] of told.texts) expect(text).toBe(this.#written[index]);
    }
  }

  get parts(): readonly number[] {
    return this.readers.map(({ told }) => told.count('delta'));
  }
}

function total(requests: readonly WideRequest[]): number {
  return requests.flatMap(({ parts }) => parts).reduce((sum, parts) => sum + parts, 0);
}

/** Lets time pass in which what is told grows by no more at once than a few long parts. */
function expectEvenly(told: () => number, forMs: number): void {
  const stepMs = 10;
  for (let ms = 0; ms < forMs; ms += stepMs) {
    const before = told();
    vi.advanceTimersByTime(stepMs);
    expect(told() - before).toBeLessThanOrEqual(4);
  }
}

describe('the readers of one account', () => {
  it('are sent 2,000 parts a second of wide requests together, take turns, and lose nothing', () => {
    const paces = new ReaderPaces();
    const requests = [new WideRequest(paces, ACCOUNT), new WideRequest(paces, ACCOUNT)];
    const seconds = 6;
    for (let ms = 0; ms < 1_000 * seconds; ms += 10) {
      for (const request of requests) request.write();
      vi.advanceTimersByTime(10);
    }
    // The turn of each reader is as long as one part of each entry, and its first is cheaper: it was told of fewer.
    const slack = 2 * requests.length * READERS * ENTRIES;
    const parts = total(requests);
    const most = (ACCOUNT_PARTS_PER_SECOND * seconds + BURST_PARTS) / WIDE_PART + slack;
    expect(parts).toBeLessThanOrEqual(most);
    expect(parts).toBeGreaterThan((ACCOUNT_PARTS_PER_SECOND * (seconds - 1)) / WIDE_PART);
    const each = requests.flatMap((request) => request.parts);
    expect(Math.max(...each)).toBeLessThanOrEqual(3 * Math.min(...each));
    for (const request of requests) request.end();
    for (const request of requests) request.expectWhole();
  });

  it('are each sent what is written at once where 500 read an answer of their own', () => {
    const paces = new ReaderPaces();
    const answers = Array.from({ length: 500 }, () => {
      const log = new AnswerLog(paces.of(ACCOUNT));
      log.start({ promptLogId: 'a request', creditsHeld: 1 }, () => log.open());
      const entry = log.listen(0);
      const reader = new Reader();
      log.follow(BEGINNING, reader);
      return { entry, reader };
    });
    const words = 200;
    for (let word = 0; word < words; word += 1) {
      for (const { entry } of answers) entry.text('word ');
      vi.advanceTimersByTime(20);
    }
    vi.advanceTimersByTime(PART_INTERVAL_MS);
    for (const { reader } of answers) {
      expect(reader.told.texts.get(0)).toHaveLength('word '.length * words);
      // As often as one alone may have it.
      expect(reader.told.count('delta')).toBeGreaterThan((words * 20) / PART_INTERVAL_MS / 1.2);
    }
  });

  it('wait the longer the longer the parts are that they were sent', () => {
    const pace = new ReaderPaces().of(ACCOUNT);
    const waitAfter = (bytes: number): number => {
      pace.spend({ entries: 1, bytes });
      const before = pace.turnAtMs;
      pace.spend({ entries: 1, bytes });
      return pace.turnAtMs - before;
    };
    expect(waitAfter(65_536) / waitAfter(0)).toBeCloseTo(65);
    for (let part = 0; part < 16; part += 1) pace.spend({ entries: 1, bytes: 65_536 });
    expect(pace.turnAtMs).toBeGreaterThan(performance.now());
  });

  it('wait for results that were there before them, and for none that come', () => {
    const paces = new ReaderPaces();
    const log = new AnswerLog(paces.of(ACCOUNT));
    log.start({ promptLogId: 'a request', creditsHeld: 1 }, () => log.open());
    const first = new Reader();
    log.follow(BEGINNING, first);
    const results = 32;
    const output = 'x'.repeat(65_536);
    const end = (index: number): void => {
      for (const _ of log.prepare(index, resultOf(output)));
      log.result(index, resultOf(output));
    };
    for (let index = 0; index < results; index += 1) end(index);
    expect(first.told.results.size).toBe(results);
    const others = Array.from({ length: READERS - 1 }, () => new Reader());
    for (const reader of others) log.follow(BEGINNING, reader);
    const resultsTold = (): number => others.reduce((sum, { told }) => sum + told.results.size, 0);
    for (const seconds of [1, 2, 3]) {
      expectEvenly(resultsTold, 1_000);
      const most = ((ACCOUNT_PARTS_PER_SECOND * seconds + BURST_PARTS) * 1_024) / output.length;
      // Each reader may take one before it learns that its turn is over.
      expect(resultsTold()).toBeLessThanOrEqual(most + others.length);
      expect(resultsTold()).toBeGreaterThan(0.9 * Math.min(most, others.length * results));
    }
    end(results);
    expect(first.told.results.size).toBe(results + 1);
    log.end('done', [Buffer.from('{}')]);
    vi.advanceTimersByTime(3_000);
    for (const { told, hasEnded } of others)
      expect([hasEnded, told.results.size]).toEqual([true, results + 1]);
  });

  it('are sent a part at each turn of long texts that were written before they came, together or apart', () => {
    const paces = new ReaderPaces();
    const text = 'x'.repeat(65_536);
    const logs = [1, 2].map(() => {
      const log = new AnswerLog(paces.of(ACCOUNT));
      log.start({ promptLogId: 'a request', creditsHeld: 1 }, () => log.open());
      for (let index = 0; index < ENTRIES; index += 1) log.listen(index).text(text);
      return log;
    });
    const readers = logs.flatMap((log) =>
      Array.from({ length: READERS }, () => {
        const reader = new Reader();
        log.follow(BEGINNING, reader);
        return reader;
      }),
    );
    const parts = (): number => readers.reduce((sum, { told }) => sum + told.count('delta'), 0);
    const mostAfter = (seconds: number): number =>
      ((ACCOUNT_PARTS_PER_SECOND * seconds + BURST_PARTS) * 1_024) / text.length;
    expect(parts()).toBeLessThanOrEqual(mostAfter(0) + 1);
    for (const seconds of [1, 2, 3]) {
      expectEvenly(parts, 1_000);
      expect(parts()).toBeLessThanOrEqual(mostAfter(seconds) + readers.length);
      // A part's ID costs the more the more entries it names.
      expect(parts()).toBeGreaterThan(0.85 * mostAfter(seconds));
    }
    const each = readers.map(({ told }) => told.count('delta'));
    // The first of all has the burst for itself.
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(mostAfter(0) + 2);
  });

  it('pay for nothing where they leave before their turn', () => {
    const paces = new ReaderPaces();
    const pace = paces.of(ACCOUNT);
    const log = new AnswerLog(pace);
    log.start({ promptLogId: 'a request', creditsHeld: 1 }, () => log.open());
    log.listen(0).text('x'.repeat(65_536));
    pace.spend({ entries: 1, bytes: 10_000_000 });
    const before = pace.turnAtMs;
    const leaving = Array.from({ length: READERS }, () => log.follow(BEGINNING, new Reader()));
    expect(pace.turnAtMs).toBeGreaterThan(before + 50);
    for (const reader of leaving) reader.stop();
    // A part is paid for by the number of its entries too.
    expect(pace.turnAtMs - before).toBeLessThanOrEqual(READERS / 10);
  });

  it('slow down no reader of another account', () => {
    const paces = new ReaderPaces();
    const many = new WideRequest(paces, ACCOUNT);
    for (let words = 0; words < 100; words += 1) many.write();
    const other = new AnswerLog(paces.of(ACCOUNT + 1));
    other.start({ promptLogId: 'another', creditsHeld: 1 }, () => other.open());
    const entry = other.listen(0);
    const reader = new Reader();
    other.follow(BEGINNING, reader);
    entry.text('at once');
    expect(reader.told.texts.get(0)).toBe('at once');
  });
});
