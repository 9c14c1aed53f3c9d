import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerEvent, EventSink } from '../../../core/pipeline/follow/answer-events.ts';
import { AnswerLog } from '../../../core/pipeline/follow/answer-log.ts';
import { BEGINNING } from '../../../core/pipeline/follow/position.ts';
import {
  ACCOUNT_PARTS_PER_SECOND,
  LONGEST_INTERVAL_MS,
  PART_INTERVAL_MS,
  ReaderPace,
} from '../../../core/pipeline/follow/reader-pace.ts';
import type { Result } from '../../../core/generated/prompt-response.ts';
import { ReceivedEvents } from '../../support/answers/events-so-far.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ENTRIES = 64;
/** As dear as so many parts of a request with one entry, since its ID names 64. */
const WIDE_PART = 1 + (ENTRIES - 1) / 16;
const READERS = 16;

function resultOf(output: string): Result {
  const counts = { tokensIn: 1, tokensOut: 1, latencyMs: 1, providerCost: 0 };
  return { modelId: 'a-model', status: 'completed', output, ...counts };
}

/** Takes so many events at once, and no more. */
class Reader implements EventSink {
  readonly events = new ReceivedEvents();
  hasEnded = false;
  #eventsLeft: number;

  constructor(mostEvents = Infinity) {
    this.#eventsLeft = mostEvents;
  }

  get isReady(): boolean {
    return this.#eventsLeft > 0;
  }

  send({ id, name, json }: AnswerEvent): void {
    this.#eventsLeft -= 1;
    this.events.take({ id, name, data: JSON.parse(Buffer.concat(json).toString()) });
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

  constructor(pace: ReaderPace) {
    this.#log = new AnswerLog(pace);
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
    for (const { events, hasEnded } of this.readers) {
      expect([hasEnded, events.results.size]).toEqual([true, ENTRIES]);
      for (const [index, text] of events.texts) expect(text).toBe(this.#written[index]);
    }
  }

  get parts(): readonly number[] {
    return this.readers.map(({ events }) => events.count('delta'));
  }
}

function total(requests: readonly WideRequest[]): number {
  return requests.flatMap(({ parts }) => parts).reduce((sum, parts) => sum + parts, 0);
}

describe('the readers of one account', () => {
  it('are sent 2,000 parts a second of wide requests together, and lose nothing', () => {
    const pace = new ReaderPace();
    const requests = [new WideRequest(pace), new WideRequest(pace)];
    const seconds = 6;
    for (let ms = 0; ms < 1_000 * seconds; ms += 10) {
      for (const request of requests) request.write();
      vi.advanceTimersByTime(10);
    }
    // A reader's turn is one part of each entry. Each has two before the pace knows of all readers.
    const slack = 2 * requests.length * READERS * ENTRIES;
    const parts = total(requests);
    expect(parts).toBeLessThanOrEqual((ACCOUNT_PARTS_PER_SECOND * seconds) / WIDE_PART + slack);
    expect(parts).toBeGreaterThan((ACCOUNT_PARTS_PER_SECOND * (seconds - 1)) / WIDE_PART);
    const each = requests.flatMap((request) => request.parts);
    expect(Math.max(...each)).toBeLessThanOrEqual(3 * Math.min(...each));
    for (const request of requests) request.end();
    for (const request of requests) request.expectWhole();
  });

  it('are each sent what is written at once where 500 read an answer of their own', () => {
    const pace = new ReaderPace();
    const answers = Array.from({ length: 500 }, () => {
      const log = new AnswerLog(pace);
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
      expect(reader.events.texts.get(0)).toHaveLength('word '.length * words);
      // As often as one alone may have it.
      expect(reader.events.count('delta')).toBeGreaterThan((words * 20) / PART_INTERVAL_MS / 1.2);
    }
  });

  it.each([
    ['have got nothing since', Infinity],
    ['take no more in the middle of it', 10],
  ])('do not wait long for readers who got much once and %s', (_, mostEvents) => {
    const pace = new ReaderPace();
    for (let request = 0; request < 8; request += 1) {
      const log = new AnswerLog(pace);
      log.start({ promptLogId: 'a request', creditsHeld: 1 }, () => log.open());
      for (let index = 0; index < 16; index += 1) log.listen(index).text('x'.repeat(65_536));
      for (let reader = 0; reader < READERS; reader += 1) log.follow(BEGINNING, new Reader(mostEvents));
    }
    const waits = Array.from({ length: 10 }, () => pace.nextIntervalMs());
    expect(Math.min(...waits)).toBeGreaterThan(LONGEST_INTERVAL_MS / 2);
    expect(Math.max(...waits)).toBeLessThan(LONGEST_INTERVAL_MS * 1.5);
    vi.advanceTimersByTime(LONGEST_INTERVAL_MS * 1.5);
    expect(pace.nextIntervalMs()).toBe(PART_INTERVAL_MS);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('wait the longer the longer the parts are that they get, and not for readers that have left', () => {
    const pace = new ReaderPace();
    const text = 'x'.repeat(65_536);
    const log = new AnswerLog(pace);
    log.start({ promptLogId: 'a request', creditsHeld: 1 }, () => log.open());
    const entry = log.listen(0);
    const readers = Array.from({ length: READERS }, () => log.follow(BEGINNING, new Reader()));
    expect(pace.nextIntervalMs()).toBe(PART_INTERVAL_MS);
    entry.text(text);
    const turnMs = (1_000 * READERS * (1 + text.length / 1_024)) / ACCOUNT_PARTS_PER_SECOND;
    const waits = Array.from({ length: READERS }, () => pace.nextIntervalMs() / turnMs);
    expect(waits.reduce((sum, wait) => sum + wait, 0) / READERS).toBeCloseTo(1, 1);
    expect(new Set(waits.map((wait) => wait.toFixed(2))).size).toBe(READERS);
    for (const reader of readers) {
      reader.stop();
      reader.stop();
    }
    expect(pace.nextIntervalMs()).toBe(PART_INTERVAL_MS);
  });

  it('slow down no reader of another account', () => {
    const many = new WideRequest(new ReaderPace());
    for (let words = 0; words < 100; words += 1) many.write();
    const other = new AnswerLog(new ReaderPace());
    other.start({ promptLogId: 'another', creditsHeld: 1 }, () => other.open());
    const entry = other.listen(0);
    const reader = new Reader();
    other.follow(BEGINNING, reader);
    entry.text('at once');
    expect(reader.events.texts.get(0)).toBe('at once');
  });
});
