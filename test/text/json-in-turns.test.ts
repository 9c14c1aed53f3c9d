import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonInTurns, jsonParts, plainJson } from '../../core/text/plain-json.ts';

const element = fc.oneof(fc.jsonValue(), fc.constantFrom(1e-9, { providerCost: 4e-7 }));

it('an object written in turns equals that of plainJson', async () => {
  const object = fc.dictionary(fc.string(), fc.oneof(element, fc.array(element), fc.constant(undefined)));
  await fc.assert(
    fc.asyncProperty(object, async (value) => {
      const pieces = await jsonInTurns(value, async () => {});
      expect(Buffer.concat(pieces).toString()).toBe(plainJson(value));
    }),
  );
});

it('a long string is written in short parts, and no character is cut in two', () => {
  const unit = fc.constantFrom('a', 'é', '\u{1F600}', '\u{D83D}', '"', '\u0000', '\n');
  const text = fc
    .tuple(fc.array(unit, { minLength: 1, maxLength: 7 }), fc.integer({ min: 1, max: 300_000 }))
    .map(([units, length]) => units.join('').repeat(Math.ceil(length / units.length)));
  fc.assert(
    fc.property(text, fc.jsonValue(), (output, other) => {
      const value = { output, tiny: 1e-9, nested: [{ output, other }], missing: undefined };
      const parts = [...jsonParts(value)];
      expect(parts.join('') === plainJson(value)).toBe(true);
      expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(2 * 6 * 65_536);
    }),
    { numRuns: 50 },
  );
});

it('a long value of any shape equals that of plainJson', () => {
  const pad = { pad: 'x'.repeat(100_000) };
  const absent = Object.fromEntries(
    Array.from({ length: 9_000 }, (_none, place) => [`m${place}`, undefined]),
  );
  fc.assert(
    fc.property(fc.array(element), (list) => {
      for (const value of [[...list, pad], { list, pad }, [undefined, pad], { absent, list: [pad, ...list] }])
        expect([...jsonParts(value)].join('') === plainJson(value)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

it('the event loop turns after every long element, and not for short ones', async () => {
  let turns = 0;
  const turn = async (): Promise<void> => void (turns += 1);
  const long = { output: 'x'.repeat(300_000) };
  await jsonInTurns({ results: [long, long, long], evaluations: ['short', 'short'] }, turn);
  expect(turns).toBe(3);
});

it('a member is looked at a few times, however deep it is in a long value', () => {
  let looks = 0;
  let value: object = {
    get end() {
      looks += 1;
      return 'z';
    },
  };
  for (let depth = 0; depth < 50; depth += 1) value = { text: 'x'.repeat(70_000), value };
  const json = [...jsonParts(value)].join('');
  expect(json.endsWith(`"value":{"end":"z"}${'}'.repeat(50)}`)).toBe(true);
  expect(looks).toBeLessThan(5);
});
