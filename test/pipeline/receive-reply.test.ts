import { Readable } from 'node:stream';
import { Dispatcher } from 'undici';
import { describe, expect, it } from 'vitest';
import { receiveReply } from '../../core/pipeline/receive-reply.ts';
import { WatchedEnding } from '../support/watched-ending.ts';

/** Plays undici's part by hand. */
class HandDispatcher extends Dispatcher {
  handler: Dispatcher.DispatchHandler = {};
  readonly aborted: Error[] = [];
  readonly controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort: (reason) => void this.aborted.push(reason),
    pause: () => {},
    resume: () => {},
  };

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.handler = handler;
    return true;
  }

  start(): void {
    this.handler.onRequestStart?.(this.controller, {});
  }

  answer(status: number, headers: Record<string, string | string[]>, chunks: readonly Buffer[]): void {
    this.handler.onResponseStart?.(this.controller, status, headers);
    for (const chunk of chunks) this.handler.onResponseData?.(this.controller, chunk);
    this.handler.onResponseEnd?.(this.controller, {});
  }
}

const REQUEST = { method: 'POST', path: '/', body: 'x' } as const;

function begin(body: string | Readable = 'x') {
  const dispatcher = new HandDispatcher();
  const ending = new WatchedEnding();
  const reply = receiveReply(dispatcher, { ...REQUEST, body }, ending);
  return { dispatcher, ending, reply };
}

describe('a reply', () => {
  it('is read whole, whatever it is cut into, and leaves nothing behind', async () => {
    const { dispatcher, ending, reply } = begin();
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
      body: { text: 'größer' },
    });
    expect(ending.waiting).toBe(0);
  });

  it.each([
    ['a byte order mark in front', '\u{FEFF}{"a":1}', { a: 1 }],
    ['no JSON', '<html>', undefined],
    ['nothing in it', '', undefined],
  ])('may have %s', async (_what, text, body) => {
    const { dispatcher, reply } = begin();
    dispatcher.start();
    dispatcher.answer(200, {}, text === '' ? [] : [Buffer.from(text)]);
    expect((await reply).body).toEqual(body);
  });

  it('that comes too late is not waited for, and its connection is given up', async () => {
    const { dispatcher, ending, reply } = begin();
    dispatcher.start();
    dispatcher.handler.onResponseStart?.(dispatcher.controller, 200, {});
    ending.end();
    await expect(reply).rejects.toMatchObject({ code: 'timeout' });
    expect(dispatcher.aborted).toHaveLength(1);
  });

  it('of a request that still waits for its connection is not waited for either, and it is never sent', async () => {
    const body = Readable.from(['a long body']);
    const { dispatcher, ending, reply } = begin(body);
    ending.end();
    await expect(reply).rejects.toMatchObject({ code: 'timeout' });
    expect([dispatcher.aborted.length, body.destroyed]).toEqual([0, true]);
    dispatcher.start();
    expect(dispatcher.aborted).toHaveLength(1);
  });

  it.each([
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'malformed_reply'],
    ['ECONNRESET', 'unavailable'],
  ])('that fails with %s is the fault %s', async (code, fault) => {
    const { dispatcher, ending, reply } = begin();
    dispatcher.start();
    dispatcher.handler.onResponseError?.(dispatcher.controller, Object.assign(new Error('no'), { code }));
    await expect(reply).rejects.toMatchObject({ code: fault });
    expect(ending.waiting).toBe(0);
  });

  it('to a request that cannot be sent at all is a fault like any other', async () => {
    const broken = new HandDispatcher();
    broken.dispatch = () => {
      throw new Error('a header with a line feed');
    };
    await expect(receiveReply(broken, REQUEST, new WatchedEnding())).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
