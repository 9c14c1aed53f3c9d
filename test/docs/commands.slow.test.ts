import { beforeAll, expect, it } from 'vitest';
import { blocksOf, GUIDES } from './documents.ts';
import { openCheckout, startReader, type Checkout } from './reader.ts';
import { folderOfFile } from '../support/folder-of-file.ts';

/** The pages share a folder: one that is given up while it runs would take the next ones along. */
const LIMIT_MS = 1_800_000;

const place = folderOfFile('reader');
let checkout: Checkout;
beforeAll(() => {
  checkout = openCheckout(place);
});

const pages = GUIDES.map(({ name, blocks }) => ({
  name,
  typed: blocks.filter(({ language, notRun }) => language === 'sh' && notRun === undefined),
})).filter(({ typed }) => typed.length > 0);

it.each(pages)('the commands of $name succeed in order', { timeout: LIMIT_MS }, async ({ typed }) => {
  const reader = await startReader(checkout);
  try {
    await reader.type(typed);
  } finally {
    await reader.stop();
  }
});

it('every block that is not run states a reason', () => {
  const left = blocksOf(GUIDES, 'sh').filter(({ notRun }) => notRun !== undefined);
  expect(
    left.filter(({ notRun }) => (notRun ?? '').length < 'needs TLS'.length).map(({ place }) => place),
  ).toEqual([]);
});
