import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LedgerError } from '../../core/ledger/ledger-error.ts';
import type { Delivery, Ledger } from '../../core/ledger/ledger.ts';
import { AnswerDelivery } from '../../core/pipeline/answer-delivery.ts';
import { call } from '../contract/ledgers/samples.ts';

let lost = 0;
const log = { error: () => void (lost += 1) };
const deliveryOf = (ledger: Pick<Ledger, 'deliver'>) => new AnswerDelivery('a request', { ledger, log });

test('events leave in order, each once, after every call they tell of is durable, whatever the ledger refuses', async () => {
  const script = fc.array(fc.record({ calls: fc.nat(3), pause: fc.boolean(), refused: fc.boolean() }), {
    minLength: 1,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(script, fc.nat(20), async (events, readAt) => {
      const durable = new Set<number>();
      const refusals = events.map(({ refused }) => refused);
      const sent: number[] = [];
      let isRead = false;
      const delivery = deliveryOf({
        async deliver({ from, calls }: Delivery) {
          expect(isRead).toBe(true);
          await Promise.resolve();
          if (refusals.shift() === true) throw new LedgerError('unavailable', 'made to fail');
          for (const [index, { index: number }] of calls.entries()) {
            expect(number).toBe(from + index);
            durable.add(number);
          }
        },
      });
      let calls = 0;
      for (const [event, { calls: count, pause }] of events.entries()) {
        const records = Array.from({ length: count }, (_, index) => call({ index: calls + index }));
        calls += count;
        if (event === readAt) {
          isRead = true;
          void delivery.allowSending();
        }
        const last = calls;
        delivery.add(records, () => {
          expect(durable.size).toBeGreaterThanOrEqual(last);
          sent.push(event);
        });
        if (pause) await new Promise((resolve) => setImmediate(resolve));
      }
      await delivery.end();
      expect(delivery.mayHaveSent).toBe(sent.length > 0);
      delivery.add([call()], () => sent.push(-1));
      expect(delivery.calls.map(({ index }) => index)).toEqual(
        Array.from({ length: calls }, (_, index) => index),
      );
      // The settlement made the rest durable.
      for (let number = 0; number < calls; number += 1) durable.add(number);
      delivery.sendRest();
      expect(sent).toEqual(events.map((_, index) => index));
    }),
  );
});

test('an event that is added at any moment of an earlier event’s write leaves without a third one', async () => {
  for (let ticks = 0; ticks < 20; ticks += 1) {
    const delivery = deliveryOf({ deliver: async () => {} });
    const sent: string[] = [];
    delivery.add([call()], () => sent.push('first'));
    void delivery.allowSending();
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    delivery.add([], () => sent.push('second'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent, `added after ${ticks} microtasks`).toEqual(['first', 'second']);
  }
});

test('an event that cannot be sent is lost alone, and is logged', async () => {
  const delivery = deliveryOf({ deliver: async () => {} });
  const sent: string[] = [];
  const fail = (): never => {
    throw new Error('an error of the gateway');
  };
  delivery.add([call()], fail);
  delivery.add([], () => sent.push('stored'));
  await delivery.allowSending();
  expect([sent, lost]).toEqual([['stored'], 1]);
  const settled = deliveryOf({ deliver: async () => {} });
  settled.add([call()], fail);
  settled.add([], () => sent.push('settled'));
  await settled.end();
  settled.sendRest();
  expect([sent, lost]).toEqual([['stored', 'settled'], 2]);
});
