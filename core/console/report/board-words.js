/** @import { Board, BoardModel } from '../../board/board.ts' */
/** @import { Interval } from '../../board/interval.ts' */

/**
 * @param {number} points
 * @returns {string}
 */
export function formatRating(points) {
  return String(Math.round(points));
}

/**
 * Such as `987 to 1039`.
 * @param {Interval} interval
 * @returns {string}
 */
export function ratingRange({ low, high }) {
  return `${formatRating(low)} to ${formatRating(high)}`;
}

/**
 * A share as a whole percentage.
 * @param {number} share
 * @returns {string}
 */
export function formatPercent(share) {
  return `${Math.round(share * 100)} %`;
}

/**
 * Such as `47 to 58 %`.
 * @param {Interval} interval
 * @returns {string}
 */
export function percentRange({ low, high }) {
  return `${Math.round(low * 100)} to ${Math.round(high * 100)} %`;
}

/**
 * A count with its noun.
 * @param {number} count
 * @param {string} noun
 * @param {string} [plural]
 * @returns {string}
 */
export function counted(count, noun, plural = `${noun}s`) {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}

/**
 * US dollars a person compares: three digits that count.
 * @param {number} usd
 * @returns {string}
 */
export function shortUsd(usd) {
  if (usd === 0) return '$0';
  if (usd >= 100) return `$${Math.round(usd).toLocaleString('en')}`;
  const digits = Math.min(8, Math.max(2, 2 - Math.floor(Math.log10(usd))));
  return `$${usd.toFixed(digits)}`;
}

/**
 * What the figures say, in sentences, the most important first.
 * @param {Board} board
 * @returns {readonly string[]}
 */
export function findings(board) {
  return [
    ...leaders(board),
    ...cycleWords(board),
    ...unclearWords(board),
    ...missingWords(board),
    ...weightWords(board),
    ...stopWords(board),
  ];
}

/** @param {Board} board */
function leaders({ models, prompts, judgeIds, differences }) {
  if (judgeIds.length === 0) return ['No judges compared the answers, so there are no ratings.'];
  const rated = models.filter(({ rating }) => rating !== null);
  const [best, second] = rated;
  if (best === undefined) return ['No pair of answers was judged, so there are no ratings.'];
  if (second === undefined) return [];
  if (differences.every(({ interval }) => interval === null))
    return [
      `Only ${counted(prompts.judged, 'prompt')} ${prompts.judged === 1 ? 'was' : 'were'} judged. Ratings have intervals from 10 prompts on, and so few decide nothing.`,
    ];
  const equals = differences
    .filter(({ modelId, isDecisive }) => modelId === best.modelId && !isDecisive)
    .map(({ other }) => other);
  if (equals.length === 0) return [`${best.modelId} is decisively better than every other model.`];
  return [`${best.modelId} has the highest rating, but its lead is not decisive over ${listed(equals)}.`];
}

/** @param {Board} board */
function unclearWords({ differences }) {
  const unclear = differences.filter(({ isDecisive, interval }) => !isDecisive && interval !== null).length;
  if (unclear === 0) return [];
  return [
    `${unclear} of ${counted(differences.length, 'pair')} of models ${unclear === 1 ? 'is' : 'are'} not decisive; more prompts narrow the intervals.`,
  ];
}

/** @param {Board} board */
function cycleWords({ cycles }) {
  const [first] = cycles.cycles;
  if (first === undefined) return [];
  const example = `${first.join(' beats ')} beats ${first[0] ?? ''}`;
  return [
    `${cycles.cycles.length} of ${counted(cycles.triples, 'triple')} of models go round in a circle (${example}): their order is not clear.`,
  ];
}

/** @param {Board} board */
function missingWords({ prompts, models }) {
  const failed = models.reduce((sum, model) => sum + model.failed, 0);
  return [
    ...(prompts.open > 0
      ? [
          `${counted(prompts.open, 'prompt')} of ${prompts.count} ${prompts.open === 1 ? 'has' : 'have'} no answer yet.`,
        ]
      : []),
    ...(prompts.refused > 0 ? [`The gateway refused ${counted(prompts.refused, 'prompt')}.`] : []),
    ...(prompts.lost > 0 ? [`The answers to ${counted(prompts.lost, 'prompt')} are no longer stored.`] : []),
    ...(failed > 0
      ? [`${counted(failed, 'answer')} failed. They do not count against a model’s quality.`]
      : []),
  ];
}

/** @param {Board} board */
function weightWords({ weighting, prompts }) {
  if (weighting.prompts === 0) return [];
  const origins = weighting.calibrations.map((name) =>
    name === null ? 'their order flips' : `the calibration ${name}`,
  );
  const some =
    weighting.prompts < prompts.answered
      ? ` on ${weighting.prompts} of ${counted(prompts.answered, 'prompt')}`
      : '';
  return [`The judges are weighted by ${listed(origins)}${some}.`];
}

/**
 * Such as `a, b and c`.
 * @param {readonly string[]} names
 * @returns {string}
 */
export function listed(names) {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/**
 * Why answers of a model failed, such as `3 timeout, 1 refused`.
 * @param {Pick<BoardModel, 'failures'>} model
 * @returns {string}
 */
export function failureWords({ failures }) {
  return Object.entries(failures)
    .toSorted(([, one], [, other]) => other - one)
    .map(([code, count]) => `${count} ${code}`)
    .join(', ');
}

/** @param {Board} board */
function stopWords({ judgingStops: stops }) {
  if (stops === null) return [];
  return [
    `Judging stopped early: ${stops.runs} of ${counted(stops.ofRuns, 'judge run')} were made, and ${stops.sure} of ${counted(stops.prompts, 'prompt')} ended as sure as was wanted. Ratings rest on the pairs that were judged.`,
    ...(stops.isUncalibrated
      ? [
          'Nothing is known of some of the judges, so that few prompts can be sure: calibrate them with "assay judge calibrate".',
        ]
      : []),
  ];
}
