import { isSeq, parseDocument, type Document, type Node } from 'yaml';
import { YAML_OPTIONS } from '../load/load-yaml.ts';
import { asEntry } from './model-lines.ts';

/** `text` replaces the characters from `start` (inclusive) to `end` (exclusive). */
interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function applyEdit(text: string, { start, end, text: inserted }: TextEdit): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

/** The text of a manifest with the places of its nodes. It returns edits, which change no other byte. */
export class ManifestText {
  readonly text: string;
  readonly #document: Document.Parsed;

  /** @param text a manifest that passes the checks. */
  constructor(text: string) {
    this.text = text;
    this.#document = parseDocument(text, { ...YAML_OPTIONS, keepSourceTokens: true });
  }

  /** The manifest as a new plain JSON value. */
  value(): unknown {
    return this.#document.toJS({ maxAliasCount: 0 });
  }

  /**
   * Appends a model after the last one and its comments.
   * @param lines without the indentation of the list. Comments may come before the first key.
   * @throws Error if the list is not written as one entry per dash.
   */
  appendModel(lines: readonly string[]): TextEdit {
    const { items, indent, offset: start } = this.#models();
    const dash = ' '.repeat(indent);
    const offset = afterComments(this.text, nextLineStart(this.text, items.at(-1)?.range?.[1] ?? 0), indent);
    const spaced = this.#isSpaced(start, offset, dash) || items.length === 1;
    const entry = asEntry(lines, dash);
    return wholeLines(this.text, offset, spaced ? ['', ...entry] : entry);
  }

  /**
   * Removes a model, with the comments in its entry and the one that `assay model add` wrote above it.
   * @param index of an existing entry.
   * @throws Error as `appendModel`.
   */
  removeModel(index: number): TextEdit {
    const { items, indent } = this.#models();
    const [from, to] = items[index]?.range ?? [0, 0];
    const start = this.text.lastIndexOf('\n', from) + 1;
    const before = this.text.slice(0, start);
    const beforeNote = before.replace(/(?:[ \t]*# Added [^\n]*`assay model add`[^\n]*\n)$/, '');
    const end = afterComments(this.text, nextLineStart(this.text, to), indent);
    return { start: beforeNote.length, end, text: '' };
  }

  #models() {
    const models = this.#document.get('models', true);
    if (!isSeq<Node>(models) || models.srcToken?.type !== 'block-seq')
      throw new Error('its `models` are written in [brackets]; write one entry per dash, and run this again');
    const { indent, offset } = models.srcToken;
    return { items: models.items, indent, offset };
  }

  /** Whether any entry but the first follows a blank line. */
  #isSpaced(from: number, to: number, dash: string): boolean {
    const blankThenEntry = new RegExp(`\\n[ \\t]*\\r?\\n(?:[ \\t]*#[^\\n]*\\n)*${dash}- `);
    return blankThenEntry.test(this.text.slice(from, to));
  }
}

/** Skips the comments that are indented deeper than the dash, because they belong to the entry. */
function afterComments(text: string, offset: number, indent: number): number {
  const own = new RegExp(`^(?:[ \\t]*\\r?\\n)*(?: {${indent + 1},}#[^\\n]*(?:\\n|$))+`);
  return offset + (own.exec(text.slice(offset))?.[0].length ?? 0);
}

/** The start of the next line; the offset itself if a line starts there. */
function nextLineStart(text: string, offset: number): number {
  if (offset === 0 || text[offset - 1] === '\n') return offset;
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline + 1;
}

/** Inserts whole lines at an offset. If the line before has no ending, it gets one. */
function wholeLines(text: string, offset: number, lines: readonly string[]): TextEdit {
  const ending = /\r?\n/.exec(text)?.[0] ?? '\n';
  const isMidLine = offset > 0 && text[offset - 1] !== '\n';
  const inserted = lines.map((line) => line + ending).join('');
  return { start: offset, end: offset, text: isMidLine ? ending + inserted : inserted };
}
