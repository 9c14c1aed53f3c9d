import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, vi } from 'vitest';
import { EventAnswer } from '../../../core/http/answer/event-answer.ts';
import { eventually } from '../../support/eventually.ts';

const HEARTBEAT_MS = 60_000;
const EVENTS = 64;

/** Serves one answer and reads it. @returns the received text, and the bytes of the first write. */
async function serve(
  answer: (events: EventAnswer) => void,
): Promise<{ readonly text: string; readonly writes: readonly string[] }> {
  const writes: string[] = [];
  const app = express().get('/', (_request, response) => {
    response.assay = { correlationId: '' };
    const write = vi.spyOn(response, 'write');
    response.once('close', () => writes.push(...write.mock.calls.map(([bytes]) => String(bytes))));
    answer(new EventAnswer(response, { heartbeatMs: HEARTBEAT_MS, holdsStatus: false }));
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const text = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    await eventually(() => expect(writes.length).toBeGreaterThan(0));
    return { text, writes };
  } finally {
    server.close();
  }
}

function event(number: number): Iterator<Uint8Array> {
  return [Buffer.from(`id: ${number}\ndata: {}\n\n`)].values();
}

it('events of one turn leave in one write, and those of the next in another', async () => {
  const { writes } = await serve((events) => {
    for (let number = 0; number < EVENTS; number += 1) events.send(event(number));
    setImmediate(() => {
      events.send(event(EVENTS));
      events.end();
    });
  });
  expect(writes.map((written) => written.match(/^id: /gm)?.length)).toEqual([EVENTS, 1]);
});

it('an event longer than one write comes whole, and in its place', async () => {
  const long = Buffer.alloc(1_000_000, 'x');
  const slices = Array.from({ length: 20 }, (_, index) =>
    long.subarray(index * 50_000, (index + 1) * 50_000),
  );
  const { text, writes } = await serve((events) => {
    events.send(event(1));
    events.send([Buffer.from('data: '), ...slices, Buffer.from('\n\n')].values());
    events.end();
  });
  expect(text).toBe(`id: 1\ndata: {}\n\ndata: ${long.toString()}\n\n`);
  expect(Math.max(...writes.map(({ length }) => length))).toBeLessThan(200_000);
});
