import { median } from './median.ts';

/** A figure, what it is held against, and what their ratio should be. */
export interface Row {
  readonly what: string;
  readonly unit: 'us' | 'ms';
  /** By round. */
  readonly values: readonly number[];
  readonly against: string;
  /** By round, of the same rounds. */
  readonly others: readonly number[];
  readonly target: string;
  /** Under which both were measured. */
  readonly note?: string;
}

const COLUMNS = ['', 'median', 'against', 'median', 'ratio', 'target'] as const;
/** Right of these columns stand figures. */
const FIGURES = new Set([1, 3, 4]);

/** Medians over the rounds; ratios are of the same round, then their median. */
export function printRows(title: string, rows: readonly Row[]): void {
  console.log(`\n  ${title}`);
  const lines = [COLUMNS, ...rows.map(cells)];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const [index, line] of lines.entries()) {
    const padded = line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return FIGURES.has(column) ? cell.padStart(width) : cell.padEnd(width);
    });
    const note = rows[index - 1]?.note;
    console.log(`  ${[...padded, ...(note === undefined ? [] : [`(${note})`])].join('  ').trimEnd()}`);
  }
}

function cells({ what, unit, values, against, others, target }: Row): readonly string[] {
  const ratio = median(values.map((value, round) => value / (others[round] ?? Number.NaN)));
  const shown = (figures: readonly number[]): string => `${median(figures).toFixed(0)} ${unit}`;
  return [what, shown(values), against, shown(others), ratio.toFixed(2), target];
}
