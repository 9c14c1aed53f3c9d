import type { Paint, Style } from './paint.ts';
import { cutTo, widthOf, wrapWords } from './printable-text.ts';

export interface Cell {
  /** Printable, on one line. */
  readonly text: string;
  readonly style?: Style;
  /** Whether a cell of the last column is wrapped instead of cut. */
  readonly wraps?: boolean;
}

export interface TableOptions {
  readonly headings: readonly string[];
  /** Indexes of the columns set flush right: figures. */
  readonly right?: readonly number[];
  /** Cuts the last column so that no line is wider. */
  readonly maxWidth?: number;
  /** Whether the last columns are left out if they do not fit. */
  readonly dropsColumns?: boolean;
  readonly paint: Paint;
}

const GAP = '  ';
/** A narrower column is unreadable. */
const MIN_LAST_COLUMN = 20;
const MIN_COLUMNS = 2;

/** Rows under dim headings, every column as wide as its widest cell. Ends with a line break. */
export function textTable(rows: readonly (readonly Cell[])[], options: TableOptions): string {
  const { right = [], maxWidth = Number.POSITIVE_INFINITY, dropsColumns = false, paint } = options;
  const fullWidths = options.headings.map((heading, column) =>
    Math.max(widthOf(heading), ...rows.map((row) => widthOf(row[column]?.text ?? ''))),
  );
  const widths = cutLast(dropsColumns ? columnsThatFit(fullWidths, maxWidth) : fullWidths, maxWidth);
  const heads = options.headings.map((text): Cell => ({ text, style: 'dim' }));

  const line = (cells: readonly Cell[]): string =>
    cells
      .slice(0, widths.length)
      .map(({ text, style, wraps = false }, column) => {
        const width = widths[column] ?? 0;
        const visible = wraps ? text : cutTo(text, width);
        const padding = ' '.repeat(Math.max(0, width - widthOf(visible)));
        // Padding stays outside the style, so that a trailing blank is one and can be trimmed.
        const styled = style === undefined ? visible : paint(style, visible);
        return right.includes(column) ? padding + styled : styled + padding;
      })
      .join(GAP)
      .trimEnd();
  const indent = ' '.repeat(widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0));
  const lastCellLines = (cells: readonly Cell[]): readonly string[] => {
    const { text = '', wraps = false } = cells[widths.length - 1] ?? {};
    return wraps ? wrapWords(text, widths.at(-1) ?? 0).split('\n') : [text];
  };
  return [heads, ...rows]
    .flatMap((cells) => {
      const [first = '', ...others] = lastCellLines(cells);
      const visible = cells.map((cell, column) =>
        column === widths.length - 1 ? { ...cell, text: first } : cell,
      );
      return [line(visible), ...others.map((text) => `${indent}${text}`)];
    })
    .map((text) => `${text}\n`)
    .join('');
}

/** The widths of the first columns, of which only the last is to be cut. */
function columnsThatFit(widths: readonly number[], maxWidth: number): readonly number[] {
  let usedWidth = 0;
  const end = widths.findIndex((width) => {
    const fits = usedWidth + Math.min(width, MIN_LAST_COLUMN) <= maxWidth;
    usedWidth += width + GAP.length;
    return !fits;
  });
  return end < 0 ? widths : widths.slice(0, Math.max(MIN_COLUMNS, end));
}

function cutLast(widths: readonly number[], maxWidth: number): readonly number[] {
  const others = widths.slice(0, -1);
  const room = maxWidth - others.reduce((sum, width) => sum + width + GAP.length, 0);
  return [...others, Math.min(widths.at(-1) ?? 0, Math.max(MIN_LAST_COLUMN, room))];
}
