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
  /** Where given, the widest columns are cut so that no line is wider, the last to 20 columns and others to 10 at least. */
  readonly maxWidth?: number;
  /** Whether the first column is never cut, as what it holds is to be copied. */
  readonly isFirstWhole?: boolean;
  readonly paint: Paint;
}

const GAP = '  ';
/** A date fits. */
const MIN_COLUMN = 10;
const MIN_LAST_COLUMN = 20;

/** Rows under dim headings, every column as wide as its widest cell. Ends with a line break. */
export function textTable(rows: readonly (readonly Cell[])[], options: TableOptions): string {
  const { headings, right = [], maxWidth = Number.POSITIVE_INFINITY, isFirstWhole = false, paint } = options;
  const heads = headings.map((text): Cell => ({ text, style: 'dim' }));
  const wanted = headings.map((heading, column) =>
    Math.max(widthOf(heading), ...rows.map((row) => widthOf(row[column]?.text ?? ''))),
  );
  const widths = fitWidths(wanted, maxWidth, isFirstWhole);

  const line = (cells: readonly Cell[]): string =>
    cells
      .map(({ text, style }, column) => {
        const width = widths[column] ?? 0;
        const shown = cutTo(text, width);
        const padding = ' '.repeat(Math.max(0, width - widthOf(shown)));
        // Padding stays outside the style, so that a trailing blank is one and can be trimmed.
        const painted = style === undefined ? shown : paint(style, shown);
        return right.includes(column) ? padding + painted : painted + padding;
      })
      .join(GAP)
      .trimEnd();
  return [heads, ...rows].map((cells) => `${line(cells)}\n`).join('');
}

/** Takes from the widest column again and again, until all fit or none can give more. */
function fitWidths(wanted: readonly number[], maxWidth: number, isFirstWhole: boolean): readonly number[] {
  const widths = [...wanted];
  const last = widths.length - 1;
  const leastOf = (column: number): number => {
    if (isFirstWhole && column === 0) return wanted[0] ?? 0;
    return column === last && !isFirstWhole ? MIN_LAST_COLUMN : MIN_COLUMN;
  };
  let excess = widths.reduce((sum, width) => sum + width, last * GAP.length) - maxWidth;
  while (excess > 0) {
    const giving = widths
      .map((width, column) => ({ width, column }))
      .filter(({ width, column }) => width > leastOf(column))
      .toSorted((one, other) => other.width - one.width)[0];
    if (giving === undefined) break;
    widths[giving.column] = giving.width - 1;
    excess -= 1;
  }
  return widths;
}
