import { inverseInterval, type Interval } from './interval.ts';
import type { PromptResponse } from '../generated/prompt-response.ts';
import type { Run } from './read-run.ts';
import type { AnswerLine } from './run-lines.ts';
import { answerFigures } from './answer-figures.ts';
import type { BoardDifference, BoardModel, BoardPair } from './board-figures.ts';
import { CREDIT_PLACES, exactSum, USD_PLACES } from './exact-sum.ts';
import { frontierOf } from './frontier.ts';
import { judgeFigures, type JudgeFigures } from './judge-figures.ts';
import { judgingStops, type JudgingStops } from './judging-stops.ts';
import { pairShares } from './pair-shares.ts';
import { rate, RESAMPLES, type Comparison, type Ratings } from './ratings.ts';

interface BoardTag {
  readonly tag: string;
  readonly prompts: number;
  readonly judgedPrompts: number;
  /** In the order of the board. */
  readonly models: readonly {
    readonly modelId: string;
    readonly winRate: number | null;
    readonly interval: Interval | null;
  }[];
}

/** How the gateway weighted the judges of a run. */
interface Weighting {
  /** Prompts whose judges had different weights. */
  readonly prompts: number;
  /** Distinct sources of their weights; null for each judge's order flips. */
  readonly calibrations: readonly (string | null)[];
}

/** The contents of a run's report. */
export interface Board {
  readonly name: string;
  readonly run: string;
  readonly startedAt: string;
  readonly judgeIds: readonly string[];
  readonly baseline: string | null;
  readonly prompts: {
    readonly count: number;
    readonly answered: number;
    readonly refused: number;
    readonly lost: number;
    readonly open: number;
    readonly judged: number;
  };
  readonly creditsUsed: number;
  /** Sum that the providers bill for the answers and the judging of this run. */
  readonly costUsd: number;
  /** The best first, models without judged answers last. */
  readonly models: readonly BoardModel[];
  readonly pairs: readonly BoardPair[];
  /** Each pair of models once, the one with the higher rating as `modelId`. */
  readonly differences: readonly BoardDifference[];
  readonly judges: readonly JudgeFigures[];
  readonly weighting: Weighting;
  readonly judgingStops: JudgingStops | null;
  /** The most frequent first. */
  readonly tags: readonly BoardTag[];
  readonly method: { readonly confidence: number; readonly resamples: number };
}

/** The most frequent tags are shown. */
const MAX_TAGS = 20;

/** Pure: the same run gives the same board. */
export function buildBoard({ head, answers, missing }: Run): Board {
  const { judges, baseline } = head.suite;
  const models = answerNames(head.suite);
  const prompts = answers.map(({ response }) => pairShares(response, models.length));
  const ratings = rate(prompts, models.length);
  const order = [...models.keys()].toSorted(
    (one, other) => sortKey(ratings, other) - sortKey(ratings, one) || one - other,
  );
  const rated = order.filter((place) => isRated(ratings, place));
  const differences = differencesOf(ratings, rated, models);
  const figures = order.map((place) => modelOf(place, { answers, models, ratings, differences }));
  const responses = answers.map(({ response }) => response);
  const judgeList = judgeFigures(responses, judges);
  const pairs = pairsOf(ratings, models);
  // Logged answers were paid for when they were logged.
  const isBought = ({ modelId }: BoardModel) => head.migration?.answers !== 'logged' || modelId !== baseline;
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
    judges: judgeList,
    weighting: weightingOf(responses),
    judgingStops: judgingStops(responses),
    tags: tagsOf(answers, prompts, { order, models }),
    method: { confidence: 0.95, resamples: RESAMPLES },
  };
}

/** The models in the suite's order, followed by the fused answer. */
function answerNames({ models, fuse }: Run['head']['suite']): readonly string[] {
  return fuse === undefined ? models : [...models, `fused by ${fuse}`];
}

function isRated(ratings: Ratings, place: number): boolean {
  return (ratings.sides[place]?.judgedPrompts ?? 0) > 0;
}

function sortKey(ratings: Ratings, place: number): number {
  return isRated(ratings, place) ? (ratings.sides[place]?.rating ?? 0) : -Number.MAX_VALUE;
}

function differencesOf(
  ratings: Ratings,
  order: readonly number[],
  models: readonly string[],
): readonly BoardDifference[] {
  return order.flatMap((one, rank) =>
    order.slice(rank + 1).map((other) => {
      const interval = ratings.difference(one, other);
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

interface BoardParts {
  readonly answers: readonly AnswerLine[];
  readonly models: readonly string[];
  readonly ratings: Ratings;
  readonly differences: readonly BoardDifference[];
}

function modelOf(place: number, { answers, models, ratings, differences }: BoardParts): BoardModel {
  const modelId = models[place] ?? '';
  const side = ratings.sides[place];
  const rated = isRated(ratings, place);
  const better = differences.filter(({ other, isDecisive }) => isDecisive && other === modelId).length;
  return {
    place,
    modelId,
    rank: rated ? 1 + better : null,
    rating: rated ? (side?.rating ?? null) : null,
    interval: side?.interval ?? null,
    winRate: side?.winRate ?? null,
    winRateInterval: side?.winRateInterval ?? null,
    judgedPrompts: side?.judgedPrompts ?? 0,
    isOnFrontier: false,
    ...answerFigures(answers.flatMap(({ response }) => response.results[place] ?? [])),
  };
}

function withFrontier(models: readonly BoardModel[]): readonly BoardModel[] {
  const offers = models.flatMap(({ modelId, meanCostUsd, rating }) =>
    meanCostUsd === null || rating === null ? [] : [{ modelId, cost: meanCostUsd, quality: rating }],
  );
  const best = new Set(frontierOf(offers).map(({ modelId }) => modelId));
  return models.map((model) => ({ ...model, isOnFrontier: best.has(model.modelId) }));
}

function pairsOf(ratings: Ratings, models: readonly string[]): readonly BoardPair[] {
  return ratings.pairs.map(({ a, b, judgedPrompts, rate: won, interval }) => {
    const [one, other] = [models[a] ?? '', models[b] ?? ''];
    if (won >= 0.5) return { better: one, worse: other, judgedPrompts, rate: won, interval };
    const inverse = interval && inverseInterval(interval);
    return { better: other, worse: one, judgedPrompts, rate: 1 - won, interval: inverse };
  });
}

/** @param prompts comparisons of each answer, in the order of the answers. */
function tagsOf(
  answers: readonly AnswerLine[],
  prompts: readonly (readonly Comparison[])[],
  { order, models }: { readonly order: readonly number[]; readonly models: readonly string[] },
): readonly BoardTag[] {
  const pairs = answers.flatMap(({ tags }, place) => [...new Set(tags)].map((tag) => ({ tag, place })));
  return [...Map.groupBy(pairs, ({ tag }) => tag)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, MAX_TAGS)
    .map(([tag, tagged]) => {
      const ratings = rate(
        tagged.map(({ place }) => prompts[place] ?? []),
        models.length,
      );
      return {
        tag,
        prompts: tagged.length,
        judgedPrompts: ratings.judgedPrompts,
        models: order.map((place) => ({
          modelId: models[place] ?? '',
          winRate: ratings.sides[place]?.winRate ?? null,
          interval: ratings.sides[place]?.winRateInterval ?? null,
        })),
      };
    });
}

function weightingOf(responses: readonly PromptResponse[]): Weighting {
  const weighted = responses.filter(({ weights }) => weights !== undefined);
  const names = weighted.map(({ calibration }) => (typeof calibration === 'string' ? calibration : null));
  return { prompts: weighted.length, calibrations: [...new Set(names)] };
}
