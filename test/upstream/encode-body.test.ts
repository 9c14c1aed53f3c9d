import { describe, expect, it } from 'vitest';
import { Base64Slot } from '../../core/contract.ts';
import { JsonSlots } from '../../core/text/json-slots.ts';
import { SLICE_BYTES } from '../../core/text/slices-of.ts';
import { encodeBody, streamBody } from '../../core/upstream/encode-body.ts';
import { createPace, type WaitForTurn } from '../../core/workers/pace.ts';

const file = (text: string) => ({
  name: 'a',
  mediaType: 'image/png',
  base64: new TextEncoder().encode(btoa(text)),
  sizeBytes: text.length,
});
const whole = (pieces: readonly Uint8Array[]): string => Buffer.concat(pieces).toString('utf8');

describe('encodeBody', () => {
  it.each([true, false])('is JSON.stringify where there is no file, looked for: %s', (hasFiles) => {
    const body = { model: 'm', text: 'naïve "quoted" \u{1F600}', left: undefined };
    const pieces = encodeBody(body, new JsonSlots(), hasFiles);
    expect(whole(pieces)).toBe(JSON.stringify(body));
  });

  it('splices every file where its slot stands, without copying it', () => {
    const one = file('first file');
    const two = file('second');
    const pieces = encodeBody({
      parts: [
        { data: new Base64Slot(one) },
        { url: new Base64Slot(two, 'data:image/png;base64,') },
        { data: new Base64Slot(one) },
      ],
    });
    expect(JSON.parse(whole(pieces))).toEqual({
      parts: [
        { data: btoa('first file') },
        { url: `data:image/png;base64,${btoa('second')}` },
        { data: btoa('first file') },
      ],
    });
    expect(pieces.filter((piece) => piece === one.base64)).toHaveLength(2);
  });

  it('cannot be led astray by a prompt that looks like a mark', () => {
    const encoded = whole(
      encodeBody({ data: new Base64Slot(file('x')), prompt: 'ffffffffffffffffffffffffffffffff' }),
    );
    expect(JSON.parse(encoded)).toEqual({ data: btoa('x'), prompt: 'ffffffffffffffffffffffffffffffff' });
  });
});

const atOnce: WaitForTurn = () => Promise.resolve();

/** Counts turns of the event loop until `stop` is called. */
function countTurns(): { readonly now: () => number; readonly stop: () => void } {
  let count = 0;
  let stopped = false;
  const turn = (): void => {
    count += 1;
    if (!stopped) setImmediate(turn);
  };
  setImmediate(turn);
  return { now: () => count, stop: () => (stopped = true) };
}

describe('streamBody', () => {
  it.each([
    ['a short piece', [Buffer.from('{}')]],
    ['exactly a slice', [Buffer.alloc(SLICE_BYTES, 'a')]],
    ['a byte more', [Buffer.alloc(SLICE_BYTES + 1, 'b')]],
    [
      'pieces of every length',
      [Buffer.from('{"a":"'), Buffer.alloc(5 * SLICE_BYTES - 7, 'c'), Buffer.alloc(0), Buffer.from('"}')],
    ],
  ])('gives %s in slices that are parts of it', async (_name, pieces) => {
    const slices = await Array.fromAsync(streamBody(pieces, atOnce));
    expect(Buffer.concat(slices).equals(Buffer.concat(pieces))).toBe(true);
    const memory = new Set<unknown>(pieces.map(({ buffer }) => buffer));
    for (const slice of slices) {
      expect(slice.byteLength).toBeLessThanOrEqual(SLICE_BYTES);
      expect(memory.has(slice.buffer)).toBe(true);
    }
  });

  it('gives the same body again from the beginning', async () => {
    const encoded = [Buffer.from('one'), Buffer.alloc(SLICE_BYTES * 2, 'x')];
    const [first, second] = [
      await Array.fromAsync(streamBody(encoded, atOnce)),
      await Array.fromAsync(streamBody(encoded, atOnce)),
    ];
    expect(Buffer.concat(first).equals(Buffer.concat(second))).toBe(true);
  });

  it('holds the event loop no longer for twenty bodies than for one, and lets none wait for another', async () => {
    const pace = createPace(2);
    const turn = () => pace(1);
    const loop = countTurns();
    const slices: { readonly turn: number; readonly who: number }[] = [];
    const read = async (who: number): Promise<void> => {
      for await (const _slice of streamBody([Buffer.alloc(SLICE_BYTES * 6)], turn))
        slices.push({ turn: loop.now(), who });
    };
    await Promise.all(Array.from({ length: 20 }, (_, who) => read(who)));
    loop.stop();
    expect(slices).toHaveLength(120);
    const perTurn = Map.groupBy(slices, ({ turn }) => turn);
    expect(Math.max(...[...perTurn.values()].map(({ length }) => length))).toBe(2);
    // In rounds: nobody gets a second slice before everybody has had the first.
    for (let round = 0; round < 6; round += 1)
      expect(new Set(slices.slice(round * 20, round * 20 + 20).map(({ who }) => who)).size).toBe(20);
  });

  it('goes on when a reader gives up, and reads no further for it', async () => {
    const pace = createPace(1);
    const turn = () => pace(1);
    const sizes: number[] = [];
    for await (const slice of streamBody([Buffer.alloc(SLICE_BYTES * 50)], turn)) {
      sizes.push(slice.byteLength);
      if (sizes.length === 2) break;
    }
    const whole = await Array.fromAsync(streamBody([Buffer.alloc(SLICE_BYTES * 3)], turn));
    expect(sizes).toHaveLength(2);
    expect(whole).toHaveLength(3);
  });
});
