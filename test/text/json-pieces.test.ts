import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonInTurns } from '../../core/text/json-pieces.ts';
import { plainJson } from '../../core/text/plain-json.ts';

const element = fc.oneof(fc.jsonValue(), fc.constantFrom(1e-9, { providerCost: 4e-7 }));

it('an object written in turns is what plainJson writes', async () => {
  const object = fc.dictionary(fc.string(), fc.oneof(element, fc.array(element), fc.constant(undefined)));
  await fc.assert(
    fc.asyncProperty(object, async (value) => {
      const pieces = await jsonInTurns(value, async () => {});
      expect(Buffer.concat(pieces).toString()).toBe(plainJson(value));
    }),
  );
});

it('the event loop turns after every long element, and not for short ones', async () => {
  let turns = 0;
  const turn = async (): Promise<void> => void (turns += 1);
  const long = { output: 'x'.repeat(300_000) };
  await jsonInTurns({ results: [long, long, long], evaluations: ['short', 'short'] }, turn);
  expect(turns).toBe(3);
});
