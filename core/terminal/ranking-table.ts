import { formatShare } from '../client/figures.ts';
import type { PromptResponse } from '../generated/prompt-response.ts';
import type { Paint } from './paint.ts';
import { textTable } from './text-table.ts';

/** The gateway's ranking as a table. Empty without a ranking. */
export function rankingTable({ ranking = [] }: Pick<PromptResponse, 'ranking'>, paint: Paint): string {
  if (ranking.length === 0) return '';
  const isUntil = ranking.some(({ bestProbability }) => bestProbability !== undefined);
  const rows = ranking.map(({ rank, modelId, winRate, won, tied, lost, bestProbability }) => [
    { text: isUntil ? String(rank ?? '-') : winRate === null ? '-' : String(rank) },
    { text: modelId, style: 'bold' } as const,
    ...(isUntil ? [{ text: bestProbability === undefined ? '-' : formatShare(bestProbability) }] : []),
    { text: winRate === null ? '-' : formatShare(winRate) },
    { text: `${won} / ${tied} / ${lost}` },
  ]);
  const headings = ['', 'model', ...(isUntil ? ['best'] : []), 'win rate', 'won / tied / lost'];
  return textTable(rows, { headings, right: isUntil ? [0, 2, 3] : [0, 2], paint });
}
