import { codeFence } from '../shell/code-fence.ts';

// Texts are appended to the prompt, because models read only pictures and PDFs as files.

const MAX_TEXT_BYTES = 1_048_576;

/** Endings of texts to which browsers assign no `text/` type. */
const ENDINGS = (
  'c cc conf cpp cs css csv diff go h html ini java js json jsonl jsx kt log lua md mjs php pl py r rb rs rst ' +
  'sh sql svg swift tex toml ts tsv tsx txt vue xml yaml yml'
).split(' ');

/** For the dialog that chooses files. */
export const TEXT_ACCEPT = ['text/*', ...ENDINGS.map((ending) => `.${ending}`)];

export function isTextFile({ name, type }: File): boolean {
  return type.startsWith('text/') || ENDINGS.includes(name.split('.').at(-1)?.toLowerCase() ?? '');
}

/** Why a text cannot be appended to the prompt; undefined if it can. */
export function refuseTextFile({ name, size }: File): string | undefined {
  if (size === 0) return `“${name}” is empty.`;
  if (size > MAX_TEXT_BYTES) return `“${name}” is larger than 1 MiB, too long for a prompt.`;
  return undefined;
}

/**
 * A text as a block for the prompt, below the file's name.
 * @throws Error with a message for the reader if the file is not UTF-8.
 */
export async function readTextFile(file: File): Promise<string> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`“${file.name}” is no text in UTF-8; save it as UTF-8, or paste its text.`);
  }
  const fence = codeFence(text);
  return `${file.name}\n${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
}
