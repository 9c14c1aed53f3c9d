import type { Board } from '../board/board.ts';
import type { BoardPair } from '../board/board-figures.ts';
import { formatPercent } from '../client/figures.ts';
import { percentRange } from './board-words.ts';
import { pairMatrix, rateClass, spoken } from './pair-matrix.ts';
import { tree, type Tree } from './tree.ts';

/** How often the model of a row beats the model of a column. */
export function winMatrix({ models, pairs }: Board): Tree {
  const pairOf = pairsByModels(pairs);
  return pairMatrix({
    label: 'Win rates',
    caption: 'Win rate of the row against the column',
    models: models.map(({ modelId }, place) => ({ modelId, place: String(place + 1) })),
    cell(row, column) {
      const [modelId = '', other = ''] = [models[row]?.modelId, models[column]?.modelId];
      return rateCell(modelId, other, pairOf(modelId, other));
    },
  });
}

function pairsByModels(pairs: readonly BoardPair[]): (one: string, other: string) => BoardPair | undefined {
  const byModel = new Map<string, Map<string, BoardPair>>();
  const add = (one: string, other: string, pair: BoardPair) => {
    const own = byModel.get(one) ?? new Map();
    byModel.set(one, own.set(other, pair));
  };
  for (const pair of pairs) {
    const { better, worse } = pair;
    add(better, worse, pair);
    add(worse, better, pair);
  }
  return (one, other) => byModel.get(one)?.get(other);
}

function rateCell(modelId: string, other: string, pair: BoardPair | undefined): Tree {
  if (pair === undefined) return tree('td', { class: 'none' }, spoken('not compared'), '–');
  const isBetter = pair.better === modelId;
  const rate = isBetter ? pair.rate : 1 - pair.rate;
  const interval =
    pair.interval === null || isBetter
      ? pair.interval
      : { low: 1 - pair.interval.high, high: 1 - pair.interval.low };
  const isClear = interval !== null && (interval.low > 0.5 || interval.high < 0.5);
  const range = interval === null ? '' : `, 95 % interval ${percentRange(interval)}`;
  return tree(
    'td',
    {
      class: `${rateClass(rate)}${isClear ? ' is-clear' : ''}`,
      title: `${modelId} against ${other}: ${formatPercent(rate)}${range}; ${pair.judgedPrompts} prompts${isClear ? '' : '; not decisive'}`,
    },
    String(Math.round(rate * 100)),
  );
}
