import type { Board, BoardPair } from '../../board/board.ts';
import { percentRange } from './board-words.ts';
import { tree, type Tree } from './tree.ts';
import { formatPercent } from '../../client/figures.ts';

const STEPS = 10;

/** How often the model of a row beats the model of a column. */
export function winMatrix({ models, pairs }: Board): Tree {
  const pairOf = pairsByModels(pairs);
  const heads = models.map(({ modelId }, place) =>
    tree(
      'th',
      { scope: 'col', title: modelId },
      tree('span', { class: 'visually-hidden' }, `against ${modelId} `),
      tree('span', { class: 'place' }, String(place + 1)),
    ),
  );
  const rows = models.map(({ modelId }, place) =>
    tree(
      'tr',
      {},
      tree('th', { scope: 'row' }, tree('span', { class: 'place' }, String(place + 1)), modelId),
      ...models.map(({ modelId: other }) => cell(modelId, other, pairOf(modelId, other))),
    ),
  );
  return tree(
    'div',
    { class: 'panel scroll', tabindex: 0, role: 'region', 'aria-label': 'Win rates' },
    tree(
      'table',
      { class: 'win-matrix' },
      tree('caption', { class: 'visually-hidden' }, 'Win rate of the row against the column'),
      tree('thead', {}, tree('tr', {}, tree('td', {}), ...heads)),
      tree('tbody', {}, ...rows),
    ),
  );
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

function cell(modelId: string, other: string, pair: BoardPair | undefined): Tree {
  if (modelId === other)
    return tree('td', { class: 'diagonal' }, tree('span', { class: 'visually-hidden' }, 'itself'));
  if (pair === undefined)
    return tree('td', { class: 'none' }, tree('span', { class: 'visually-hidden' }, 'not compared'), '–');
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
      class: `rate-${Math.round(rate * STEPS)}${isClear ? ' is-clear' : ''}`,
      title: `${modelId} against ${other}: ${formatPercent(rate)}${range}; ${pair.judgedPrompts} prompts${isClear ? '' : '; not decisive'}`,
    },
    String(Math.round(rate * 100)),
  );
}
