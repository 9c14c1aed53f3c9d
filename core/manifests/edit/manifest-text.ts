import { isSeq, parseDocument, type Document, type Node } from 'yaml';
import { YAML_OPTIONS } from '../load/load-yaml.ts';
import { nextLineStart, wholeLines, type TextEdit } from './edit-text.ts';
import { asEntry } from './model-lines.ts';

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
    const models = this.#document.get('models', true);
    const token = isSeq(models) ? models.srcToken : undefined;
    const last = isSeq<Node>(models) ? models.items.at(-1) : undefined;
    if (token?.type !== 'block-seq' || last === undefined)
      throw new Error('its `models` are written in [brackets]; write one entry per dash, and run this again');
    const dash = ' '.repeat(token.indent);
    const offset = afterComments(this.text, nextLineStart(this.text, last.range?.[1] ?? 0), token.indent);
    const spaced = this.#isSpaced(token.offset, offset, dash) || countItems(models) === 1;
    const entry = asEntry(lines, dash);
    return wholeLines(this.text, offset, spaced ? ['', ...entry] : entry);
  }

  /**
   * Removes a model, with the comments in its entry and the one that `assay model add` wrote above it.
   * @throws Error as `appendModel`, or if there is no such entry.
   */
  removeModel(index: number): TextEdit {
    const models = this.#document.get('models', true);
    const token = isSeq(models) ? models.srcToken : undefined;
    const range = isSeq<Node>(models) ? models.items[index]?.range : undefined;
    if (token?.type !== 'block-seq' || range === undefined || range === null)
      throw new Error('its `models` are written in [brackets]; write one entry per dash, and run this again');
    const start = this.text.lastIndexOf('\n', range[0]) + 1;
    const before = this.text.slice(0, start);
    const beforeNote = before.replace(/(?:[ \t]*# Added [^\n]*`assay model add`[^\n]*\n)$/, '');
    const end = afterComments(this.text, nextLineStart(this.text, range[1]), token.indent);
    return { start: beforeNote.length, end, text: '' };
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

function countItems(node: unknown): number {
  return isSeq(node) ? node.items.length : 0;
}
