import type { Warning } from '../../plan/warning.ts';
import type { PreparedJudging } from '../prepare-judges.ts';
import type { WeighedJudges } from '../weigh-judges.ts';
import { chanceError } from '../../../statistics/best-probability.ts';
import { judgeOdds, type JudgeOdds, mostProbable } from './judge-odds.ts';

/** The options of a request with `judge_until`, and its expected judge runs. */
export interface UntilPlan {
  /** The requested probability that the leader is best. */
  readonly until: number;
  /** One per judge. */
  readonly odds: readonly JudgeOdds[];
  /** An estimate of the judge runs, two for each question. */
  readonly expectedRuns: number;
}

/** The largest number of answers that was simulated. */
const MAX_SIMULATED_ANSWERS = 8;
/** Judges without a calibration need this many times the questions. */
const UNCALIBRATED_FACTOR = 1.3;

/**
 * Estimates the mean number of questions from simulations of three judges. Until 0.95 they take 3.5 for three answers, 8.6
 * for five and 17.5 for eight; until 0.8 they take three quarters of that.
 */
function likelyQuestions(answers: number, until: number, areCalibrated: boolean): number {
  const perAnswer = 1.3 + 0.15 * Math.min(answers, MAX_SIMULATED_ANSWERS);
  const strictness = Math.max(0.5, 1 + 1.5 * (until - 0.95));
  return Math.ceil((answers - 1) * perAnswer * strictness * (areCalibrated ? 1 : UNCALIBRATED_FACTOR));
}

/**
 * @param until the requested probability that the leader is best.
 * @param answers how many are compared.
 * @param costs the expected cost of each judge for all pairs.
 * @returns also the weighed judges, with the warnings that are added here.
 */
export function planUntil(
  until: number,
  answers: number,
  judging: PreparedJudging,
  costs: readonly { readonly runs: number; readonly costMicroCredits: number }[],
): { readonly until: UntilPlan; readonly weighedJudges: WeighedJudges } {
  const { preparedJudges, weighedJudges } = judging;
  const odds = weighedJudges.counts.map((counts, judge) => {
    const { runs = 0, costMicroCredits = 0 } = costs[judge] ?? {};
    // A judge that is free or cannot run gets a tiny cost, because the cost must be above 0.
    return judgeOdds(counts, Math.max(1, runs === 0 ? 0 : (2 * costMicroCredits) / runs));
  });
  const uncalibrated = preparedJudges.filter((_judge, index) => isUncalibrated(weighedJudges.counts[index]));
  const isHopeless = odds.every(({ right }) => right <= 0.5);
  const warnings = isHopeless
    ? [...weighedJudges.warnings.filter(({ code }) => code !== NOBODY_ASKED.code), NOBODY_ASKED]
    : [...weighedJudges.warnings, ...outOfReachWarnings(odds, until, answers, judging)];
  if (uncalibrated.length > 0)
    warnings.push(uncalibratedWarning(uncalibrated.map(({ participant }) => participant.modelId)));
  const runs = costs.reduce((sum, cost) => sum + cost.runs, 0);
  const likelyRuns = 2 * likelyQuestions(answers, until, uncalibrated.length === 0);
  const expectedRuns = isHopeless ? 0 : Math.min(runs, likelyRuns);
  return { until: { until, odds, expectedRuns }, weighedJudges: { ...weighedJudges, warnings } };
}

function isUncalibrated(counts: WeighedJudges['counts'][number] = {}): boolean {
  return counts.labelled === undefined && counts.flips === undefined;
}

const NOBODY_ASKED: Warning = {
  code: 'judges_no_better_than_chance',
  pointer: '/judges',
  message:
    'By its calibration no judge of this panel is better than chance: with judge_until none was asked, and nobody leads. Choose other judges, or leave out judge_until.',
};

function uncalibratedWarning(ids: readonly string[]): Warning {
  const names = [...new Set(ids)];
  const subject =
    names.length === 1
      ? `${names.join()} has no calibration, so it is`
      : `${new Intl.ListFormat('en-GB').format(names)} have no calibration, so each is`;
  const message = `${subject} assumed to be right in three of four verdicts; judge_until is then rarely reached. Calibrate the judges together, with "assay judge calibrate".`;
  return { code: 'judge_until_uncalibrated', pointer: '/judge_until', message };
}

/** A request that can only be sure in theory stops earlier, because its last questions are hardly worth their cost. */
const MARGIN = 0.02;
const MIN_USEFUL_PROBABILITY = 0.5;

function outOfReachWarnings(
  odds: readonly JudgeOdds[],
  until: number,
  answers: number,
  { preparedJudges, weighedJudges }: PreparedJudging,
): readonly Warning[] {
  const most = mostProbable(odds, answers) - chanceError(answers);
  if (until <= most) return [];
  const right = Math.max(...odds.map((judge) => judge.right));
  const best = odds.findIndex((judge) => judge.right === right);
  const name = preparedJudges[best]?.participant.modelId;
  const [verb, remedy] = isUncalibrated(weighedJudges.counts[best])
    ? ['is taken to be', 'calibrate the judges']
    : ['is', 'calibrate a better judge'];
  const reachable = roundDown(most - MARGIN, 1);
  const message =
    `judge_until ${until} is out of reach: the best judge, ${name}, ${verb} right in ${Math.round(100 * right)} % of its decided verdicts. With ${answers} answers at most about ${roundDown(most, 2)} can be reached: ` +
    (reachable < MIN_USEFUL_PROBABILITY
      ? `leave out judge_until, or ${remedy}.`
      : `use ${reachable} or lower, or ${remedy}.`);
  return [{ code: 'judge_until_out_of_reach', pointer: '/judge_until', message }];
}

function roundDown(probability: number, places: number): number {
  return Math.floor(probability * 10 ** places) / 10 ** places;
}
