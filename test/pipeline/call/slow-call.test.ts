import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RequestContext } from '../../../core/pipeline/request-context.ts';
import type { Attempt, RunningCall } from '../../../core/pipeline/call/call-result.ts';
import type { StreamedReply } from '../../../core/pipeline/call/streamed-reply.ts';
import { NO_REPLY_MS, warnIfSlow } from '../../../core/pipeline/call/slow-call.ts';
import { sampleModel, sampleProvider } from '../../../core/plugin-check/sample-entry.ts';
import { StopSource } from '../../../core/upstream/stop-signal.ts';

type Line = Readonly<Record<string, unknown>>;

const NEVER = { signal: new StopSource(), endsAt: 600_000 };

let lines: Line[];
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  lines = [];
});
afterEach(() => vi.useRealTimers());

function callOf(streaming = true, firstByteMs = 600_000): RunningCall {
  const timeouts = { connectMs: 5_000, firstByteMs, idleMs: 30_000, totalMs: 600_000 };
  const entry = {
    provider: sampleProvider({ streaming, timeouts }),
    model: sampleModel(),
    plugin: { stream: {} },
  };
  const context = {
    services: { log: { warn: (line: Line) => void lines.push(line) } },
    account: { id: 1 },
    deadline: NEVER,
    correlationId: 'request',
    promptLogId: 'prompt',
    role: 'contestant',
  };
  const call = { planned: { entry }, waitsSince: performance.now() } as unknown as RunningCall;
  const firstMs = Math.min(NO_REPLY_MS, firstByteMs / 2);
  call.slowTimer = setTimeout(warnIfSlow, firstMs, call, context as unknown as RequestContext);
  return call;
}

type Stream = Pick<StreamedReply, 'hasBegun' | 'firstTokenAt'>;

function send(call: RunningCall, stream?: Stream, number = 1): void {
  const connection = { host: 'api.sample.example:443' };
  call.waitsSince = performance.now();
  call.attempt = { number, key: { index: 0 }, connection, deadline: NEVER, stream } as unknown as Attempt;
}

function warnings(): readonly unknown[] {
  return lines.map(({ waitsFor, waitedMs }) => [waitsFor, waitedMs]);
}

it('tells once of a slot that is not found', () => {
  callOf();
  vi.advanceTimersByTime(29_999);
  expect(warnings()).toEqual([]);
  vi.advanceTimersByTime(600_000);
  expect(warnings()).toEqual([['slot', 30_000]]);
});

it('tells once of a reply that does not begin, counted from when it was sent', () => {
  const call = callOf();
  vi.advanceTimersByTime(20_000);
  send(call, { hasBegun: false, firstTokenAt: undefined });
  vi.advanceTimersByTime(600_000);
  expect(warnings()).toEqual([['reply', 30_000]]);
  expect(lines[0]).toMatchObject({ key: 1, attempt: 1, host: 'api.sample.example:443', endsInMs: 550_000 });
});

it('gives a stream that has begun, and a reply that comes whole, longer', () => {
  const begun = callOf();
  send(begun, { hasBegun: true, firstTokenAt: undefined });
  send(callOf(false));
  vi.advanceTimersByTime(600_000);
  expect(warnings()).toEqual([
    ['text', 120_000],
    ['reply', 120_000],
  ]);
});

it('tells before half of the manifest’s own time is over', () => {
  send(callOf(true, 10_000));
  vi.advanceTimersByTime(600_000);
  expect(warnings()).toEqual([['reply', 5_000]]);
});

it('tells of an attempt that hangs after a stream that broke off', () => {
  const call = callOf();
  send(call, { hasBegun: true, firstTokenAt: 100 });
  vi.advanceTimersByTime(100_000);
  send(call, undefined, 2);
  vi.advanceTimersByTime(600_000);
  expect(warnings()).toEqual([['reply', 30_000]]);
});

it('is silent of a stream that writes, of a pause after a failure, and of a call that has ended', () => {
  send(callOf(), { hasBegun: true, firstTokenAt: 100 });
  const failed = callOf();
  send(failed);
  const ended = callOf();
  send(ended);
  vi.advanceTimersByTime(25_000);
  clearTimeout(ended.slowTimer);
  failed.waitsSince = performance.now();
  vi.advanceTimersByTime(15_000);
  send(failed, undefined, 2);
  vi.advanceTimersByTime(10_000);
  clearTimeout(failed.slowTimer);
  vi.advanceTimersByTime(600_000);
  expect(warnings()).toEqual([]);
});
