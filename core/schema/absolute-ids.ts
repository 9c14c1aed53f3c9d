import type { JsonObject } from '../contract.ts';
import { decoded } from './schema-shape.ts';
import { subschemasOf } from './subschemas.ts';

/** What an `$id` is relative to at the root, with steps above it. Nothing is fetched from it, and nobody can own it. */
const BASE = 'https://schema.invalid/a/b/c/schema';

/** A name within the resource, or an address by itself. */
const NEEDS_NO_BASE = /^(#|[a-z][a-z0-9+.-]*:)/i;

export function isRelativeId($id: unknown): $id is string {
  return typeof $id === 'string' && !NEEDS_NO_BASE.test($id);
}

/**
 * The same schema with every `$id` written out. The compiler resolves a relative one again wherever a reference leads to
 * it, from `a/` to `a/a/` and on, and compiles each as another schema.
 * @throws TypeError for an `$id` that cannot be written out.
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
  /** In the whole schema. */
  readonly pointer: string;
  /** Of the schema around it, which its `$id` is relative to. */
  readonly base: string;
  /** What its references are relative to. */
  readonly ownBase: string;
  /** By which references may call it: an address with a pointer, for each resource it is in, or with an anchor. */
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
 * The compiler follows a circle of references until its stack is full, which takes as long as a schema may take.
 * @returns the pointer of a schema that refers to itself, directly or by others that do nothing but refer.
 * @throws TypeError for an `$id` that cannot be written out.
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
