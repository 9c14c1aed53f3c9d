import { expect, it } from 'vitest';
import { registryOnDisk } from '../contract/registry-on-disk.ts';
import { ANSWERS } from './answer-lengths.ts';
import { simulateHolds } from './simulate-holds.ts';

it('holds a few times the charge, and the operator bears next to nothing', { timeout: 120_000 }, async () => {
  const report = await simulateHolds({
    registry: registryOnDisk,
    requests: 4_000,
    atOnce: 200,
    accounts: 40,
    seed: 1,
    answers: ANSWERS,
  });
  expect(report).toMatchObject({ requests: 4_000, problems: [] });
  expect(report.lowestBalance).toBeGreaterThanOrEqual(0);
  expect(report.ratioMedian).toBeLessThanOrEqual(5);
  // A hundredth of so few is forty, and the order of their ends is the ledger's: `npm run simulate` shows 11.
  expect(report.ratioP99).toBeLessThanOrEqual(20);
  expect(report.borneShare).toBeLessThan(0.1);
});
