import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SlowSlices } from '../../core/upstream/connect/read-in-slices.ts';

it('counts slow slices alone, and those of one turn of the event loop', async () => {
  const slices = new SlowSlices();
  expect(Array.from({ length: 1_000 }, () => slices.add(0.9)).includes(true)).toBe(false);
  expect(slices.areTooMany()).toBe(false);
  expect([slices.add(2.5), slices.areTooMany()]).toEqual([true, false]);
  expect([slices.add(2.5), slices.areTooMany()]).toEqual([true, true]);
  await nextTurn();
  expect(slices.areTooMany()).toBe(false);
});

it('lets all connections that wait go on in the next turn, while there is time left in it', async () => {
  const slices = new SlowSlices();
  const wentOn: number[] = [];
  slices.add(5);
  for (let index = 0; index < 100; index += 1)
    slices.whenOver(() => {
      wentOn.push(index);
      if (index === 39) slices.add(5);
    });
  await nextTurn();
  expect(wentOn).toEqual(Array.from({ length: 40 }, (_, index) => index));
  await nextTurn();
  expect(wentOn).toEqual(Array.from({ length: 100 }, (_, index) => index));
});
