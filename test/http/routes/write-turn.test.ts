import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { EventAnswer } from '../../../core/http/answer/event-answer.ts';
import { writePieces } from '../../../core/http/answer/write-pieces.ts';
import { SLICE_BYTES } from '../../../core/text/slices-of.ts';

const SLICES = 32;

/** A client whose kernel takes whatever it is given at once. */
class FastClient extends Writable {
  readonly #onSlice: () => void;

  constructor(accountId: number, onSlice: () => void) {
    super({ highWaterMark: 1 });
    this.#onSlice = onSlice;
    this.asResponse.assay = { correlationId: '', accountId };
  }

  get asResponse(): ServerResponse & { status(): unknown } {
    return this as unknown as ServerResponse & { status(): unknown };
  }

  override _write(_slice: Buffer, _encoding: string, done: () => void): void {
    this.#onSlice();
    done();
  }

  getHeader(): undefined {}
  status(): this {
    return this;
  }
  set(): this {
    return this;
  }
  flushHeaders(): void {}
}

function* slices(): Generator<Buffer, void> {
  for (let index = 0; index < SLICES; index += 1) yield Buffer.alloc(SLICE_BYTES);
}

/** @returns how many slices left in each turn of the event loop, of each account. */
async function slicesByTurn(
  clients: number,
  answer: (client: FastClient) => void,
): Promise<readonly (readonly [mine: number, others: number])[]> {
  let now = [0, 0] as [number, number];
  for (let index = 0; index < clients; index += 1)
    answer(new FastClient(index === 0 ? 1 : 2, () => void (now[index === 0 ? 0 : 1] += 1)));
  const turns: [number, number][] = [];
  let sum = 0;
  while (sum < clients * SLICES) {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    sum += now[0] + now[1];
    turns.push(now);
    now = [0, 0];
  }
  return turns;
}

it.each([
  ['bodies', (client: FastClient) => void writePieces(client.asResponse, slices())],
  [
    'events',
    (client: FastClient) => {
      const answer = new EventAnswer(client.asResponse as never, { heartbeatMs: 60_000, holdsStatus: false });
      answer.send(slices());
      answer.end();
    },
  ],
])(
  'a few slices of long %s leave in one turn of the event loop, and accounts take turns',
  async (_, answer) => {
    const clients = 16;
    const [first, ...turns] = await slicesByTurn(clients, answer);
    // The first slice of each waits for nothing.
    expect((first?.[0] ?? 0) + (first?.[1] ?? 0)).toBeLessThanOrEqual(clients + 4);
    expect(Math.max(...turns.map(([mine, others]) => mine + others))).toBeLessThanOrEqual(4);
    const mineDone = turns.findLastIndex(([mine]) => mine > 0);
    expect(mineDone).toBeLessThan(turns.length / 2);
  },
);
