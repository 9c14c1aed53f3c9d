/** One step of a JSON pointer (RFC 6901), with its slash. */
export function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The name in a step without its slash. */
export function nameOfStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The names in a pointer. */
export function namesIn(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(nameOfStep);
}

/** @returns the value under these names; undefined if there is none. Inherited members do not count. */
export function valueUnder(value: unknown, names: readonly string[]): unknown {
  let current = value;
  for (const name of names) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = Reflect.get(current, name);
  }
  return current;
}
