import * as fc from 'fast-check';

/** A change to a body's bytes; `at` counts from the start, round and round. */
export interface ByteEdit {
  readonly at: number;
  readonly removed: number;
  readonly added: Uint8Array;
}

/** What breaks readers: ends of tokens, half characters, marks, escapes cut short. */
const PIECES = [
  ...'{}[]",:\\/-+.eE0 \t\n\r'.split(''),
  '"models":["gpt-4o"],',
  '"__proto__":{"a":1},',
  '"\\u0070rompt":"twice",',
  ',,',
  '/**/',
  '\\ud800',
  '\\udc00\\ud800',
  '\\u00',
  '\\x41',
  '\u0000',
  '\u2028',
  '1e999',
  '-0',
  'nul',
  'true',
  ']]]]]]',
  '{{{{{{',
].map((piece) => Buffer.from(piece));
const RAW = ['efbbbf', 'fffe', 'c0af', 'eda080', 'f4908080', '80', 'ff', 'e2', 'f09f98'].map((hex) =>
  Buffer.from(hex, 'hex'),
);

export const byteEdit: fc.Arbitrary<ByteEdit> = fc.record({
  at: fc.nat({ max: 4_000 }),
  removed: fc.constantFrom(0, 0, 1, 1, 2, 7, 100_000),
  added: fc.oneof(
    { weight: 1, arbitrary: fc.constant(Buffer.alloc(0)) },
    { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 2, arbitrary: fc.constantFrom(...RAW) },
    { weight: 2, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 4 }) },
  ),
});

export function editedBytes(body: Uint8Array, edits: readonly ByteEdit[]): Buffer {
  let bytes = Buffer.from(body);
  for (const { at, removed, added } of edits) {
    const start = at % (bytes.length + 1);
    bytes = Buffer.concat([bytes.subarray(0, start), added, bytes.subarray(start + removed)]);
  }
  return bytes;
}
