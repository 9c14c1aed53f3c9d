import type { Evaluation, PromptResponse } from '../../core/generated/prompt-response.ts';
import { formatShare } from './figures.ts';
import type { Paint } from './paint.ts';
import { textTable } from './text-table.ts';

export interface Standing {
  /** Place in the request's `models`; tells apart two entries with one ID. */
  readonly index: number;
  readonly modelId: string;
  /** Mean of (1 + score) / 2 over opponents and judges, 0 to 1; null where nothing could be compared. */
  readonly winRate: number | null;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/** The models from best to worst; those without a comparison last, and equals in request order. Pure. */
export function rankByWinRate({
  results,
  evaluations,
}: Pick<PromptResponse, 'results' | 'evaluations'>): readonly Standing[] {
  return results
    .map(({ modelId }, index) => standingOf(index, modelId, evaluations))
    .toSorted((one, other) => (other.winRate ?? -1) - (one.winRate ?? -1) || one.index - other.index);
}

function standingOf(index: number, modelId: string, evaluations: readonly Evaluation[]): Standing {
  const own = evaluations
    .map(({ a, b, score, winner }) => {
      if (score === null || winner === null) return undefined;
      if (a.index === index) return { share: (1 + score) / 2, won: winner === 'a', tied: winner === 'tie' };
      if (b.index === index) return { share: (1 - score) / 2, won: winner === 'b', tied: winner === 'tie' };
      return undefined;
    })
    .filter((compared) => compared !== undefined);
  const wins = own.filter(({ won }) => won).length;
  const ties = own.filter(({ tied }) => tied).length;
  const winRate = own.length === 0 ? null : own.reduce((sum, { share }) => sum + share, 0) / own.length;
  return { index, modelId, winRate, wins, ties, losses: own.length - wins - ties };
}

/** The ranking as a table; models with equal rates share a place. Empty where nothing was judged. */
export function rankingTable(
  response: Pick<PromptResponse, 'results' | 'evaluations'>,
  paint: Paint,
): string {
  if (response.evaluations.length === 0) return '';
  const standings = rankByWinRate(response);
  const rows = standings.map(({ modelId, winRate, wins, ties, losses }) => {
    const place = 1 + standings.findIndex((other) => other.winRate === winRate);
    return [
      { text: winRate === null ? '-' : String(place) },
      { text: modelId, style: 'bold' } as const,
      { text: winRate === null ? '-' : formatShare(winRate) },
      { text: `${wins} / ${ties} / ${losses}` },
    ];
  });
  return textTable(rows, { headings: ['', 'model', 'win rate', 'won / tied / lost'], right: [0, 2], paint });
}
