import type { Paint, Style } from './paint.ts';
import { cutTo, widthOf } from './printable-text.ts';

export interface Cell {
  /** Printable, on one line. */
  readonly text: string;
  readonly style?: Style;
}

export interface TableOptions {
  readonly headings: readonly string[];
  /** Indexes of the columns set flush right: figures. */
  readonly right?: readonly number[];
  /** Where given, the last column is cut so that no line is wider, but never below 20 columns. */
  readonly maxWidth?: number;
  readonly paint: Paint;
}

const GAP = '  ';
const MIN_LAST_COLUMN = 20;

/** Rows under dim headings, every column as wide as its widest cell. Ends with a line break. */
export function textTable(rows: readonly (readonly Cell[])[], options: TableOptions): string {
  const { headings, right = [], maxWidth = Number.POSITIVE_INFINITY, paint } = options;
  const heads = headings.map((text): Cell => ({ text, style: 'dim' }));
  const last = headings.length - 1;
  const widths = headings.map((heading, column) =>
    Math.max(widthOf(heading), ...rows.map((row) => widthOf(row[column]?.text ?? ''))),
  );
  const taken = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0);
  widths[last] = Math.min(widths[last] ?? 0, Math.max(MIN_LAST_COLUMN, maxWidth - taken));

  const line = (cells: readonly Cell[]): string =>
    cells
      .map(({ text, style }, column) => {
        const width = widths[column] ?? 0;
        const shown = column === last ? cutTo(text, width) : text;
        const padding = ' '.repeat(Math.max(0, width - widthOf(shown)));
        // Padding stays outside the style, so that a trailing blank is one and can be trimmed.
        const painted = style === undefined ? shown : paint(style, shown);
        return right.includes(column) ? padding + painted : painted + padding;
      })
      .join(GAP)
      .trimEnd();
  return [heads, ...rows].map((cells) => `${line(cells)}\n`).join('');
}
