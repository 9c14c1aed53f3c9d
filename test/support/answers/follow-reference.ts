/** A part of an OpenAPI description, or where it stands. */
export type Part<T> = T | { readonly $ref: string };

/** A part and its pointer, such as `/components/responses/prompt400`: those of the part that a reference names. */
export function followReference<T extends object>(
  document: object,
  part: Part<T>,
  pointer: string,
): { readonly part: T; readonly pointer: string } {
  if (!('$ref' in part)) return { part, pointer };
  const target = part.$ref.slice(1);
  const found: unknown = target
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => Reflect.get(Object(value), name), document);
  if (typeof found !== 'object' || found === null) throw new Error(`${part.$ref} points at nothing`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a reference stands for a part of its own kind
  return { part: found as T, pointer: target };
}
