import { decisionInterval } from '../../board/interval.ts';
import { seededRandom } from '../../board/random.ts';
import { MIN_PROMPTS, RESAMPLES } from '../../board/ratings.ts';
import { mean as meanOf } from '../../board/spread.ts';

type Interval = ReturnType<typeof decisionInterval>;

/** The question of an experiment. It is written into the run file before the first answer. */
export interface ExperimentRule {
  /** Name of the arm that may be better. */
  readonly arm: string;
  /** Name of the arm it is compared with. */
  readonly against: string;
  /** A difference of the mean scores up to this one is of no interest. From 0 to 1. */
  readonly margin: number;
}

/** By arm, what its answer to one prompt is worth, from 0 to 1; null where it has no judged answer. */
export type PromptScores = Readonly<Record<string, number | null>>;

export interface ArmDifference extends ExperimentRule {
  /** Those with a score of both arms: others would compare unlike prompts. */
  readonly prompts: number;
  /** The arm's mean score less the other's, from -1 to 1; undefined without a prompt. */
  readonly mean: number | undefined;
  /** The 95 % interval of the mean; undefined with fewer than 10 prompts. */
  readonly interval: Interval | undefined;
  readonly shown: 'better' | 'worse' | 'no_difference';
}

const SEED = 20_261_126;

/**
 * Whether one arm is better than another on the same prompts, by a bootstrap that draws prompts with both scores
 * together. The same scores give the same figures.
 */
export function armDifference(scores: readonly PromptScores[], rule: ExperimentRule): ArmDifference {
  const differences = scores.flatMap((ofPrompt) => {
    const [score, other] = [scoreOf(ofPrompt, rule.arm), scoreOf(ofPrompt, rule.against)];
    return score === null || other === null ? [] : [score - other];
  });
  const mean = differences.length === 0 ? undefined : meanOf(differences);
  const interval =
    mean === undefined || differences.length < MIN_PROMPTS
      ? undefined
      : decisionInterval(resampledMeans(differences), mean, differences.length);
  return { ...rule, prompts: differences.length, mean, interval, shown: shownBy(interval, rule.margin) };
}

function scoreOf(scores: PromptScores, arm: string): number | null {
  return Object.hasOwn(scores, arm) ? (scores[arm] ?? null) : null;
}

function shownBy(interval: Interval | undefined, margin: number): ArmDifference['shown'] {
  if (interval !== undefined && interval.low > margin) return 'better';
  if (interval !== undefined && interval.high < -margin) return 'worse';
  return 'no_difference';
}

function resampledMeans(differences: readonly number[]): readonly number[] {
  const random = seededRandom(SEED);
  return Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let draw = 0; draw < differences.length; draw += 1)
      sum += differences[Math.floor(random() * differences.length)] ?? 0;
    return sum / differences.length;
  });
}

/** The decision as a sentence of the report. */
export function differenceText(difference: ArmDifference): string {
  const { arm, against, margin, prompts, mean, interval, shown } = difference;
  if (mean === undefined || interval === undefined)
    return `No difference shown between ${arm} and ${against}: ${prompts} prompts with both scores are too few, ${MIN_PROMPTS} are needed.`;
  const figures = `${points(mean)} points on ${prompts} prompts, 95 % interval ${points(interval.low)} to ${points(interval.high)}`;
  if (shown !== 'no_difference') return `${arm} is ${shown} than ${against}: ${figures}.`;
  const beyond = margin > 0 ? ` of more than ${points(margin)} points` : '';
  return `No difference${beyond} shown between ${arm} and ${against}: ${figures}.`;
}

/** Hundredths, to one decimal; never -0. */
function points(share: number): string {
  return (Math.round(1_000 * share) / 10 || 0).toFixed(1);
}
