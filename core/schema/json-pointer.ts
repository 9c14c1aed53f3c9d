/** One step of a JSON pointer (RFC 6901), its slash before it. */
export function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The name that a step stands for, without its slash. */
export function nameOfStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The names that a pointer leads through. */
export function namesIn(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(nameOfStep);
}

/** @returns what a value has under these names, inherited members left out; undefined where it has nothing. */
export function valueUnder(value: unknown, names: readonly string[]): unknown {
  let found = value;
  for (const name of names) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}
