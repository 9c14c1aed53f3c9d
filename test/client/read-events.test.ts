import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvents, type ServerEvent } from '../../core/client/read-events.ts';

async function eventsOf(chunks: Iterable<Uint8Array>): Promise<readonly ServerEvent[]> {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield* chunks;
  }
  return await Array.fromAsync(readEvents(body()));
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('server-sent events', () => {
  it.each<[string, string, readonly ServerEvent[]]>([
    ['one event', 'event: a\ndata: 1\n\n', [{ event: 'a', data: '1' }]],
    ['no name', 'data: 1\n\n', [{ event: 'message', data: '1' }]],
    ['several data lines', 'data: 1\ndata: 2\n\n', [{ event: 'message', data: '1\n2' }]],
    ['no space after the colon', 'event:a\ndata:1\n\n', [{ event: 'a', data: '1' }]],
    ['only the first space taken', 'data:  x\n\n', [{ event: 'message', data: ' x' }]],
    [
      'comments and unknown fields',
      ': still running\n\nretry: 5\ndata: 1\n\n',
      [{ event: 'message', data: '1' }],
    ],
    ['a name without data', 'event: a\n\ndata: 1\n\n', [{ event: 'message', data: '1' }]],
    ['an empty data field', 'data\n\n', [{ event: 'message', data: '' }]],
    ['an event cut short by the end', 'data: 1\n\ndata: 2', [{ event: 'message', data: '1' }]],
    [
      'an id',
      'id: 1-0.2\nevent: a\ndata: 1\n\ndata: 2\n\n',
      [
        { id: '1-0.2', event: 'a', data: '1' },
        { id: '1-0.2', event: 'message', data: '2' },
      ],
    ],
    ['CR LF', 'event: a\r\ndata: 1\r\n\r\n', [{ event: 'a', data: '1' }]],
    ['CR', 'event: a\rdata: 1\r\r', [{ event: 'a', data: '1' }]],
    ['nothing', '', []],
  ])('read %s', async (_name, text, events) => {
    expect(await eventsOf([bytes(text)])).toEqual(events);
  });

  it('come out the same however the bytes are cut, in the middle of a character too', async () => {
    const text = 'event: é\r\ndata: {"🙂":"ä"}\r\n\r\n: comment\r\n\ndata: 2\r\rdata: 3\n\n';
    const whole = await eventsOf([bytes(text)]);
    expect(whole.map(({ data }) => data)).toEqual(['{"🙂":"ä"}', '2', '3']);
    const all = bytes(text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(all.length), { maxLength: 12 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), all.length];
        const chunks = places.slice(1).map((end, index) => all.subarray(places[index], end));
        expect(await eventsOf(chunks)).toEqual(whole);
      }),
    );
    expect(await eventsOf([...all].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
  });

  it('are given up where a line never ends', async () => {
    function* endless(): Generator<Uint8Array> {
      for (;;) yield new Uint8Array(8 * 1024 * 1024).fill(97);
    }
    await expect(eventsOf(endless())).rejects.toThrow(/longer than 64 Mi/);
  });
});
