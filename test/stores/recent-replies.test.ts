import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecentReplies, type RecentReplies } from '../../core/stores/recent-replies.ts';

const TEN_MINUTES_MS = 600_000;
const MAX_REPLIES = 1_000;
const MAX_CHARACTERS = 32 * 1_024 * 1_024;

let nowMs: number;
let replies: RecentReplies;

beforeEach(() => {
  nowMs = 1_000;
  replies = createRecentReplies(() => nowMs);
});
afterEach(() => replies.clear());

const found = (...requestIds: readonly string[]): readonly (string | undefined)[] =>
  requestIds.map((requestId) => replies.find(requestId));

describe('recent replies', () => {
  it('are found by their request for ten minutes', () => {
    replies.keep('a', 'A');
    nowMs += 300_000;
    replies.keep('b', 'B');
    nowMs += 299_999;
    expect(found('a', 'b', 'c')).toEqual(['A', 'B', undefined]);
    nowMs += 1;
    expect(found('a', 'b')).toEqual([undefined, 'B']);
    nowMs += 300_000;
    expect(found('a', 'b')).toEqual([undefined, undefined]);
  });

  it('are found as often as they are asked for, which lengthens nothing', () => {
    replies.keep('a', 'A');
    for (let minute = 1; minute < 10; minute += 1) {
      nowMs += 60_000;
      expect(replies.find('a')).toBe('A');
    }
    nowMs += 60_000;
    expect(replies.find('a')).toBeUndefined();
  });

  it('make room for the newest where there are too many', () => {
    for (let index = 0; index < MAX_REPLIES; index += 1) replies.keep(`${index}`, `reply ${index}`);
    expect(found('0', '1', '999')).toEqual(['reply 0', 'reply 1', 'reply 999']);
    replies.keep('one more', 'reply');
    expect(found('0', '1', '999', 'one more')).toEqual([undefined, 'reply 1', 'reply 999', 'reply']);
  });

  it('make room for the newest where they are too long', () => {
    const quarter = 'x'.repeat(MAX_CHARACTERS / 4);
    for (const requestId of ['a', 'b', 'c', 'd']) replies.keep(requestId, quarter);
    expect(found('a', 'd')).toEqual([quarter, quarter]);
    replies.keep('short', 's');
    expect(found('a', 'b', 'short')).toEqual([undefined, quarter, 's']);
    // Half the room: the short one and another quarter fit beside it, two quarters have to go.
    replies.keep('e', quarter + quarter);
    expect(found('b', 'c', 'd', 'short', 'e')).toEqual([
      undefined,
      undefined,
      quarter,
      's',
      quarter + quarter,
    ]);
  });

  it('are not kept where one alone is longer than the room, and push nothing out', () => {
    replies.keep('a', 'A');
    replies.keep('huge', 'x'.repeat(MAX_CHARACTERS + 1));
    expect(found('a', 'huge')).toEqual(['A', undefined]);
    const whole = 'x'.repeat(MAX_CHARACTERS);
    replies.keep('whole', whole);
    expect(found('a', 'whole')).toEqual([undefined, whole]);
  });

  it('give their room back when they end', () => {
    const half = 'x'.repeat(MAX_CHARACTERS / 2);
    replies.keep('a', half);
    replies.keep('b', half);
    nowMs += TEN_MINUTES_MS;
    replies.keep('c', half);
    replies.keep('d', half);
    expect(found('a', 'b', 'c', 'd')).toEqual([undefined, undefined, half, half]);
  });

  it('replace an earlier one of the same request and count it once', () => {
    const half = 'x'.repeat(MAX_CHARACTERS / 2);
    for (let again = 0; again < 5; again += 1) replies.keep('a', half);
    replies.keep('b', half);
    expect(found('a', 'b')).toEqual([half, half]);
  });

  it('are all forgotten at once', () => {
    replies.keep('a', 'A');
    replies.keep('b', 'B');
    replies.clear();
    expect(found('a', 'b')).toEqual([undefined, undefined]);
  });
});

describe('a reply nobody asks for again', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  it('leaves memory by itself', async () => {
    const kept = createRecentReplies(Date.now);
    kept.keep('a', 'A');
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS);
    // The watch ends with the last reply.
    expect(vi.getTimerCount()).toBe(0);
    kept.keep('b', 'B');
    await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS / 2);
    kept.keep('c', 'C');
    await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS / 2);
    expect([kept.find('b'), kept.find('c'), vi.getTimerCount()]).toEqual([undefined, 'C', 1]);
    kept.clear();
    expect(vi.getTimerCount()).toBe(0);
  });
});
