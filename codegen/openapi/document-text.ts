import type { JsonObject } from '../../core/contract.ts';

/** The longest line with a list, as in the schemas that people write. */
const WIDTH = 110;

const REFERENCE = /\{\n +("\$ref": ".*")\n +\}/g;
const LIST_OF_VALUES = /^(.*)\[\n((?: +[^\s[{].*[^[{]\n)+) +\](,?)$/gm;

/** Writes a document as JSON for readers, with references and short lists of values on one line. */
export function documentText(document: JsonObject): string {
  const text = JSON.stringify(document, null, 2)
    .replaceAll(REFERENCE, '{ $1 }')
    .replaceAll(LIST_OF_VALUES, (list: string, start: string, lines: string, end: string) => {
      const values = lines.trim().split(/\n +/).join(' ');
      const line = `${start}[${values}]${end}`;
      return line.length <= WIDTH ? line : list;
    });
  return `${text}\n`;
}
