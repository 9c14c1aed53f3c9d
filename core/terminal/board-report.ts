import type { Board } from '../board/board.ts';
import { headToHeads, type BoardModel } from '../board/board-figures.ts';
import { formatCount, formatPercent, formatSeconds, formatUsd } from '../client/figures.ts';
import { failureCounts, findings, formatRating, percentRange, ratingRange } from '../report/board-words.ts';
import { section } from './answer-report.ts';
import type { Paint } from './paint.ts';
import { onOneLine } from './printable-text.ts';
import { textTable, type Cell } from './text-table.ts';

const NONE = '-';
const MAX_TAGS = 10;

/** A run's board as tables under headings. Ends with a line break. */
export function boardReport(board: Board, paint: Paint): string {
  const { name, prompts, judgeIds, creditsUsed, costUsd } = board;
  const head = `${onOneLine(name)}: ${formatCount(prompts.answered, 'prompt')} answered, ${prompts.judged} judged by ${formatCount(judgeIds.length, 'judge')}`;
  return [
    section('Leaderboard', `${head}\n\n${leaderboard(board, paint)}${findingLines(board)}`, paint),
    section('Answers (failures do not count against quality)', answers(board, paint), paint),
    section('Win rate (row against column)', matrix(board, paint), paint),
    section('Win rate by tag', byTag(board, paint), paint),
    section('Judges', judges(board, paint), paint),
    section('Cost', `${creditsUsed.toFixed(6)} credits; the providers bill ${formatUsd(costUsd)}.\n`, paint),
  ].join('');
}

function leaderboard({ models }: Board, paint: Paint): string {
  const rows = models.map(
    ({ rank, modelId, rating, interval, winRate, winRateInterval }): readonly Cell[] => [
      { text: rank === null ? NONE : String(rank) },
      { text: onOneLine(modelId), style: 'bold' },
      { text: rating === null ? NONE : formatRating(rating) },
      { text: interval === null ? NONE : ratingRange(interval) },
      { text: winRate === null ? NONE : formatPercent(winRate) },
      { text: winRateInterval === null ? NONE : percentRange(winRateInterval) },
    ],
  );
  return textTable(rows, {
    headings: ['', 'model', 'rating', '95 % interval', 'win rate', '95 % interval'],
    right: [0, 2, 4],
    paint,
  });
}

function findingLines(board: Board): string {
  return findings(board)
    .map((finding) => `\n${onOneLine(finding)}`)
    .join('')
    .concat('\n');
}

function answers({ models }: Board, paint: Paint): string {
  const hasSchema = models.some(({ schemaChecked }) => schemaChecked > 0);
  const rows = models.map((model): readonly Cell[] => [
    { text: onOneLine(model.modelId), style: 'bold' },
    { text: model.meanCostUsd === null ? NONE : formatUsd(model.meanCostUsd) },
    { text: model.medianLatencyMs === null ? NONE : formatSeconds(model.medianLatencyMs) },
    { text: model.p95LatencyMs === null ? NONE : formatSeconds(model.p95LatencyMs) },
    ...(hasSchema ? [{ text: schemaText(model) }] : []),
    model.failed === 0
      ? { text: '0' }
      : { text: `${model.failed} of ${model.asked} (${onOneLine(failureCounts(model))})`, style: 'red' },
  ]);
  const headings = ['model', 'cost', 'median', 'p95', ...(hasSchema ? ['schema'] : []), 'failed'];
  return textTable(rows, { headings, right: [1, 2, 3], paint });
}

function schemaText({ schemaChecked, schemaValid }: BoardModel): string {
  return schemaChecked === 0 ? NONE : `${schemaValid} of ${schemaChecked}`;
}

function matrix({ models, pairs }: Board, paint: Paint): string {
  if (pairs.length === 0) return '';
  const headToHead = headToHeads(pairs);
  const rows = models.map(({ modelId }, row): readonly Cell[] => [
    { text: String(row + 1), style: 'dim' },
    { text: onOneLine(modelId), style: 'bold' },
    ...models.map(({ modelId: other }): Cell => {
      if (other === modelId) return { text: '·', style: 'dim' };
      const rate = headToHead(modelId, other)?.rate;
      if (rate === undefined) return { text: '' };
      return { text: formatPercent(rate), ...(rate !== 0.5 && { style: rate > 0.5 ? 'green' : 'red' }) };
    }),
  ]);
  const columns = models.map((_model, place) => String(place + 1));
  return textTable(rows, {
    headings: ['', '', ...columns],
    right: [0, ...columns.map((_column, place) => place + 2)],
    paint,
  });
}

function byTag({ tags, models, prompts }: Board, paint: Paint): string {
  if (tags.length === 0 || prompts.judged === 0) return '';
  const rows = tags
    .slice(0, MAX_TAGS)
    .map(({ tag, judgedPrompts, models: own }): readonly Cell[] => [
      { text: onOneLine(tag), style: 'bold' },
      { text: String(judgedPrompts) },
      ...own.map(({ winRate }): Cell => ({ text: winRate === null ? NONE : formatPercent(winRate) })),
    ]);
  const headings = ['tag', 'judged', ...models.map(({ modelId }) => onOneLine(modelId))];
  return textTable(rows, { headings, right: headings.map((_heading, place) => place).slice(1), paint });
}

function judges({ judges: list }: Board, paint: Paint): string {
  if (list.length === 0) return '';
  const rows = list.map(({ modelId, asked, judged, flips, withoutVerdict, costUsd }): readonly Cell[] => [
    { text: onOneLine(modelId), style: 'bold' },
    { text: String(asked) },
    { text: judged === 0 ? NONE : `${flips} (${formatPercent(flips / judged)})` },
    { text: String(withoutVerdict) },
    { text: formatUsd(costUsd) },
  ]);
  return textTable(rows, {
    headings: ['judge', 'pairs', 'order flips', 'no verdict', 'cost'],
    right: [1, 2, 3, 4],
    paint,
  });
}
