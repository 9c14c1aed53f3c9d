import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { expect, it } from 'vitest';
import { sendStatic, staticFile } from '../../../core/http/answer/static-answer.ts';
import { SLICE_BYTES } from '../../../core/text/slices-of.ts';

const BODY = Buffer.alloc(2_000_000, 'ab');
const FILE = staticFile('text/javascript', BODY);
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
    response.assay = { correlationId: '' };
    watchWrites(response);
    void sendStatic(response, FILE);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const bodies = await Promise.all(
      Array.from({ length: 10 }, async () => Buffer.from(await (await fetch(url, PLAIN)).arrayBuffer())),
    );
    expect(bodies.every((body) => body.equals(BODY))).toBe(true);
  } finally {
    clearImmediate(counting);
    server.close();
    server.closeAllConnections();
  }
  expect(mostBytes).toBeGreaterThan(0);
  // This count and the slices take turns with each other.
  expect(mostBytes).toBeLessThanOrEqual(2 * SLICES_PER_TURN * SLICE_BYTES);
});
