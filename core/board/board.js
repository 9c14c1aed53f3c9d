/** @import { AnswerFigures } from './answer-figures.js' */
/** @import { Interval } from './interval.js' */
/** @import { JudgeFigures } from './judge-figures.js' */
/** @import { JudgingStops } from './judging-stops.js' */
/** @import { Migration } from './migration.js' */
/** @import { Comparison, Ratings } from './ratings.js' */
/** @import { AnswerLine, Run } from './read-run.js' */
/** @import { Weighting } from './weighting.js' */
import { answerFigures } from './answer-figures.js';
import { countCycles } from './cycles.js';
import { CREDIT_PLACES, exactSum, USD_PLACES } from './exact-sum.js';
import { frontierOf } from './frontier.js';
import { judgeFigures } from './judge-figures.js';
import { judgingStops } from './judging-stops.js';
import { migrationOf } from './migration.js';
import { pairShares } from './pair-shares.js';
import { MIN_PROMPTS, rate, RESAMPLES } from './ratings.js';
import { weightingOf } from './weighting.js';

/**
 * One model of a run. `place` is its place in the suite's `models`.
 * @typedef {AnswerFigures & {
 *   readonly place: number,
 *   readonly modelId: string,
 *   readonly rank: number | null,
 *   readonly rating: number | null,
 *   readonly interval: Interval | null,
 *   readonly winRate: number | null,
 *   readonly winRateInterval: Interval | null,
 *   readonly judgedPrompts: number,
 *   readonly isOnFrontier: boolean,
 * }} BoardModel
 */

/**
 * Two models that were compared, the better one first.
 * @typedef {object} BoardPair
 * @property {string} better
 * @property {string} worse
 * @property {number} judgedPrompts
 * @property {number} rate What the better one won of it, 0 to 1.
 * @property {Interval | null} interval Of the rate.
 */

/**
 * How far one model leads another in rating points.
 * @typedef {object} BoardDifference
 * @property {string} modelId
 * @property {string} other
 * @property {number} points
 * @property {Interval | null} interval
 * @property {boolean} isDecisive Whether the interval leaves out 0.
 */

/**
 * @typedef {object} BoardTag
 * @property {string} tag
 * @property {number} prompts
 * @property {number} judgedPrompts
 * @property {readonly { readonly modelId: string, readonly winRate: number | null, readonly interval: Interval | null }[]} models In the order of the board.
 */

/**
 * What a run shows.
 * @typedef {object} Board
 * @property {string} name
 * @property {string} run
 * @property {string} startedAt
 * @property {readonly string[]} judgeIds
 * @property {string | null} baseline
 * @property {{ readonly count: number, readonly answered: number, readonly refused: number, readonly lost: number, readonly open: number, readonly judged: number }} prompts
 * @property {number} creditsUsed
 * @property {number} costUsd What the providers bill for answers and judging of this run.
 * @property {readonly BoardModel[]} models The best first; those that nobody judged last.
 * @property {readonly BoardPair[]} pairs
 * @property {readonly BoardDifference[]} differences Every two models once, the one with the higher rating as `modelId`.
 * @property {{ readonly triples: number, readonly cycles: readonly (readonly string[])[], readonly promptsWithCycle: number }} cycles
 * @property {readonly JudgeFigures[]} judges
 * @property {Weighting} weighting
 * @property {JudgingStops | null} judgingStops
 * @property {readonly BoardTag[]} tags The most frequent first.
 * @property {Migration | null} migration What it says about leaving the baseline; null for the run of a suite.
 * @property {{ readonly confidence: number, readonly resamples: number }} method
 */

/** More are left out, the rarest first. */
const MAX_TAGS = 20;

/**
 * Everything a report tells of a run, out of its file. Pure: the same run gives the same board.
 * @param {Run} run
 * @returns {Board}
 */
export function buildBoard({ head, answers, missing }) {
  const { models, judges, baseline } = head.suite;
  const prompts = answers.map(({ response }) => pairShares(response, models.length));
  const ratings = rate(prompts, models.length);
  const isJudged = ratings.judgedPrompts > 0;
  const order = [...models.keys()].toSorted(
    (one, other) => sortKey(ratings, other) - sortKey(ratings, one) || one - other,
  );
  const differences = isJudged
    ? differencesOf(
        ratings,
        order.filter((place) => isRated(ratings, place)),
        models,
      )
    : [];
  const figures = order.map((place) => modelOf(place, { answers, models, ratings, differences }));
  const responses = answers.map(({ response }) => response);
  const judgeList = judgeFigures(responses, judges);
  const pairs = pairsOf(ratings, models);
  // Answers out of the log were paid for when they were logged.
  const isBought = (/** @type {BoardModel} */ { modelId }) =>
    head.migration?.answers !== 'logged' || modelId !== baseline;
  return {
    name: head.name,
    run: head.run,
    startedAt: head.startedAt,
    judgeIds: judges,
    baseline: baseline ?? null,
    prompts: {
      count: head.prompts.count,
      answered: answers.length,
      refused: missing.filter(({ type }) => type === 'refused').length,
      lost: missing.filter(({ type }) => type === 'lost').length,
      open: Math.max(0, head.prompts.count - answers.length - missing.length),
      judged: ratings.judgedPrompts,
    },
    creditsUsed: exactSum(
      [...responses, ...missing].map(({ creditsUsed }) => creditsUsed),
      CREDIT_PLACES,
    ),
    costUsd: exactSum(
      [...figures.filter(isBought), ...judgeList].map(({ costUsd }) => costUsd),
      USD_PLACES,
    ),
    models: withFrontier(figures),
    pairs,
    differences,
    cycles: cyclesOf(prompts, ratings, models),
    judges: judgeList,
    weighting: weightingOf(responses),
    judgingStops: judgingStops(responses),
    tags: tagsOf(answers, prompts, { order, models }),
    migration: migrationOf(head, answers, { models: figures, pairs, differences }),
    method: { confidence: 0.95, resamples: RESAMPLES },
  };
}

/**
 * @param {Ratings} ratings
 * @param {number} place
 */
function isRated(ratings, place) {
  return (ratings.sides[place]?.judgedPrompts ?? 0) > 0;
}

/**
 * Whether the bootstrap sees enough of a model, whatever it sees of the others.
 * @param {Ratings} ratings
 * @param {number} place
 */
function isEnough(ratings, place) {
  return (ratings.sides[place]?.judgedPrompts ?? 0) >= MIN_PROMPTS;
}

/**
 * @param {Ratings} ratings
 * @param {number} place
 */
function sortKey(ratings, place) {
  return isRated(ratings, place) ? (ratings.sides[place]?.rating ?? 0) : -Number.MAX_VALUE;
}

/**
 * @param {Ratings} ratings
 * @param {readonly number[]} order
 * @param {readonly string[]} models
 * @returns {readonly BoardDifference[]}
 */
function differencesOf(ratings, order, models) {
  return order.flatMap((one, rank) =>
    order.slice(rank + 1).map((other) => {
      const interval =
        (isEnough(ratings, one) && isEnough(ratings, other) && ratings.difference(one, other)) || null;
      return {
        modelId: models[one] ?? '',
        other: models[other] ?? '',
        points: (ratings.sides[one]?.rating ?? 0) - (ratings.sides[other]?.rating ?? 0),
        interval,
        isDecisive: interval !== null && (interval.low > 0 || interval.high < 0),
      };
    }),
  );
}

/**
 * @param {number} place
 * @param {{ readonly answers: readonly AnswerLine[], readonly models: readonly string[], readonly ratings: Ratings, readonly differences: readonly BoardDifference[] }} facts
 * @returns {BoardModel}
 */
function modelOf(place, { answers, models, ratings, differences }) {
  const modelId = models[place] ?? '';
  const side = ratings.sides[place];
  const rated = isRated(ratings, place);
  const better = differences.filter(({ other, isDecisive }) => isDecisive && other === modelId).length;
  return {
    place,
    modelId,
    rank: rated ? 1 + better : null,
    rating: rated ? (side?.rating ?? null) : null,
    interval: isEnough(ratings, place) ? (side?.interval ?? null) : null,
    winRate: side?.winRate ?? null,
    winRateInterval: isEnough(ratings, place) ? (side?.winRateInterval ?? null) : null,
    judgedPrompts: side?.judgedPrompts ?? 0,
    isOnFrontier: false,
    ...answerFigures(answers.flatMap(({ response }) => response.results[place] ?? [])),
  };
}

/**
 * @param {readonly BoardModel[]} models
 * @returns {readonly BoardModel[]}
 */
function withFrontier(models) {
  const offers = models.flatMap(({ modelId, meanCostUsd, rating }) =>
    meanCostUsd === null || rating === null ? [] : [{ modelId, cost: meanCostUsd, quality: rating }],
  );
  const best = new Set(frontierOf(offers).map(({ modelId }) => modelId));
  return models.map((model) => ({ ...model, isOnFrontier: best.has(model.modelId) }));
}

/**
 * @param {Ratings} ratings
 * @param {readonly string[]} models
 * @returns {readonly BoardPair[]}
 */
function pairsOf(ratings, models) {
  return ratings.pairs.map(({ a, b, judgedPrompts, rate: won, interval }) => {
    const [one, other] = [models[a] ?? '', models[b] ?? ''];
    if (won >= 0.5)
      return { better: one, worse: other, judgedPrompts, rate: won, interval: interval ?? null };
    const turned = interval && { low: 1 - interval.high, high: 1 - interval.low };
    return { better: other, worse: one, judgedPrompts, rate: 1 - won, interval: turned ?? null };
  });
}

/**
 * @param {readonly (readonly Comparison[])[]} prompts
 * @param {Ratings} ratings
 * @param {readonly string[]} models
 * @returns {Board['cycles']}
 */
function cyclesOf(prompts, ratings, models) {
  const size = models.length;
  const { triples, cycles } = countCycles(
    rateIn(
      ratings.pairs.map(({ a, b, rate: share }) => ({ a, b, share })),
      size,
    ),
    size,
  );
  return {
    triples,
    cycles: cycles.map((places) => places.map((place) => models[place] ?? '')),
    promptsWithCycle: prompts.filter(
      (comparisons) => countCycles(rateIn(comparisons, size), size).cycles.length > 0,
    ).length,
  };
}

/**
 * @param {readonly Comparison[]} comparisons
 * @param {number} size How many models there are.
 * @returns {(one: number, other: number) => number | undefined}
 */
function rateIn(comparisons, size) {
  const shares = new Float64Array(size * size).fill(Number.NaN);
  for (const { a, b, share } of comparisons) {
    shares[a * size + b] = share;
    shares[b * size + a] = 1 - share;
  }
  return (one, other) => {
    const share = shares[one * size + other];
    return share === undefined || Number.isNaN(share) ? undefined : share;
  };
}

/**
 * @param {readonly AnswerLine[]} answers
 * @param {readonly (readonly Comparison[])[]} prompts Of the answers, in their order.
 * @param {{ readonly order: readonly number[], readonly models: readonly string[] }} board
 * @returns {readonly BoardTag[]}
 */
function tagsOf(answers, prompts, { order, models }) {
  /** @type {Map<string, number[]>} */
  const places = new Map();
  for (const [place, { tags }] of answers.entries()) {
    for (const tag of new Set(tags)) {
      const own = places.get(tag);
      if (own === undefined) places.set(tag, [place]);
      else own.push(place);
    }
  }
  return [...places]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, MAX_TAGS)
    .map(([tag, own]) => {
      const ratings = rate(
        own.map((place) => prompts[place] ?? []),
        models.length,
      );
      return {
        tag,
        prompts: own.length,
        judgedPrompts: ratings.judgedPrompts,
        models: order.map((place) => ({
          modelId: models[place] ?? '',
          winRate: ratings.sides[place]?.winRate ?? null,
          interval: (isEnough(ratings, place) ? ratings.sides[place]?.winRateInterval : undefined) ?? null,
        })),
      };
    });
}
