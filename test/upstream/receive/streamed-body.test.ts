import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Exchange,
  receiveReply,
  type ReceivedReply,
} from '../../../core/upstream/receive/receive-reply.ts';
import type { WholeEvents } from '../../../core/upstream/receive/event-buffer.ts';
import { EventBudget } from '../../../core/upstream/receive/reply-bounds.ts';
import type { ReplyProgress } from '../../../core/upstream/receive/streamed-body.ts';
import { HandDispatcher } from '../../support/servers/hand-dispatcher.ts';
import { WatchedStop } from '../../support/watched-stop.ts';
import { replyOptions, TIMEOUTS } from '../../support/servers/reply-options.ts';

const REQUEST = { method: 'POST', path: '/', body: 'x' } as const;
const EVENTS = { 'content-type': 'text/event-stream; charset=utf-8' };
const { firstByteMs: FIRST_BYTE_MS, idleMs: IDLE_MS } = TIMEOUTS;
const MAX_REPLY_BYTES = 100_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How a reply ended, looked at without waiting for it. */
type Ended = { readonly reply?: ReceivedReply; readonly error?: unknown };

/** A reply whose events say in one letter what becomes of it. */
function begin({
  headers = EVENTS,
  status = 200,
  maxReplyBytes = MAX_REPLY_BYTES,
  takeEventRoom = (_bytes: number): boolean => true,
} = {}) {
  const dispatcher = new HandDispatcher();
  const signal = new WatchedStop();
  const letters: string[] = [];
  /** What a thread has been given and not given back. */
  const waiting: ((progress: ReplyProgress) => void)[] = [];
  const turns: (() => void)[] = [];
  const turn = (): Promise<void> => new Promise((resolve) => void turns.push(resolve));
  const eventBudget = Object.assign(new EventBudget(), { take: takeEventRoom, wait: turn });
  let progress: ReplyProgress = 'waiting';
  const stream = {
    framing: 'sse' as const,
    keptBytes: 0,
    take({ bytes }: WholeEvents): ReplyProgress | Promise<ReplyProgress> {
      for (const event of bytes.toString().trim().split('\n\n')) {
        const letter = event.slice(6, 7);
        letters.push(letter);
        if (letter === 'b') throw new Error('broken');
        if (letter === 't') return new Promise((resolve) => void waiting.push(resolve));
        progress = ({ w: 'writing', f: 'finishing', c: 'complete' } as const)[letter] ?? progress;
        if (progress === 'complete') break;
      }
      return progress;
    },
  };
  const ended: { current: Ended } = { current: {} };
  const exchange: Exchange = {};
  const options = { ...replyOptions(maxReplyBytes), signal, nextTurn: turn, eventBudget, exchange, stream };
  receiveReply(dispatcher, REQUEST, options).then(
    (reply) => (ended.current = { reply }),
    (error: unknown) => (ended.current = { error }),
  );
  dispatcher.start();
  dispatcher.begin(status, headers);
  const ending = async (): Promise<Ended> => {
    await vi.advanceTimersByTimeAsync(0);
    return ended.current;
  };
  return { dispatcher, signal, letters, waiting, turns, eventBudget, exchange, ending };
}

/** One that is read on a thread comes alone. */
const LONG = 't'.repeat(65_536);

function events(letters: string): string {
  return [...letters].map((letter) => `data: ${letter === 't' ? LONG : letter}\n\n`).join('');
}

describe('a reply that comes as events', () => {
  it('is there with the event that completes it', async () => {
    const { dispatcher, signal, letters, ending } = begin();
    dispatcher.send(events('w').slice(0, 4), events('w').slice(4) + events('wwc'));
    expect(await ending()).toEqual({
      reply: { status: 200, headers: EVENTS, bytes: Buffer.alloc(0) },
    });
    expect([letters.join(''), signal.waiting]).toEqual(['wwwc', 0]);
    dispatcher.send(events('w'));
    dispatcher.end();
    await vi.advanceTimersByTimeAsync(100_000);
    expect([letters.join(''), dispatcher.aborted]).toEqual(['wwwc', []]);
  });

  it('waits with an event for its turn where this one has no room, and reads nothing before it', async () => {
    const rooms = [true, false, false];
    const { dispatcher, letters, turns, ending } = begin({ takeEventRoom: () => rooms.shift() ?? true });
    dispatcher.send(events('x'), events('xx'), events('c'));
    expect([letters.join(''), turns.length]).toEqual(['x', 1]);
    dispatcher.end();
    turns.shift()?.();
    expect(await ending()).toEqual({});
    expect([letters.join(''), turns.length]).toEqual(['xxx', 1]);
    turns.shift()?.();
    expect(await ending()).toHaveProperty('reply');
    expect(letters.join('')).toBe('xxxc');
  });

  it('frees its connection soon after', async () => {
    const { dispatcher, ending } = begin();
    dispatcher.send(events('c'));
    expect(await ending()).toHaveProperty('reply');
    expect(dispatcher.aborted).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(500);
    expect(dispatcher.aborted).toHaveLength(1);
  });

  it('frees its connection from what goes on and on', async () => {
    const { dispatcher } = begin();
    dispatcher.send(events('c'), Buffer.alloc(65_536));
    expect(dispatcher.aborted).toHaveLength(0);
    dispatcher.send('x');
    expect(dispatcher.aborted).toHaveLength(1);
  });

  it('is cut where it ends before', async () => {
    const { dispatcher, ending } = begin();
    dispatcher.send(events('ww'), 'data: c\n');
    dispatcher.end();
    const { error } = await ending();
    expect(error).toMatchObject({ code: 'unavailable', cause: { code: 'STREAM_CUT' } });
  });

  it.each([
    ['end', (dispatcher: HandDispatcher) => dispatcher.end()],
    ['be cut', (dispatcher: HandDispatcher) => dispatcher.breakOff('ECONNRESET')],
  ])('may %s once its text is whole', async (_what, finish) => {
    const { dispatcher, letters, ending } = begin();
    dispatcher.send(events('wfx'));
    expect(await ending()).toEqual({});
    finish(dispatcher);
    expect(await ending()).toHaveProperty('reply');
    expect(letters.join('')).toBe('wfx');
  });

  it('is what it is where time is up and its text is whole', async () => {
    const { dispatcher, signal, ending } = begin();
    dispatcher.send(events('wf'));
    signal.stop();
    expect(await ending()).toHaveProperty('reply');
    expect(dispatcher.aborted).toHaveLength(1);
    const silent = begin();
    silent.dispatcher.send(events('wf'));
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(await silent.ending()).toHaveProperty('reply');
    expect(silent.dispatcher.aborted).toHaveLength(1);
  });

  it.each([
    ['an open connection', (_dispatcher: HandDispatcher) => {}, { isGivenUp: true }],
    ['a connection that its provider has closed', (dispatcher: HandDispatcher) => dispatcher.end(), {}],
  ])('tells whether its usage was given up when time is up, on %s', async (_what, finish, given) => {
    const rooms = [true, false];
    const { dispatcher, signal, letters, turns, exchange, ending } = begin({
      takeEventRoom: () => rooms.shift() ?? true,
    });
    dispatcher.send(events('w'), events('f'));
    expect(await ending()).toEqual({});
    finish(dispatcher);
    signal.stop();
    turns.shift()?.();
    expect(await ending()).toHaveProperty('reply');
    expect([letters.join(''), exchange]).toEqual(['wf', { isSentWhole: true, status: 200, ...given }]);
  });

  it('gives up an event that a thread still parses when time is up, though its provider has ended', async () => {
    const { dispatcher, signal, exchange, ending } = begin();
    dispatcher.send(events('wft'));
    dispatcher.end();
    signal.stop();
    expect(await ending()).toHaveProperty('reply');
    expect(exchange.isGivenUp).toBe(true);
  });

  it('is broken where an event is', async () => {
    const { dispatcher, ending } = begin();
    dispatcher.send(events('wbw'));
    expect(await ending()).toMatchObject({ error: { code: 'unavailable', cause: { message: 'broken' } } });
    expect(dispatcher.aborted).toHaveLength(1);
  });

  it('ends with its deadline, and its connection is given up', async () => {
    const { dispatcher, signal, ending, letters } = begin();
    dispatcher.send(events('w'));
    signal.stop();
    expect(await ending()).toMatchObject({ error: { code: 'timeout' } });
    dispatcher.send(events('w'));
    expect([letters.join(''), dispatcher.aborted.length]).toEqual(['w', 1]);
    await vi.advanceTimersByTimeAsync(100_000);
  });

  it.each([
    ['of another type', 200, { 'content-type': 'application/json' }],
    ['without a type', 200, {}],
    ['of an error', 503, EVENTS],
  ])('%s is read whole', async (_what, status, headers) => {
    const { dispatcher, letters, ending } = begin({ status, headers: headers as typeof EVENTS });
    dispatcher.send('{"a":', '1}');
    dispatcher.end();
    expect(await ending()).toEqual({ reply: { status, headers, bytes: Buffer.from('{"a":1}') } });
    expect(letters).toEqual([]);
  });

  it('comes as events also if its type is repeated', async () => {
    const repeated = { 'content-type': ['text/event-stream', 'text/event-stream'] };
    const { dispatcher, letters, ending } = begin({ headers: repeated as unknown as typeof EVENTS });
    dispatcher.send(events('wc'));
    expect(await ending()).toHaveProperty('reply');
    expect(letters.join('')).toBe('wc');
  });
});

describe('after its first text a stream', () => {
  it('is read together once it has ended, from its first text on', async () => {
    const { dispatcher, letters, ending } = begin();
    dispatcher.send(events('x'), events('w'), events('w'), events('wf'));
    expect(letters.join('')).toBe('xw');
    dispatcher.end();
    expect(await ending()).toHaveProperty('reply');
    expect(letters.join('')).toBe('xwwwf');
  });

  it('is read together with what came at the same time, though the connection stays open', async () => {
    const { dispatcher, letters, ending } = begin();
    dispatcher.send(events('w'), events('w'), events('c'));
    expect(letters.join('')).toBe('w');
    expect(await ending()).toHaveProperty('reply');
    expect(letters.join('')).toBe('wwc');
  });

  it('is read at once when enough has come', () => {
    const { dispatcher, letters } = begin();
    dispatcher.send(events('w'), `: ${'x'.repeat(16_376)}\n\n`);
    expect(letters).toHaveLength(1);
    dispatcher.send(events('w'));
    expect(letters.length).toBeGreaterThan(1);
  });

  it('stalls after the same time as any', async () => {
    const { dispatcher, letters, ending } = begin();
    dispatcher.send(events('w'), events('w'));
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    expect(await ending()).toEqual({});
    await vi.advanceTimersByTimeAsync(1);
    expect(await ending()).toMatchObject({ error: { code: 'timeout', cause: { code: 'STREAM_STALLED' } } });
    expect(letters.join('')).toBe('ww');
  });

  it('is read to its end where time is up, though that takes turns', async () => {
    const { dispatcher, signal, letters, turns, ending } = begin();
    dispatcher.send(events('w'), events('w'.repeat(450)), events('f'));
    signal.stop();
    expect([await ending(), dispatcher.aborted.length]).toEqual([{}, 1]);
    turns.shift()?.();
    expect(await ending()).toHaveProperty('reply');
    expect(letters).toHaveLength(452);
  });
});

describe('the time of a stream', () => {
  it('runs to the first text, whatever else comes', async () => {
    const { dispatcher, ending } = begin();
    for (let second = 0; second < 4; second += 1) {
      dispatcher.send(events('x'));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await ending()).toEqual({});
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await ending()).toMatchObject({ error: { code: 'timeout', cause: { code: 'STREAM_STALLED' } } });
    expect(dispatcher.aborted).toHaveLength(1);
  });

  it('then runs anew with every byte', async () => {
    const { dispatcher, ending } = begin();
    dispatcher.send(events('w'));
    for (let piece = 0; piece < 20; piece += 1) {
      await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
      dispatcher.send(':');
    }
    expect(await ending()).toEqual({});
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(await ending()).toMatchObject({ error: { code: 'timeout' } });
    expect(dispatcher.aborted).toHaveLength(1);
  });

  it('is short once only figures may follow, whatever else comes', async () => {
    const { dispatcher, letters, ending } = begin();
    dispatcher.send(events('wf'));
    for (let waitedMs = 0; waitedMs < IDLE_MS; waitedMs += 100) {
      expect(await ending()).toEqual({});
      await vi.advanceTimersByTimeAsync(100);
      dispatcher.send(':\n');
    }
    expect(await ending()).toMatchObject({ reply: { status: 200 } });
    expect(letters).toEqual(['w', 'f']);
  });

  it('stands still while the gateway is at work', async () => {
    const { dispatcher, waiting, ending } = begin();
    dispatcher.send(events('wt'));
    await vi.advanceTimersByTimeAsync(100 * IDLE_MS);
    waiting[0]?.('writing');
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    expect(await ending()).toEqual({});
    await vi.advanceTimersByTimeAsync(1);
    expect(await ending()).toHaveProperty('error');
  });

  it.each([
    ['until the first text', 'x', FIRST_BYTE_MS, 'error'],
    ['for what follows the text', 'wf', IDLE_MS, 'reply'],
  ])('%s leaves out a turn that the gateway waits for', async (_what, letters, waitMs, ending) => {
    const rooms = [true, false];
    const { dispatcher, turns, ending: ended } = begin({ takeEventRoom: () => rooms.shift() ?? true });
    dispatcher.send(events(letters));
    await vi.advanceTimersByTimeAsync(waitMs / 2);
    dispatcher.send(events('x'));
    await vi.advanceTimersByTimeAsync(2 * waitMs);
    turns.shift()?.();
    await vi.advanceTimersByTimeAsync(waitMs / 2 - 1);
    expect(await ended()).toEqual({});
    await vi.advanceTimersByTimeAsync(100);
    expect(await ended()).toHaveProperty(ending);
  });

  it('leaves no timer behind', async () => {
    for (const finish of ['c', 'b', 'e', 's']) {
      const { dispatcher, signal, ending } = begin();
      dispatcher.send(events(`w${finish}`));
      if (finish === 's') signal.stop();
      if (finish !== 'b') dispatcher.end();
      await ending();
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});

describe('an event that is read on a thread', () => {
  it('keeps the socket and the events after it waiting, in their order', async () => {
    const { dispatcher, letters, waiting, ending } = begin();
    dispatcher.send(events('wtw'));
    expect([letters.join(''), dispatcher.pauses, dispatcher.resumes]).toEqual(['wt', 1, 0]);
    // A connection that closes hands out what it has all the same.
    dispatcher.send(events('wc'));
    dispatcher.end();
    expect(await ending()).toEqual({});
    waiting[0]?.('writing');
    expect(await ending()).toHaveProperty('reply');
    expect(letters.join('')).toBe('wtwwc');
  });

  it('may be the last', async () => {
    const { dispatcher, letters, waiting, ending } = begin();
    dispatcher.send(events('tw'));
    waiting[0]?.('complete');
    expect(await ending()).toHaveProperty('reply');
    expect([letters.join(''), dispatcher.resumes]).toEqual(['t', 1]);
    dispatcher.end();
  });

  it('is waited for where the connection breaks meanwhile', async () => {
    const { dispatcher, waiting, ending } = begin();
    dispatcher.send(events('wt'));
    dispatcher.breakOff('ECONNRESET');
    expect(await ending()).toEqual({});
    waiting[0]?.('writing');
    expect(await ending()).toMatchObject({ error: { code: 'unavailable', cause: { code: 'ECONNRESET' } } });
  });

  it('is not waited for beyond the deadline', async () => {
    const { dispatcher, signal, letters, waiting, ending } = begin();
    dispatcher.send(events('tw'));
    signal.stop();
    expect(await ending()).toMatchObject({ error: { code: 'timeout' } });
    waiting[0]?.('writing');
    await ending();
    expect([letters.join(''), dispatcher.resumes]).toEqual(['t', 0]);
  });

  it('is not waited for either if its turn comes after the deadline', async () => {
    const rooms = [true, false];
    const { dispatcher, signal, letters, waiting, turns, ending } = begin({
      takeEventRoom: () => rooms.shift() ?? true,
    });
    dispatcher.send(events('wt'));
    signal.stop();
    expect(await ending()).toEqual({});
    turns.shift()?.();
    expect(await ending()).toMatchObject({ error: { code: 'timeout' } });
    waiting[0]?.('writing');
    await ending();
    expect([letters.join(''), dispatcher.resumes]).toEqual(['wt', 0]);
  });
});

describe('a burst', () => {
  it('of events is read four hundred at a turn', async () => {
    const { dispatcher, letters, turns, ending } = begin();
    dispatcher.send(events('w'.repeat(850)), events('c'));
    expect([letters.length, dispatcher.pauses, dispatcher.resumes]).toEqual([400, 1, 0]);
    turns.shift()?.();
    await ending();
    expect([letters.length, dispatcher.resumes]).toEqual([800, 0]);
    turns.shift()?.();
    expect(await ending()).toHaveProperty('reply');
    expect(letters).toHaveLength(851);
  });

  it('is only what comes in one turn: a long stream of few events a turn never pauses', async () => {
    const { dispatcher, letters, eventBudget } = begin();
    for (let sent = 0; sent < 10; sent += 1) {
      dispatcher.send(events('x'.repeat(240)));
      eventBudget.turn += 1;
    }
    expect([letters.length, dispatcher.pauses]).toEqual([2_400, 0]);
    dispatcher.send(events('x'.repeat(240)), events('x'.repeat(240)));
    expect(dispatcher.pauses).toBe(1);
  });

  it.each([
    ['chunks', 1, 1_000],
    ['bytes', 65_536, 4],
  ])('of %s pauses as a whole reply does', async (_what, chunkBytes, chunks) => {
    const { dispatcher, turns, ending } = begin({ maxReplyBytes: 1_000_000 });
    const chunk = Buffer.alloc(chunkBytes, ':');
    for (let sent = 1; sent < chunks; sent += 1) dispatcher.send(chunk);
    expect(dispatcher.pauses).toBe(0);
    dispatcher.send(chunk);
    expect([dispatcher.pauses, dispatcher.resumes]).toEqual([1, 0]);
    turns.shift()?.();
    await ending();
    expect(dispatcher.resumes).toBe(1);
  });
});

describe('a stream has at most', () => {
  const tooLarge = { error: { fault: { code: 'malformed_reply', retryable: false } } };

  it('eight times the bytes of a whole reply', async () => {
    const { dispatcher, ending } = begin();
    const chunk = Buffer.from(`: ${'x'.repeat(996)}\n\n`);
    for (let sent = 0; sent < 800; sent += 1) dispatcher.send(chunk);
    expect(await ending()).toEqual({});
    dispatcher.send('x');
    expect(await ending()).toMatchObject(tooLarge);
    expect(dispatcher.aborted).toHaveLength(1);
  });

  it('one whole reply’s bytes in an event', async () => {
    const { dispatcher, ending } = begin();
    dispatcher.send(Buffer.alloc(MAX_REPLY_BYTES, 'x'), 'x');
    expect(await ending()).toMatchObject(tooLarge);
  });

  it.each([
    ['chunks', ':', 1_048_576],
    ['events', '\n'.repeat(1_024), 1_024],
  ])('1,048,576 %s', async (_what, chunk, chunks) => {
    const { dispatcher, turns, ending } = begin({ maxReplyBytes: 10_000_000 });
    const bytes = Buffer.from(chunk);
    const send = (): void => dispatcher.handler.onResponseData?.(dispatcher.controller, bytes);
    const readAll = async (): Promise<void> => {
      while (turns.length > 0) {
        for (const turn of turns.splice(0)) turn();
        await Promise.resolve().then(() => {});
      }
    };
    for (let sent = 0; sent < chunks; sent += 1) {
      send();
      if (turns.length > 0) await readAll();
    }
    expect(await ending()).toEqual({});
    send();
    expect(await ending()).toMatchObject(tooLarge);
  });
});
