import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerListener } from '../../../core/pipeline/call/answer-listener.ts';
import type { AnswerEvent, EventSink, Subscription } from '../../../core/pipeline/follow/answer-events.ts';
import { AnswerLog } from '../../../core/pipeline/follow/answer-log.ts';
import { PART_CHARACTERS, PARTS_PER_SECOND } from '../../../core/pipeline/follow/follower.ts';
import { BEGINNING, readPosition } from '../../../core/pipeline/follow/position.ts';
import type { Result } from '../../../core/generated/prompt-response.ts';
import { ReceivedEvents } from '../../support/answers/events-so-far.ts';
import { cases } from '../../support/whole-run.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const STARTED = { promptLogId: 'a request', creditsHeld: 1 };

function resultOf(output: string): Result {
  return {
    modelId: 'a-model',
    status: 'completed',
    output,
    tokensIn: 1,
    tokensOut: 1,
    latencyMs: 1,
    providerCost: 0,
  };
}

/** As a request does where an entry has ended and its cost is durable. */
function end(log: AnswerLog, index: number, result: Result): void {
  expect([...log.prepare(index, result)].length).toBeLessThan(1_000);
  log.result(index, result);
}

/** A connection to a log: what it was sent and its client has not read is lost with it. */
class Connection implements EventSink {
  readonly events: ReceivedEvents;
  /** Events it takes until its client reads. */
  room: number;
  readonly #sent: { readonly event: AnswerEvent; readonly atMs: number }[] = [];
  readonly partsAtMs = new Map<string, number[]>();
  hasEnded = false;
  follower: Subscription | undefined;

  constructor(log: AnswerLog, room: number, events = new ReceivedEvents(), isWhole = false) {
    this.room = room;
    this.events = events;
    const position = readPosition(events.lastId) ?? BEGINNING;
    this.follower = log.follow(position, this, { isWhole });
  }

  get isReady(): boolean {
    return this.room > 0;
  }

  send(event: AnswerEvent): void {
    expect(this.hasEnded).toBe(false);
    expect(this.room).toBeGreaterThan(0);
    this.room -= 1;
    this.#sent.push({ event, atMs: performance.now() });
  }

  end(): void {
    this.hasEnded = true;
  }

  /** @returns what was read. */
  read(events: number, room: number): readonly ReturnType<typeof parsed>[] {
    const read = this.#sent.splice(0, events).map(({ event, atMs }) => {
      const one = parsed(event);
      this.events.take(one);
      if (one.name === 'delta' || one.name === 'reasoning') {
        const key = `${one.name} ${one.data.index}`;
        this.partsAtMs.set(key, [...(this.partsAtMs.get(key) ?? []), atMs]);
      }
      return one;
    });
    this.room += room;
    if (this.room > 0) this.follower?.resume();
    return read;
  }

  readAll(): void {
    while (this.#sent.length > 0) this.read(this.#sent.length, Number.POSITIVE_INFINITY);
  }

  cut(): void {
    this.follower?.stop();
  }
}

function parsed({ id, name, json }: AnswerEvent) {
  return { id, name, data: JSON.parse(Buffer.concat(json).toString()) };
}

function fast(log: AnswerLog): Connection {
  return new Connection(log, Number.POSITIVE_INFINITY);
}

/** A log whose request is marked as delivering as soon as it wants to be. */
function openLog(): AnswerLog {
  const log = new AnswerLog();
  log.start(STARTED, () => log.open());
  return log;
}

/** What a connection's client has got so far. */
function eventsOf(connection: Connection): ReceivedEvents {
  connection.readAll();
  return connection.events;
}

describe('a reader of a running answer', () => {
  it('gets the first words at once, and later ones together', () => {
    const log = openLog();
    const entry = log.listen(0);
    const reader = fast(log);
    entry.text('one ');
    expect(eventsOf(reader).names).toEqual(['started', 'delta']);
    for (const word of ['two ', 'three ', 'four']) {
      vi.advanceTimersByTime(10);
      entry.text(word);
    }
    expect(eventsOf(reader).count('delta')).toBe(1);
    vi.advanceTimersByTime(100);
    expect(eventsOf(reader).names).toEqual(['started', 'delta', 'delta']);
    expect(reader.events.texts.get(0)).toBe('one two three four');
    entry.text(', five');
    expect(eventsOf(reader).count('delta')).toBe(3);
  });

  it('gets the rest before the result, which waits for nothing', () => {
    const log = openLog();
    const entry = log.listen(0);
    const reader = fast(log);
    entry.reasoning('hm');
    entry.reasoning('m');
    entry.text('one ');
    entry.text('two');
    end(log, 0, resultOf('one two'));
    expect(eventsOf(reader).names).toEqual(['started', 'reasoning', 'delta', 'reasoning', 'delta', 'result']);
    expect([reader.events.texts.get(0), reader.events.reasoning.get(0)]).toEqual(['one two', 'hmm']);
  });

  it('gets at most 20 parts of a text in any second, however fast it is written', () => {
    const log = openLog();
    const entry = log.listen(0);
    const reader = fast(log);
    let written = '';
    for (let ms = 0; ms < 3_000; ms += 1) {
      entry.text('word ');
      entry.reasoning('thought ');
      written += 'word ';
      vi.advanceTimersByTime(1);
    }
    end(log, 0, resultOf(written));
    expect(eventsOf(reader).texts.get(0)).toBe(written);
    expect(reader.events.reasoning.get(0)).toBe('thought '.repeat(3_000));
    expect(mostInASecond(reader)).toBeLessThanOrEqual(PARTS_PER_SECOND);
    expect(reader.events.count('delta')).toBeGreaterThan(50);
  });

  it('gets a text that comes in one piece in parts of bounded length', () => {
    const log = openLog();
    const entry = log.listen(0);
    const reader = fast(log);
    const whole = 'x'.repeat(5 * PART_CHARACTERS);
    entry.text(whole);
    expect(eventsOf(reader).count('delta')).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(eventsOf(reader).texts.get(0)).toBe(whole);
    entry.text(whole);
    end(log, 0, resultOf(whole + whole));
    expect(eventsOf(reader).texts.get(0)).toBe(whole + whole);
    expect(reader.events.count('delta')).toBe(10);
  });

  it('that is far behind gets the result without the rest of the text', () => {
    const log = openLog();
    const entry = log.listen(0);
    const reader = new Connection(log, 2);
    entry.text('first');
    // The first twenty parts of a text may come at once.
    const rest = 'x'.repeat(PARTS_PER_SECOND * PART_CHARACTERS);
    entry.text(rest);
    end(log, 0, resultOf(`first${rest}`));
    expect(eventsOf(reader).names).toEqual(['started', 'delta', 'result']);
    expect(reader.events.texts.get(0)).toBe('first');
  });

  it('that makes nothing of results gets every word, however far behind it is', () => {
    const log = openLog();
    const entry = log.listen(0);
    const reader = new Connection(log, 2, new ReceivedEvents(), true);
    const rest = 'x'.repeat(PARTS_PER_SECOND * PART_CHARACTERS);
    entry.text('first');
    entry.text(rest);
    end(log, 0, resultOf(`first${rest}`));
    expect(eventsOf(reader).texts.get(0)).toBe(`first${rest}`);
    expect(reader.events.names.at(-1)).toBe('result');
  });

  it('gets no words before the request is marked as delivering', () => {
    const onAnswering = vi.fn();
    const log = new AnswerLog();
    log.start(STARTED, onAnswering);
    const entry = log.listen(0);
    const reader = fast(log);
    expect(onAnswering).not.toHaveBeenCalled();
    entry.begin();
    expect(onAnswering).toHaveBeenCalledOnce();
    entry.text('one');
    entry.reasoning('hm');
    vi.advanceTimersByTime(1_000);
    expect(onAnswering).toHaveBeenCalledOnce();
    expect(eventsOf(reader).names).toEqual(['started']);
    expect(entry.hasReachedCaller).toBe(false);
    log.open();
    expect(eventsOf(reader).names).toEqual(['started', 'reasoning', 'delta']);
    expect(entry.hasReachedCaller).toBe(true);
  });

  it('is told nothing of a call that was made again before a word had left', () => {
    const log = new AnswerLog();
    log.start(STARTED, () => {});
    const entry = log.listen(0);
    const reader = fast(log);
    entry.text('of the first attempt');
    entry.restart();
    log.open();
    entry.text('of the second');
    end(log, 0, resultOf('of the second'));
    expect(eventsOf(reader).names).toEqual(['started', 'delta', 'result']);
    expect(reader.events.texts.get(0)).toBe('of the second');
  });

  it('gets no word of a fused answer before its announcement', () => {
    const log = openLog();
    log.open();
    const entry = log.listen(2, false);
    const reader = fast(log);
    entry.text('first');
    entry.restart();
    entry.text('second');
    expect(eventsOf(reader).names).toEqual(['started']);
    log.fusing({ index: 2, modelId: 'a-model' });
    entry.text(' words');
    end(log, 2, resultOf('second words'));
    expect(eventsOf(reader).names.slice(0, 3)).toEqual(['started', 'fusing', 'delta']);
    expect([reader.events.texts.get(2), reader.events.count('replaced')]).toEqual(['second words', 0]);
  });

  it('gets the whole output if it differs from a fused answer’s text that waited for `fusing`', () => {
    const log = openLog();
    const fused = log.listen(2, false);
    fused.text('the moon');
    const prepared = [...log.prepare(2, resultOf('{"answer":"the moon"}'))];
    expect(prepared.length).toBeLessThan(1_000);
    const reader = fast(log);
    log.fusing({ index: 2, modelId: 'a-model' });
    reader.readAll();
    log.result(2, resultOf('{"answer":"the moon"}'));
    expect(eventsOf(reader).names).toEqual(['started', 'fusing', 'delta', 'replaced', 'result']);
  });

  it('is told that a correction replaces what it read, and so is only who read it', () => {
    const log = openLog();
    const entry = log.listen(0);
    const early = fast(log);
    entry.text('{"a": 1');
    const stuck = new Connection(log, 1);
    entry.restart();
    expect(entry.hasReachedCaller).toBe(false);
    vi.advanceTimersByTime(100);
    expect(eventsOf(early).names).toEqual(['started', 'delta', 'replaced']);
    const late = fast(log);
    entry.text('{"a": 2}');
    vi.advanceTimersByTime(100);
    end(log, 0, resultOf('{"a": 2}'));
    for (const reader of [early, late, stuck]) expect(eventsOf(reader).texts.get(0)).toBe('{"a": 2}');
    expect([early, late, stuck].map(({ events }) => events.count('replaced'))).toEqual([1, 0, 0]);
  });

  it.each([
    ['another text', 'other'],
    ['none, since its call failed', ''],
  ])('is told where the output is %s', (_name, output) => {
    const log = openLog();
    const entry = log.listen(0);
    const early = fast(log);
    entry.text('told');
    entry.text(' and waiting');
    const stuck = new Connection(log, 1);
    end(log, 0, resultOf(output));
    expect(eventsOf(early).names).toEqual(['started', 'delta', 'replaced', 'result']);
    expect(early.events.texts.get(0)).toBe(output);
    expect(eventsOf(stuck).names).toEqual(['started', 'result']);
  });

  it('is told nothing twice where the output is a long text', () => {
    const long = '"é\n🙂"'.repeat(20_000);
    const log = openLog();
    const entry = log.listen(0);
    const reader = fast(log);
    for (let at = 0; at < long.length; at += 1_000) entry.text(long.slice(at, at + 1_000));
    end(log, 0, resultOf(long));
    expect(eventsOf(reader).names.filter((name) => name !== 'delta')).toEqual(['started', 'result']);
    expect(reader.events.texts.get(0)).toBe(long);
    expect(reader.events.results.get(0)?.output).toBe(long);
  });

  it('that returns after everything is sent nothing more, and one with a strange position everything', () => {
    const log = openLog();
    log.listen(0).text('word');
    end(log, 0, resultOf('word'));
    log.end('done', [Buffer.from('{}')]);
    expect(log.events.at(-1)?.name).toBe('done');
    const first = fast(log);
    expect(eventsOf(first).names).toEqual(['started', 'result', 'done']);
    const again = new Connection(log, 1, first.events);
    expect([again.hasEnded, again.room]).toEqual([true, 1]);
    const events = new ReceivedEvents();
    events.lastId = '99';
    const stranger = new Connection(log, Number.POSITIVE_INFINITY, events);
    expect(eventsOf(stranger).names).toEqual(['started', 'result', 'done']);
    events.lastId = '1-0.9999';
    expect(events.count('done')).toBe(1);
  });

  it('that names entries the request does not have is never told of them again', () => {
    const log = openLog();
    const entry = log.listen(0);
    const events = new ReceivedEvents();
    events.lastId = `1-7.3${'-9.9999999999r9999999999v999'.repeat(62)}`;
    const reader = new Connection(log, Number.POSITIVE_INFINITY, events);
    entry.text('words');
    expect(eventsOf(reader).names).toEqual(['delta']);
    expect(events.lastId).toBe('1-0.5');
  });

  it('that asks once is told of whole events, and of no words: the call may still be made again', () => {
    const log = new AnswerLog();
    log.start(STARTED, () => {});
    const entry = log.listen(0);
    entry.text('words');
    log.open();
    expect(log.events.map(({ name }) => name)).toEqual(['started']);
    expect(entry.hasReachedCaller).toBe(false);
  });
});

/** The most parts of one text or reasoning on one connection within a second. */
function mostInASecond({ partsAtMs }: Connection): number {
  return Math.max(
    0,
    ...[...partsAtMs.values()].flatMap((times) =>
      times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length),
    ),
  );
}

const ENTRIES = 3;
const entryIndex = fc.nat(ENTRIES - 1);
const words = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 2 * PART_CHARACTERS }).map((length) => 'l'.repeat(length)),
  },
);
const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      index: entryIndex,
      kind: fc.constantFrom('text' as const, 'text' as const, 'reasoning' as const),
      words,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(400) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('read' as const), reader: fc.nat(9), events: fc.nat(8) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('cut' as const), reader: fc.nat(9), room: fc.nat(5) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('join' as const), room: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), index: entryIndex }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('result' as const),
      index: entryIndex,
      output: fc.constantFrom('written' as const, 'written' as const, 'other' as const, 'none' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('evaluation' as const, 'open' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A log that is written, and readers of every kind; the expected contents are stored beside the log. */
class Room {
  readonly log = new AnswerLog();
  readonly listeners: readonly AnswerListener[];
  readonly written = Array.from({ length: ENTRIES }, () => '');
  readonly outputs = new Map<number, string>();
  evaluations = 0;
  wantsToOpen = false;
  isOpen = false;
  /** Reads everything at once, from the beginning. */
  readonly prompt: Connection;
  readonly others: Connection[];

  constructor() {
    this.log.start(STARTED, () => (this.wantsToOpen = true));
    this.prompt = fast(this.log);
    this.others = [new Connection(this.log, 0), new Connection(this.log, 3)];
    this.listeners = Array.from({ length: ENTRIES }, (_, index) => this.log.listen(index));
  }

  do(step: Step): void {
    switch (step.do) {
      case 'write':
        this.#write(step.index, step.kind, step.words);
        break;
      case 'wait':
        vi.advanceTimersByTime(step.ms);
        break;
      case 'read':
        this.others[step.reader % this.others.length]?.read(step.events, step.events);
        break;
      case 'cut':
        this.#cut(step.reader % this.others.length, step.room);
        break;
      case 'join':
        if (this.others.length < 6) this.others.push(new Connection(this.log, step.room));
        break;
      case 'restart':
        this.#restart(step.index);
        break;
      case 'result':
        this.#result(step.index, step.output);
        break;
      case 'evaluation':
        this.isOpen = true;
        this.evaluations += 1;
        this.log.evaluation({ id: `evaluation ${this.evaluations}` } as never);
        break;
      case 'open':
        if (!this.wantsToOpen) break;
        this.isOpen = true;
        this.log.open();
        break;
    }
    this.prompt.readAll();
    expect(this.isOpen || this.prompt.events.names.every((name) => name === 'started')).toBe(true);
  }

  end(): void {
    for (const index of this.listeners.keys()) this.#result(index, 'written');
    this.log.end('done', [Buffer.from('"done"')]);
    this.prompt.readAll();
    // Who was there all the time waits for nothing.
    expect(this.prompt.hasEnded).toBe(true);
    for (const reader of this.others) reader.read(0, Number.POSITIVE_INFINITY);
    // Who was cut off has results again, in turn with others.
    vi.advanceTimersByTime(60_000);
    for (const reader of this.others) reader.readAll();
  }

  #write(index: number, kind: 'text' | 'reasoning', words: string): void {
    if (this.outputs.has(index)) return;
    if (kind === 'text') this.written[index] += words;
    this.listeners[index]?.[kind](words);
  }

  #restart(index: number): void {
    if (this.outputs.has(index)) return;
    this.written[index] = '';
    this.listeners[index]?.restart();
  }

  #result(index: number, output: 'written' | 'other' | 'none'): void {
    if (this.outputs.has(index)) return;
    this.isOpen = true;
    const text =
      output === 'written' ? (this.written[index] ?? '') : output === 'none' ? '' : `other ${index}`;
    this.outputs.set(index, text);
    end(this.log, index, resultOf(text));
  }

  #cut(number: number, room: number): void {
    const reader = this.others[number];
    if (reader === undefined) return;
    reader.cut();
    this.others[number] = new Connection(this.log, room, reader.events);
  }
}

it('every reader, slow, fast or cut off again and again, has every result once and no wrong text', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const room = new Room();
      for (const one of steps) room.do(one);
      room.end();
      for (const reader of [room.prompt, ...room.others]) {
        const { events, hasEnded } = reader;
        expect([hasEnded, events.last, events.count('started')]).toEqual([true, 'done', 1]);
        expect([events.results.size, events.evaluations]).toEqual([ENTRIES, room.evaluations]);
        expect(mostInASecond(reader)).toBeLessThanOrEqual(PARTS_PER_SECOND);
        for (const [index, output] of room.outputs) {
          expect(events.results.get(index)?.output).toBe(output);
          const text = events.texts.get(index);
          // A reader that lost deltas has the beginning of the output.
          if (text !== undefined) expect(output.startsWith(text)).toBe(true);
          if (reader === room.prompt && text !== undefined) expect(text).toBe(output);
        }
      }
    }),
    { numRuns: cases(200) },
  );
});
