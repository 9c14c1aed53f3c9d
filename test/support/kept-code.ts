import process from 'node:process';

/** For the environment of a child that inherits nothing else: where this run keeps compiled code, if it does. */
export function keptCode(): Readonly<Record<string, string>> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
