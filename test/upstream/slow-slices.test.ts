import { expect, it } from 'vitest';
import { createSlowSlices } from '../../core/upstream/connect/read-in-slices.ts';

it('counts slow slices alone, and those of one turn of the event loop', async () => {
  const slices = createSlowSlices();
  expect(Array.from({ length: 1_000 }, () => slices.add(0.9)).includes(true)).toBe(false);
  expect(slices.areTooMany()).toBe(false);
  expect([slices.add(2.5), slices.areTooMany()]).toEqual([true, false]);
  expect([slices.add(2.5), slices.areTooMany()]).toEqual([true, true]);
  await new Promise((resolve) => void setImmediate(resolve));
  expect(slices.areTooMany()).toBe(false);
});
