import type { Board } from '../board/board.ts';
import type { BoardModel } from '../board/board-figures.ts';
import type { Interval } from '../board/interval.ts';
import { formatCount, formatList } from '../client/figures.ts';

export function formatRating(points: number): string {
  return String(Math.round(points));
}

/** Such as `987 to 1039`. */
export function ratingRange({ low, high }: Interval): string {
  return `${formatRating(low)} to ${formatRating(high)}`;
}

/** Such as `47 to 58 %`. */
export function percentRange({ low, high }: Interval): string {
  return `${Math.round(low * 100)} to ${Math.round(high * 100)} %`;
}

/** The findings of a board as sentences, the most important first. */
export function findings(board: Board): readonly string[] {
  return [
    ...leaders(board),
    ...unclearWords(board),
    ...missingWords(board),
    ...weightWords(board),
    ...stopWords(board),
  ];
}

function leaders({ models, prompts, judgeIds, differences }: Board): readonly string[] {
  if (judgeIds.length === 0) return ['No judges compared the answers, so there are no ratings.'];
  const rated = models.filter(({ rating }) => rating !== null);
  const [best, second] = rated;
  if (best === undefined) return ['No pair of answers was judged, so there are no ratings.'];
  if (second === undefined) return [];
  if (differences.every(({ interval }) => interval === null))
    return [
      `Only ${formatCount(prompts.judged, 'prompt')} ${prompts.judged === 1 ? 'was' : 'were'} judged. Ratings have intervals from 10 prompts on, and so few decide nothing.`,
    ];
  const equals = differences
    .filter(({ modelId, isDecisive }) => modelId === best.modelId && !isDecisive)
    .map(({ other }) => other);
  if (equals.length === 0) return [`${best.modelId} is decisively better than every other model.`];
  return [`${best.modelId} has the highest rating, but its lead is not decisive over ${formatList(equals)}.`];
}

function unclearWords({ differences }: Board): readonly string[] {
  const unclear = differences.filter(({ isDecisive, interval }) => !isDecisive && interval !== null).length;
  if (unclear === 0) return [];
  return [
    `${unclear} of ${formatCount(differences.length, 'pair')} of models ${unclear === 1 ? 'is' : 'are'} not decisive; more prompts narrow the intervals.`,
  ];
}

function missingWords({ prompts, models }: Board): readonly string[] {
  const failed = models.reduce((sum, model) => sum + model.failed, 0);
  return [
    ...(prompts.open > 0
      ? [
          `${formatCount(prompts.open, 'prompt')} of ${prompts.count} ${prompts.open === 1 ? 'has' : 'have'} no answer yet.`,
        ]
      : []),
    ...(prompts.refused > 0 ? [`The gateway refused ${formatCount(prompts.refused, 'prompt')}.`] : []),
    ...(prompts.lost > 0
      ? [`The answers to ${formatCount(prompts.lost, 'prompt')} are no longer stored.`]
      : []),
    ...(failed > 0
      ? [`${formatCount(failed, 'answer')} failed. They do not count against a model’s quality.`]
      : []),
  ];
}

function weightWords({ weighting, prompts }: Board): readonly string[] {
  if (weighting.prompts === 0) return [];
  const origins = weighting.calibrations.map((name) =>
    name === null ? 'their order flips' : `the calibration ${name}`,
  );
  const some =
    weighting.prompts < prompts.answered
      ? ` on ${weighting.prompts} of ${formatCount(prompts.answered, 'prompt')}`
      : '';
  return [`The judges are weighted by ${formatList(origins)}${some}.`];
}

/** Counts of a model's failures by code, such as `3 timeout, 1 refused`. */
export function failureCounts({ failures }: Pick<BoardModel, 'failures'>): string {
  return Object.entries(failures)
    .toSorted(([, one], [, other]) => other - one)
    .map(([code, count]) => `${count} ${code}`)
    .join(', ');
}

function stopWords({ judgingStops: stops }: Board): readonly string[] {
  if (stops === null) return [];
  return [
    `Judging stopped early: ${stops.runs} of ${formatCount(stops.ofRuns, 'judge run')} were made, and ${stops.sure} of ${formatCount(stops.prompts, 'prompt')} ended as sure as was wanted. Ratings rest on the pairs that were judged.`,
    ...(stops.outOfReach === null ? [] : [stops.outOfReach]),
    ...(stops.isUncalibrated
      ? [
          'Some judges are not calibrated, so judging is rarely sure: calibrate them with "assay judge calibrate".',
        ]
      : []),
  ];
}
