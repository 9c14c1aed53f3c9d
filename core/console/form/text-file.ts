/** Files that are text go into the prompt: models take pictures and PDFs as files, and nothing else. */
import { codeFence } from '../shell/code-fence.ts';

export const MAX_TEXT_BYTES = 1_048_576;

/** Of texts that browsers give no type, or one of their own. */
const ENDINGS = (
  'c cc conf cpp cs css csv diff go h html ini java js json jsonl jsx kt log lua md mjs php pl py r rb rs rst ' +
  'sh sql svg swift tex toml ts tsv tsx txt vue xml yaml yml'
).split(' ');

/** For the dialog that chooses files. */
export const TEXT_ACCEPT = ['text/*', ...ENDINGS.map((ending) => `.${ending}`)];

export function isTextFile({ name, type }: File): boolean {
  return type.startsWith('text/') || ENDINGS.includes(name.split('.').at(-1)?.toLowerCase() ?? '');
}

/** Why a text cannot go into the prompt; undefined where it can. */
export function refuseTextFile({ name, size }: File): string | undefined {
  if (size === 0) return `“${name}” is empty.`;
  if (size > MAX_TEXT_BYTES) return `“${name}” is larger than 1 MiB, too long for a prompt.`;
  return undefined;
}

/**
 * The text as a block to put behind a prompt, under the file's name.
 * @throws Error for a person, if it is no text in UTF-8.
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
