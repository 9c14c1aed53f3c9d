import { createHash } from 'node:crypto';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** @param pointer RFC 6901. @returns undefined where any step is missing. */
export function valueAt(root: unknown, pointer: string): unknown {
  let current = root;
  for (const key of keysOf(pointer)) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** Sets a member of an existing object or list. @throws where the parent is missing: aimock's reply has changed shape. */
export function setAt(root: unknown, pointer: string, value: unknown): void {
  const keys = keysOf(pointer);
  const last = keys.pop() ?? '';
  const parent = keys.length === 0 ? root : valueAt(root, `/${keys.map(escapeKey).join('/')}`);
  if (!isObject(parent))
    throw new Error(`aimock's reply has nothing at ${pointer}; see whether its version changed`);
  parent[last] = value;
}

export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Members in which the wires carry a file's base64 or a data URL. */
const FILE_KEYS = new Set(['data', 'bytes', 'url', 'image_url', 'file_data', 'document_url']);

export function isFile(key: string, value: unknown): value is string {
  return typeof value === 'string' && FILE_KEYS.has(key) && value.length > 0;
}

/** Counts the files in a body. */
export function countFiles(value: unknown): number {
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [key, member]) => sum + (isFile(key, member) ? 1 : countFiles(member)),
    0,
  );
}

/** The same JSON with each file longer than `maxCharacters` replaced by its length and SHA-256. */
export function withoutLongFiles(value: unknown, maxCharacters: number): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutLongFiles(item, maxCharacters));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [
    key,
    isFile(key, member) && member.length > maxCharacters
      ? digestOf(member)
      : withoutLongFiles(member, maxCharacters),
  ]);
  return Object.fromEntries(members);
}

function digestOf(text: string): string {
  return `${text.length} characters, sha256 ${createHash('sha256').update(text).digest('hex')}`;
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
