import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Exchange, receiveReply } from '../../../core/upstream/receive/receive-reply.ts';
import { HandDispatcher } from '../../support/servers/hand-dispatcher.ts';
import { WatchedStop } from '../../support/watched-stop.ts';
import { cases } from '../../support/whole-run.ts';
import { replyOptions } from '../../support/servers/reply-options.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const MAX_REPLY_BYTES = 8_000_000;
const MAX_CHUNKS = 1_048_576;
const OPTIONS = replyOptions(MAX_REPLY_BYTES);
const REQUEST = { method: 'POST', path: '/', body: 'x' } as const;

function begin(body: string | Readable = 'x') {
  const dispatcher = new HandDispatcher();
  const signal = new WatchedStop();
  const exchange: Exchange = {};
  const reply = receiveReply(dispatcher, { ...REQUEST, body }, { ...OPTIONS, signal, exchange });
  return { dispatcher, signal, reply, exchange };
}

describe('a reply', () => {
  it('is read whole, whatever it is cut into, and leaves nothing behind', async () => {
    const { dispatcher, signal, reply } = begin();
    const text = Buffer.from('{"text":"größer"}');
    dispatcher.start();
    dispatcher.handler.onResponseStart?.(dispatcher.controller, 103, { link: 'early' });
    dispatcher.answer(200, { 'content-type': 'a', 'set-cookie': ['one', 'two'] }, [
      text.subarray(0, 11),
      text.subarray(11),
    ]);
    expect(await reply).toEqual({
      status: 200,
      headers: { 'content-type': 'a', 'set-cookie': 'one' },
      bytes: text,
    });
    expect(signal.waiting).toBe(0);
  });

  it('with more than sixteen interim answers is given up', async () => {
    const { dispatcher, reply } = begin();
    dispatcher.start();
    for (let sent = 0; sent < 16; sent += 1)
      dispatcher.handler.onResponseStart?.(dispatcher.controller, 103, {});
    expect(dispatcher.aborted).toEqual([]);
    dispatcher.handler.onResponseStart?.(dispatcher.controller, 103, {});
    expect(dispatcher.aborted).toHaveLength(1);
    await expect(reply).rejects.toMatchObject({ fault: { code: 'malformed_reply', retryable: false } });
  });

  it('in as many chunks as are read takes the memory of its bytes', async () => {
    const { dispatcher, reply } = begin();
    dispatcher.start();
    dispatcher.handler.onResponseStart?.(dispatcher.controller, 200, {});
    collectGarbage();
    const before = process.memoryUsage();
    for (let sent = 0; sent < MAX_CHUNKS; sent += 1)
      dispatcher.handler.onResponseData?.(dispatcher.controller, Buffer.from([0x20 + (sent % 64)]));
    collectGarbage();
    const after = process.memoryUsage();
    const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
    expect(grown).toBeLessThan(4_000_000);
    dispatcher.handler.onResponseEnd?.(dispatcher.controller, {});
    const { bytes } = await reply;
    expect([bytes.byteLength, bytes[0], bytes.at(-1)]).toEqual([
      MAX_CHUNKS,
      0x20,
      0x20 + ((MAX_CHUNKS - 1) % 64),
    ]);
  });

  it('in more chunks is refused for good, and its connection is given up', async () => {
    const { dispatcher, reply } = begin();
    dispatcher.start();
    dispatcher.handler.onResponseStart?.(dispatcher.controller, 200, {});
    const chunk = Buffer.from('x');
    for (let sent = 0; sent <= MAX_CHUNKS; sent += 1)
      dispatcher.handler.onResponseData?.(dispatcher.controller, chunk);
    await expect(reply).rejects.toMatchObject({ fault: { code: 'malformed_reply', retryable: false } });
    expect(dispatcher.aborted).toHaveLength(1);
  });

  it.each([
    ['small chunks', 1, 1_000],
    ['bytes', 65_536, 4],
  ])('pauses after so many %s, and goes on in a later turn', async (_what, chunkBytes, chunks) => {
    const { dispatcher } = begin();
    dispatcher.start();
    dispatcher.handler.onResponseStart?.(dispatcher.controller, 200, {});
    const chunk = Buffer.alloc(chunkBytes);
    const send = (count: number): void => {
      for (let sent = 0; sent < count; sent += 1)
        dispatcher.handler.onResponseData?.(dispatcher.controller, chunk);
    };
    send(chunks - 1);
    expect(dispatcher.pauses).toBe(0);
    send(1);
    expect([dispatcher.pauses, dispatcher.resumes]).toEqual([1, 0]);
    await OPTIONS.nextTurn(1);
    expect(dispatcher.resumes).toBe(1);
    send(chunks - 1);
    expect(dispatcher.pauses).toBe(1);
  });

  it('does not pause once it is whole', async () => {
    const { dispatcher, reply } = begin();
    dispatcher.start();
    const whole = Buffer.alloc(300_000, 0x20);
    dispatcher.answer(200, { 'content-length': '300000' }, [whole]);
    expect((await reply).bytes.equals(whole)).toBe(true);
    expect(dispatcher.pauses).toBe(0);
  });

  it('over the bound is refused for good, and its connection is given up', async () => {
    const { dispatcher, reply } = begin();
    dispatcher.start();
    dispatcher.handler.onResponseStart?.(dispatcher.controller, 200, { 'content-length': '12' });
    const chunk = Buffer.alloc(MAX_REPLY_BYTES / 4, 0x20);
    for (let sent = 0; sent < 5; sent += 1) dispatcher.handler.onResponseData?.(dispatcher.controller, chunk);
    await expect(reply).rejects.toMatchObject({
      fault: { code: 'malformed_reply', retryable: false },
    });
    expect(dispatcher.aborted.length).toBeGreaterThan(0);
  });

  it('is put together from any chunks, whatever length it declares', async () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 70_000, size: 'max' }), { maxLength: 6 });
    const declared = fc.option(fc.oneof(fc.nat(300_000).map(String), fc.string()), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(chunks, declared, async (parts, length) => {
        const { dispatcher, reply } = begin();
        dispatcher.start();
        const headers = length === undefined ? {} : { 'content-length': length };
        dispatcher.answer(
          200,
          headers,
          parts.map((part) => Buffer.from(part)),
        );
        expect((await reply).bytes.equals(Buffer.concat(parts))).toBe(true);
      }),
      { numRuns: cases(50) },
    );
  });

  it('that comes too late is not waited for, and its connection is given up', async () => {
    const { dispatcher, signal, reply } = begin();
    dispatcher.start();
    dispatcher.handler.onResponseStart?.(dispatcher.controller, 200, {});
    signal.stop();
    await expect(reply).rejects.toMatchObject({ code: 'timeout' });
    expect(dispatcher.aborted).toHaveLength(1);
  });

  it('of a request that still waits for its connection is not waited for either, and it is never sent', async () => {
    const body = Readable.from(['a long body']);
    const { dispatcher, signal, reply } = begin(body);
    signal.stop();
    await expect(reply).rejects.toMatchObject({ code: 'timeout' });
    expect([dispatcher.aborted.length, body.destroyed]).toEqual([0, true]);
    dispatcher.start();
    expect(dispatcher.aborted).toHaveLength(1);
  });

  it('of a short request that still waits for its connection does not count as sent', async () => {
    const { dispatcher, signal, reply, exchange } = begin();
    signal.stop();
    await expect(reply).rejects.toMatchObject({ code: 'timeout' });
    dispatcher.start();
    expect(exchange).toEqual({});
  });

  it('of a request whose time ends before it reaches its connection is not asked for', async () => {
    const dispatcher = new HandDispatcher();
    const dispatch = vi.spyOn(dispatcher, 'dispatch');
    const signal = new WatchedStop();
    signal.stop();
    const body = Readable.from(['a long body']);
    const reply = receiveReply(dispatcher, { ...REQUEST, body }, { ...OPTIONS, signal });
    await expect(reply).rejects.toMatchObject({ code: 'timeout' });
    expect([dispatch.mock.calls.length, body.destroyed, signal.waiting]).toEqual([0, true, 0]);
  });

  it.each([
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['ECONNRESET', 'unavailable'],
  ])('that fails with %s is the fault %s', async (code, fault) => {
    const { dispatcher, signal, reply } = begin();
    dispatcher.start();
    dispatcher.handler.onResponseError?.(dispatcher.controller, Object.assign(new Error('no'), { code }));
    await expect(reply).rejects.toMatchObject({ code: fault });
    expect(signal.waiting).toBe(0);
  });

  it('to a request that cannot be sent at all is a fault like any other', async () => {
    const broken = new HandDispatcher();
    broken.dispatch = () => {
      throw new Error('a header with a line feed');
    };
    await expect(receiveReply(broken, REQUEST, OPTIONS)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
