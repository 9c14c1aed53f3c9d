import type { JsonObject } from '../contract.ts';
import { decoded } from './schema-shape.ts';
import { subschemasOf } from './subschemas.ts';

/** The base of an `$id` at the root, with parent folders. Nobody can own this address, and nothing is fetched from it. */
const BASE = 'https://schema.invalid/a/b/c/schema';

/** A fragment, or an absolute address. */
const NEEDS_NO_BASE = /^(#|[a-z][a-z0-9+.-]*:)/i;

export function isRelativeId($id: unknown): $id is string {
  return typeof $id === 'string' && !NEEDS_NO_BASE.test($id);
}

/**
 * Makes every `$id` absolute. The compiler resolves a relative one again at each reference to it, from `a/` to `a/a/` and
 * so on, and compiles each as another schema.
 * @throws TypeError for an `$id` that cannot be made absolute.
 */
export function withAbsoluteIds(schema: JsonObject): JsonObject {
  const copy = structuredClone(schema);
  const { $id: root } = schema;
  Reflect.set(copy, '$id', new URL(typeof root === 'string' ? root : '', BASE).href);
  for (const { schema: inner, base } of locatedIn(copy))
    if (isRelativeId(inner['$id'])) Reflect.set(inner, '$id', new URL(inner['$id'], base).href);
  return copy;
}

interface Located {
  readonly schema: JsonObject;
  /** The pointer in the whole schema. */
  readonly pointer: string;
  /** The base of its `$id`: that of the schema around it. */
  readonly base: string;
  /** The base of its references. */
  readonly ownBase: string;
  /** The addresses of references to it: with a pointer, for each resource that contains it, or with an anchor. */
  readonly names: readonly string[];
}

function* locatedIn(
  schema: JsonObject,
  { pointer, base, names }: Pick<Located, 'pointer' | 'base' | 'names'> = {
    pointer: '',
    base: BASE,
    names: [`${BASE}#`],
  },
): Generator<Located> {
  const { $id } = schema;
  const isResource = typeof $id === 'string' && !$id.startsWith('#');
  const ownBase = isResource ? new URL($id, base).href.replace(/#$/, '') : base;
  const ownNames = isResource ? [...names, `${ownBase}#`] : names;
  const anchors = [schema['$anchor'], schema['$dynamicAnchor'], isResource ? undefined : $id].filter(
    (anchor) => typeof anchor === 'string',
  );
  const byAnchor = anchors.map((anchor) => `${ownBase}#${anchor.replace('#', '')}`);
  yield { schema, pointer, base, ownBase, names: [...ownNames, ...byAnchor] };
  for (const { pointer: steps, schema: inner } of subschemasOf(schema)) {
    const inside = ownNames.map((name) => name + steps);
    yield* locatedIn(inner, { pointer: pointer + steps, base: ownBase, names: inside });
  }
}

/**
 * Finds a circle of references, which the compiler would follow until its stack is full.
 * @returns the pointer of a schema that refers to itself, directly or through references alone.
 * @throws TypeError for an `$id` that cannot be made absolute.
 */
export function circleIn(schema: JsonObject): string | undefined {
  const places = [...locatedIn(schema)];
  const byName = new Map(places.flatMap((place) => place.names.map((name) => [name, place] as const)));
  const targetOf = ({ schema: { $ref }, ownBase }: Located): Located | undefined => {
    if (typeof $ref !== 'string' || !URL.canParse($ref, ownBase)) return undefined;
    const [address = '', fragment = ''] = new URL($ref, ownBase).href.split('#', 2);
    return byName.get(`${address}#${decoded(fragment)}`);
  };
  const seen = new Set<Located>();
  for (const place of places) {
    const chain = new Set<Located>();
    for (let at: Located | undefined = place; at !== undefined && !seen.has(at); at = targetOf(at)) {
      chain.add(at);
      seen.add(at);
      const next = targetOf(at);
      if (next !== undefined && chain.has(next)) return at.pointer;
    }
  }
  return undefined;
}
