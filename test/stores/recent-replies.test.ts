import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecentReplies } from '../../core/stores/recent-replies.ts';
import { lengthOf } from '../../core/text/plain-json.ts';

const TEN_MINUTES_MS = 600_000;
const MAX_REPLIES = 1_000;
const MAX_CHARACTERS = 32 * 1_024 * 1_024;

let nowMs: number;
let replies: ReturnType<typeof openReplies>;

/** With replies as texts. */
function openReplies(now: () => number = () => nowMs) {
  const store = createRecentReplies(now);
  return {
    keep: (accountId: number, requestId: string, text: string) =>
      store.keep(accountId, requestId, [Buffer.from(text)]),
    find: (requestId: string) => store.find(requestId)?.map(String).join(''),
    clear: () => store.clear(),
  };
}

beforeEach(() => {
  nowMs = 1_000;
  replies = openReplies();
});
afterEach(() => replies.clear());

const found = (...requestIds: readonly string[]): readonly (string | undefined)[] =>
  requestIds.map((requestId) => replies.find(requestId));

describe('recent replies', () => {
  it('are found by their request for ten minutes', () => {
    replies.keep(1, 'a', 'A');
    nowMs += 300_000;
    replies.keep(1, 'b', 'B');
    nowMs += 299_999;
    expect(found('a', 'b', 'c')).toEqual(['A', 'B', undefined]);
    nowMs += 1;
    expect(found('a', 'b')).toEqual([undefined, 'B']);
    nowMs += 300_000;
    expect(found('a', 'b')).toEqual([undefined, undefined]);
  });

  it('are found as often as they are asked for, which lengthens nothing', () => {
    replies.keep(1, 'a', 'A');
    for (let minute = 1; minute < 10; minute += 1) {
      nowMs += 60_000;
      expect(replies.find('a')).toBe('A');
    }
    nowMs += 60_000;
    expect(replies.find('a')).toBeUndefined();
  });

  it('make room for the newest of their account where it has too many', () => {
    replies.keep(2, 'other', 'reply');
    for (let index = 0; index < MAX_REPLIES / 2; index += 1) replies.keep(1, `${index}`, `reply ${index}`);
    expect(found('0', '1', '499')).toEqual(['reply 0', 'reply 1', 'reply 499']);
    replies.keep(1, 'one more', 'reply');
    expect(found('0', '1', '499', 'one more')).toEqual([undefined, 'reply 1', 'reply 499', 'reply']);
    expect(found('other')).toEqual(['reply']);
  });

  it('make room for the newest of their account where they are too long', () => {
    const eighth = 'x'.repeat(MAX_CHARACTERS / 8);
    replies.keep(2, 'other', 'reply');
    for (const requestId of ['a', 'b', 'c', 'd']) replies.keep(1, requestId, eighth);
    expect(found('a', 'd')).toEqual([eighth, eighth]);
    replies.keep(1, 'short', 's');
    expect(found('a', 'b', 'short')).toEqual([undefined, eighth, 's']);
    // Half the room: the short one and another eighth fit beside it, two eighths have to go.
    replies.keep(1, 'e', eighth + eighth);
    expect(found('b', 'c', 'd', 'short', 'e')).toEqual([undefined, undefined, eighth, 's', eighth + eighth]);
    expect(found('other')).toEqual(['reply']);
  });

  it('of whoever uses most give way where all the room is taken', () => {
    const half = 'x'.repeat(MAX_CHARACTERS / 2);
    const quarter = 'x'.repeat(MAX_CHARACTERS / 4);
    replies.keep(1, 'oldest', 'small');
    replies.keep(2, 'a', quarter);
    replies.keep(2, 'b', quarter.slice(1));
    replies.keep(3, 'c', quarter);
    replies.keep(4, 'd', quarter);
    expect(found('oldest', 'a', 'b', 'c', 'd')).toEqual([
      'small',
      undefined,
      quarter.slice(1),
      quarter,
      quarter,
    ]);
    replies.keep(5, 'e', half);
    expect(found('oldest', 'e')).toEqual(['small', half]);
    expect(['b', 'c', 'd'].filter((requestId) => replies.find(requestId) !== undefined)).toHaveLength(1);
    for (let account = 10; account < 10 + MAX_REPLIES; account += 1)
      replies.keep(account, `of ${account}`, 'r');
    const all = [
      'oldest',
      'b',
      'c',
      'd',
      'e',
      ...Array.from({ length: MAX_REPLIES }, (_, at) => `of ${at + 10}`),
    ];
    expect(found(...all).filter((reply) => reply !== undefined)).toHaveLength(MAX_REPLIES);
    expect(found('e', 'of 1009')).toEqual([undefined, 'r']);
  });

  it('never hold more than their bounds, and of one account no more than its share', () => {
    const length = fc.integer({ min: 0, max: MAX_CHARACTERS / 2 });
    // Counted in bytes and never decoded: a reply is up to 16 MB, and each is looked at after every step.
    const bytes = Buffer.alloc(MAX_CHARACTERS / 2, 'x');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), length), { maxLength: 40 }), (steps) => {
        const store = createRecentReplies(() => 0);
        const sizeOf = (requestId: string): number | undefined => {
          const reply = store.find(requestId);
          return reply && lengthOf(reply);
        };
        for (const [index, [account, size]] of steps.entries()) {
          store.keep(account, `${index}`, [bytes.subarray(0, size)]);
          const sizes = steps.slice(0, index + 1).map(([of], at) => ({ of, size: sizeOf(`${at}`) ?? 0 }));
          const sumOf = (those: typeof sizes): number => those.reduce((sum, one) => sum + one.size, 0);
          expect(sumOf(sizes)).toBeLessThanOrEqual(MAX_CHARACTERS);
          for (const of of [1, 2, 3, 4])
            expect(sumOf(sizes.filter((one) => one.of === of))).toBeLessThanOrEqual(MAX_CHARACTERS / 2);
          expect(sizeOf(`${index}`)).toBe(size);
        }
        store.clear();
      }),
    );
  });

  it('are not kept where one alone is longer than the share, and push nothing out', () => {
    replies.keep(1, 'a', 'A');
    replies.keep(1, 'huge', 'x'.repeat(MAX_CHARACTERS / 2 + 1));
    expect(found('a', 'huge')).toEqual(['A', undefined]);
    const share = 'x'.repeat(MAX_CHARACTERS / 2);
    replies.keep(1, 'share', share);
    expect(found('a', 'share')).toEqual([undefined, share]);
  });

  it('give their room back when they end', () => {
    const half = 'x'.repeat(MAX_CHARACTERS / 2);
    replies.keep(1, 'a', half);
    replies.keep(2, 'b', half);
    nowMs += TEN_MINUTES_MS;
    replies.keep(1, 'c', half);
    replies.keep(2, 'd', half);
    expect(found('a', 'b', 'c', 'd')).toEqual([undefined, undefined, half, half]);
  });

  it('replace an earlier one of the same request and count it once', () => {
    const half = 'x'.repeat(MAX_CHARACTERS / 2);
    for (let again = 0; again < 5; again += 1) replies.keep(1, 'a', half);
    replies.keep(2, 'b', half);
    expect(found('a', 'b')).toEqual([half, half]);
  });

  it('are all forgotten at once', () => {
    replies.keep(1, 'a', 'A');
    replies.keep(1, 'b', 'B');
    replies.clear();
    expect(found('a', 'b')).toEqual([undefined, undefined]);
  });
});

describe('a reply nobody asks for again', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  it('leaves memory by itself', async () => {
    const store = openReplies(Date.now);
    store.keep(1, 'a', 'A');
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS);
    // The watch ends with the last reply.
    expect(vi.getTimerCount()).toBe(0);
    store.keep(1, 'b', 'B');
    await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS / 2);
    store.keep(1, 'c', 'C');
    await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS / 2);
    expect([store.find('b'), store.find('c'), vi.getTimerCount()]).toEqual([undefined, 'C', 1]);
    store.clear();
    expect(vi.getTimerCount()).toBe(0);
  });
});
