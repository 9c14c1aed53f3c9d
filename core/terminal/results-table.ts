import { formatSeconds, formatUsd } from '../client/figures.ts';
import type { PromptResponse, Result } from '../generated/prompt-response.ts';
import { PLAIN, type Paint } from './paint.ts';
import { cutTo, onOneLine, widthOf, wrapWords } from './printable-text.ts';
import { textTable, type Cell } from './text-table.ts';

export interface ResultsTableOptions {
  /** The wire format of a model; without it the table has no such column. */
  readonly wireOf?: (modelId: string) => string | undefined;
  readonly maxWidth: number;
  readonly paint: Paint;
}

const FIGURES = ['', 'latency', 'tokens in/out', 'cost', 'credits'];
/** With less room than this beside the figures, the output goes below them. */
const MIN_OUTPUT_COLUMNS = 30;

/** One row per result in request order with the first words of its output, then what the gateway changed for whom. */
export function resultsTable(
  { results }: Pick<PromptResponse, 'results'>,
  { wireOf, maxWidth, paint }: ResultsTableOptions,
): string {
  const headings = [
    '',
    'model',
    ...(wireOf === undefined ? [] : ['wire format']),
    'status',
    ...FIGURES.slice(1),
  ];
  const right = headings.flatMap((heading, column) => (FIGURES.includes(heading) ? [column] : []));
  const rows = results.map((result, index) => figuresOf(result, index, wireOf));
  const figures = linesOf(textTable(rows, { headings, right, paint: PLAIN }));
  const room = maxWidth - Math.max(...figures.map(widthOf));
  const words = results.map(firstWords);
  // An error often ends with the advice or the address.
  const cutsError = results.some(
    ({ status }, index) => status === 'failed' && widthOf(words[index] ?? '') > room - 2,
  );
  const table =
    room >= MIN_OUTPUT_COLUMNS && !cutsError
      ? textTable(
          rows.map((row, index) => [...row, { text: words[index] ?? '' }]),
          { headings: [...headings, 'output'], right, maxWidth, paint },
        )
      : textsBelow(
          textTable(rows, { headings, right, paint }),
          results.map(({ status }, index) => {
            const text = words[index] ?? '';
            return status === 'failed' ? wrapWords(text, maxWidth - 3) : cutTo(text, maxWidth - 3);
          }),
          paint,
        );
  return table + warningLines(results, paint);
}

function figuresOf(result: Result, index: number, wireOf: ResultsTableOptions['wireOf']): readonly Cell[] {
  return [
    { text: String(index + 1), style: 'dim' },
    { text: result.modelId, style: 'bold' },
    ...(wireOf === undefined ? [] : [{ text: wireOf(result.modelId) ?? '-' }]),
    { text: result.status, style: result.status === 'completed' ? 'green' : 'red' },
    { text: formatSeconds(result.latencyMs) },
    { text: `${result.tokensIn} / ${result.tokensOut}` },
    { text: formatUsd(result.providerCost) },
    { text: result.credits?.toFixed(6) ?? '-' },
  ];
}

function firstWords({ status, output, error }: Result): string {
  return onOneLine(status === 'completed' ? output : `${error?.code ?? 'failed'}: ${error?.message ?? ''}`);
}

function textsBelow(table: string, texts: readonly string[], paint: Paint): string {
  const [heading = '', ...rows] = linesOf(table);
  const lines = rows.flatMap((row, index) => [
    row,
    ...(texts[index] ?? '').split('\n').map((line) => `   ${paint('dim', line)}`),
  ]);
  return [heading, ...lines].map((line) => `${line}\n`).join('');
}

function linesOf(text: string): readonly string[] {
  return text.trimEnd().split('\n');
}

function warningLines(results: readonly Result[], paint: Paint): string {
  return results
    .flatMap(({ warnings = [] }, index) => warnings.map((warning) => ({ ...warning, index })))
    .map(({ index, pointer, message }) => {
      const place = pointer === '' ? '' : `${onOneLine(pointer)}: `;
      return `${paint('yellow', `note on ${index + 1}`)}  ${place}${onOneLine(message)}\n`;
    })
    .join('');
}
