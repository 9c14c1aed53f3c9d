import type { EventSourceMessage } from 'eventsource-parser';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../../core/client/read-events.ts';

async function eventsOf(chunks: Iterable<Uint8Array>): Promise<readonly EventSourceMessage[]> {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield* chunks;
  }
  return await Array.fromAsync(readEvents(body()));
}

describe('server-sent events', () => {
  it('come out the same however the bytes are cut, in the middle of a character too', async () => {
    const text =
      ': comment\n\nid: 1-0.2\nevent: é\ndata: {"🙂":"ä"}\n\nunknown: 1\r\ndata: 2\r\ndata: 3\r\n\r\ndata: cut short';
    const all = new TextEncoder().encode(text);
    const whole = await eventsOf([all]);
    expect(whole).toEqual([
      { id: '1-0.2', event: 'é', data: '{"🙂":"ä"}' },
      { id: undefined, event: undefined, data: '2\n3' },
    ]);
    for (let cut = 1; cut < all.length; cut += 1)
      expect(await eventsOf([all.subarray(0, cut), all.subarray(cut)])).toEqual(whole);
    expect(await eventsOf([...all].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
  });

  it('are given up where a line never ends', async () => {
    function* endless(): Generator<Uint8Array> {
      yield new TextEncoder().encode('data: ');
      for (;;) yield new Uint8Array(8 * 1024 * 1024).fill(97);
    }
    await expect(eventsOf(endless())).rejects.toThrow(/longer than 64 Mi/);
  });
});
