import type { PromptResponse } from '../../generated/prompt-response.ts';
import { frontierOf } from '../../board/frontier.ts';
import { formatFigure, formatPercent, formatSeconds, formatUsd } from '../../client/figures.ts';
import { scaleFor } from '../../report/scale.ts';
import { scatter } from '../../report/scatter.ts';
import type { Tree } from '../../report/tree.ts';
import { CURRENCY_WORDS, priceText, type Currency } from './currency.ts';
import { placeLetter } from './place-letter.ts';

const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

/**
 * For a judged run the win rate against the price, otherwise the price against the time.
 * @returns undefined with fewer than two answers.
 */
export function runPlot(
  { results, ranking = [] }: Pick<PromptResponse, 'results' | 'ranking'>,
  currency: Currency,
): Tree | undefined {
  const answers = results.flatMap((result, index) => {
    const { status, modelId, latencyMs, providerCost: usd, credits } = result;
    if (status !== 'completed') return [];
    const price = { credits, usd };
    const cost = currency === 'usd' || credits === undefined ? usd : credits;
    const rate = ranking.find((ranked) => ranked.index === index)?.winRate ?? undefined;
    return [{ index, modelId, latencyMs, cost, rate, price: priceText(price, currency) }];
  });
  const prices = scaleFor(answers.map(({ cost }) => cost));
  const label = (cost: number) => (currency === 'usd' ? formatUsd(cost) : formatFigure(cost));
  const priceAxis = {
    name: `price, ${CURRENCY_WORDS[currency]}`,
    ticks: prices.ticks.map(({ value, at }) => ({ at, label: label(value) })),
  };
  const rated = answers.flatMap(({ rate, ...answer }) =>
    rate === undefined ? [] : [{ ...answer, quality: rate }],
  );
  if (rated.length > 1) {
    const best = new Set(frontierOf(rated).map(({ index }) => index));
    return scatter({
      title: 'Quality against price',
      hint: 'good and cheap is near the upper left corner; the line joins the best offers',
      up: { name: 'win rate', ticks: QUARTERS.map((at) => ({ at, label: formatPercent(at) })) },
      across: priceAxis,
      joinsBest: true,
      points: rated.map(({ index, modelId, cost, quality, price }) => ({
        letter: placeLetter(index),
        x: prices.at(cost),
        y: quality,
        isBest: best.has(index),
        words: `${modelId}: win rate ${formatPercent(quality)}, ${price}`,
      })),
    });
  }
  if (answers.length < 2) return undefined;
  const times = scaleFor(answers.map(({ latencyMs }) => latencyMs));
  return scatter({
    title: 'Price against time',
    hint: 'fast and cheap is near the lower left corner',
    up: priceAxis,
    across: {
      name: 'time',
      ticks: times.ticks.map(({ value, at }) => ({ at, label: formatSeconds(value) })),
    },
    joinsBest: false,
    points: answers.map(({ index, modelId, latencyMs, cost, price }) => ({
      letter: placeLetter(index),
      x: times.at(latencyMs),
      y: prices.at(cost),
      isBest: false,
      words: `${modelId}: ${formatSeconds(latencyMs)}, ${price}`,
    })),
  });
}
