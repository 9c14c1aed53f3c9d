import { formatShare } from '../console/client/figures.js';
import type { PromptResponse } from '../generated/prompt-response.ts';
import type { Paint } from './paint.ts';
import { textTable } from './text-table.ts';

/** The gateway's ranking as a table. Empty where nothing was judged. */
export function rankingTable({ ranking = [] }: Pick<PromptResponse, 'ranking'>, paint: Paint): string {
  if (ranking.length === 0) return '';
  const rows = ranking.map(({ rank, modelId, winRate, won, tied, lost }) => [
    { text: winRate === null ? '-' : String(rank) },
    { text: modelId, style: 'bold' } as const,
    { text: winRate === null ? '-' : formatShare(winRate) },
    { text: `${won} / ${tied} / ${lost}` },
  ]);
  return textTable(rows, { headings: ['', 'model', 'win rate', 'won / tied / lost'], right: [0, 2], paint });
}
