import * as fc from 'fast-check';

/** Values that a broken or malicious provider could send anywhere. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    -1,
    0.5,
    1e9,
    1e300,
    [],
    {},
    [null],
    '__proto__',
    { toString: 1 },
    'length',
    true,
  ),
);

/** The JSON with a hostile value at one place. */
export function damagedJson(json: unknown): fc.Arbitrary<unknown> {
  return fc
    .record({ place: fc.constantFrom(...placesIn(json)), value: hostileJson })
    .map(({ place, value }) => replaceAt(json, place, value));
}

function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))];
}

function replaceAt(root: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(root))
    return root.map((inner: unknown, index) =>
      String(index) === key ? replaceAt(inner, rest, value) : inner,
    );
  const entries = Object.entries(root ?? {}) as [string, unknown][];
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === key ? replaceAt(inner, rest, value) : inner]),
  );
}
