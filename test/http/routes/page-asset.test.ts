import { setImmediate as nextTurn } from 'node:timers/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { expect, it } from 'vitest';
import { sendAsset, spreadOverTurns } from '../../../core/http/routes/page-asset.ts';
import { SLICE_BYTES } from '../../../core/text/slices-of.ts';

const BODY = Buffer.alloc(2_000_000, 'ab');
const ASSET = { type: 'text/javascript', body: BODY, etag: '"one"', zipped: () => Promise.resolve(BODY) };
const PLAIN = { headers: { 'accept-encoding': 'identity' } };
/** As many as the gateway hands to the system in a turn, of all files together. */
const SLICES_PER_TURN = 4;

it('long files go out whole, and a few slices of all of them in a turn of the event loop', async () => {
  let bytesOfTurn = 0;
  let mostBytes = 0;
  let counting = setImmediate(function count() {
    bytesOfTurn = 0;
    counting = setImmediate(count);
  });
  const watchWrites = (response: Response): void => {
    const write = response.write.bind(response);
    response.write = (chunk: Uint8Array): boolean => {
      bytesOfTurn += chunk.byteLength;
      mostBytes = Math.max(mostBytes, bytesOfTurn);
      return write(chunk);
    };
  };
  const app = express();
  app.get('/', (_request, response) => {
    watchWrites(response);
    sendAsset(response, ASSET);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const bodies = await Promise.all(
      Array.from({ length: 10 }, async () => Buffer.from(await (await fetch(url, PLAIN)).arrayBuffer())),
    );
    expect(bodies.every((body) => body.equals(ASSET.body))).toBe(true);
  } finally {
    clearImmediate(counting);
    server.close();
    server.closeAllConnections();
  }
  expect(mostBytes).toBeGreaterThan(0);
  // This count and the slices take turns with each other.
  expect(mostBytes).toBeLessThanOrEqual(2 * SLICES_PER_TURN * SLICE_BYTES);
});

it('so many go on in a turn, in the order in which they asked', async () => {
  const inTurn = spreadOverTurns(2);
  const gone: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) inTurn(() => gone.push(name));
  expect(gone).toEqual([]);
  const seen: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    seen.push(gone.join(''));
  }
  expect(seen).toEqual(['ab', 'abcd', 'abcde']);
});

it('one that asks again goes behind the others, in a later turn', async () => {
  const inTurn = spreadOverTurns(2);
  const gone: string[] = [];
  const again = (): void => {
    gone.push('again');
    if (gone.length < 4) inTurn(again);
  };
  inTurn(again);
  inTurn(() => gone.push('other'));
  inTurn(() => gone.push('last'));
  await nextTurn();
  expect(gone).toEqual(['again', 'other']);
  await nextTurn();
  expect(gone).toEqual(['again', 'other', 'last', 'again']);
});
