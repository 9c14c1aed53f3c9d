import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementsOf } from '../../core/text/json-elements.ts';
import { asAsync } from '../../core/text/slices-of.ts';
import { cases } from '../support/whole-run.ts';

const MEMBERS = new Set(['results', 'evaluations']);

async function elementsIn(pieces: readonly Uint8Array[]): Promise<readonly unknown[]> {
  const elements: [string, number, string][] = [];
  for await (const part of elementsOf(asAsync(pieces), MEMBERS)) {
    if (part.kind === 'begin') elements.push([part.member, part.index, '']);
    const last = elements.at(-1);
    if (part.kind === 'bytes' && last !== undefined) last[2] += Buffer.from(part.bytes).toString('latin1');
  }
  return elements.map(([member, index, json]) => [
    member,
    index,
    JSON.parse(Buffer.from(json, 'latin1').toString()) as unknown,
  ]);
}

/** Cuts the bytes at each of these places. */
function cut(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe('the elements of an object’s lists', () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const lists = fc.array(json, { maxLength: 5 });

  it('are the same however the bytes are cut, and whatever surrounds them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ before: json, results: lists, between: json, evaluations: lists, after: json }),
        fc.array(fc.nat(), { maxLength: 30 }),
        async (value, places) => {
          const bytes = Buffer.from(JSON.stringify(value));
          const expected = (['results', 'evaluations'] as const).flatMap((member) =>
            value[member].map((element, index) => [
              member,
              index,
              JSON.parse(JSON.stringify(element)) as unknown,
            ]),
          );
          expect(await elementsIn(cut(bytes, places))).toEqual(expected);
        },
      ),
      { numRuns: cases(300) },
    );
  });

  it('are not those of deeper lists with the same name', async () => {
    const value = {
      a: { results: [1] },
      b: [['results', [2]]],
      c: '"results":[3]',
      results: [[4, [5]], 'x],'],
    };
    expect(await elementsIn([Buffer.from(JSON.stringify(value))])).toEqual([
      ['results', 0, [4, [5]]],
      ['results', 1, 'x],'],
    ]);
  });
});
