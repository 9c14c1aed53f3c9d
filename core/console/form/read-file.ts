import type { AttachedFile } from './draft.ts';

/** The contract's limits; a gateway may have lower ones and reports them. */
export const MAX_FILES = 10;
const MAX_FILE_BYTES = 20_971_520;

/** For browsers and systems that do not know a file's type. */
const TYPES = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['pdf', 'application/pdf'],
]);

/**
 * Why a file cannot be attached; undefined if it can.
 * @param types media types that at least one model reads.
 */
export function refuseFile(file: File, types: readonly string[]): string | undefined {
  if (!types.includes(typeOf(file)))
    return `“${file.name}” is of no type a model reads: there are ${types.join(', ')}, and texts.`;
  if (file.size === 0) return `“${file.name}” is empty.`;
  if (file.size > MAX_FILE_BYTES) return `“${file.name}” is larger than 20 MiB.`;
  return undefined;
}

/** A file's content in base64. The browser encodes it off the main thread. */
export async function readFile(file: File): Promise<AttachedFile> {
  const reader = new FileReader();
  const url = await new Promise((resolve, reject) => {
    reader.addEventListener('load', () => resolve(reader.result));
    reader.addEventListener('error', () => reject(new Error(`“${file.name}” cannot be read.`)));
    reader.readAsDataURL(file);
  });
  const type = typeOf(file);
  const text = String(url);
  return {
    name: cleanName(file.name),
    type,
    bytes: file.size,
    base64: text.slice(text.indexOf(',') + 1),
    previewUrl: type.startsWith('image/') ? URL.createObjectURL(file) : undefined,
  };
}

function typeOf(file: File): string {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  return file.type === '' ? (TYPES.get(ending) ?? '') : file.type;
}

/** The contract allows no control characters, slashes and backslashes in a name. */
function cleanName(name: string): string {
  return name.replaceAll(/[\p{Cc}/\\]/gu, '_');
}
