import { formatShare } from '../console/client/figures.js';
import { rankByWinRate } from '../console/client/win-rate.js';
import type { PromptResponse } from '../generated/prompt-response.ts';
import type { Paint } from './paint.ts';
import { textTable } from './text-table.ts';

/** The ranking as a table; models with equal rates share a place. Empty where nothing was judged. */
export function rankingTable(
  response: Pick<PromptResponse, 'results' | 'evaluations'>,
  paint: Paint,
): string {
  if (response.evaluations.length === 0) return '';
  const rows = rankByWinRate(response).map(({ place, modelId, winRate, wins, ties, losses }) => [
    { text: winRate === null ? '-' : String(place) },
    { text: modelId, style: 'bold' } as const,
    { text: winRate === null ? '-' : formatShare(winRate) },
    { text: `${wins} / ${ties} / ${losses}` },
  ]);
  return textTable(rows, { headings: ['', 'model', 'win rate', 'won / tied / lost'], right: [0, 2], paint });
}
