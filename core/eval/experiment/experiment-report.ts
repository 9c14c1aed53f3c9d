import type { Run } from '../../board/read-run.ts';
import { mean } from '../../board/spread.ts';
import { armDifference, differenceText, type ArmDifference } from './arm-difference.ts';
import { ARMS, type Arm } from './arms.ts';

/** The result of an experiment, read from its run's file. */
export interface ExperimentReport {
  readonly name: string;
  readonly prompts: { readonly count: number; readonly answered: number };
  readonly referees: readonly string[];
  readonly arms: readonly ArmFigures[];
  readonly decision: ArmDifference;
  /** The decision as a sentence. */
  readonly says: string;
}

interface ArmFigures {
  readonly arm: Arm;
  /** With a score. */
  readonly prompts: number;
  /** Mean over these prompts, from 0 to 1; null without any. */
  readonly score: number | null;
  /** Mean of what the arm's calls cost a prompt. */
  readonly credits: number | null;
}

/** @throws Error if the run is not that of an experiment. */
export function experimentReport({ head, answers }: Run): ExperimentReport {
  const { experiment } = head;
  if (experiment === undefined) throw new Error('this is not a run of "assay eval experiment"');
  const outcomes = answers.flatMap(({ arms }) => (arms === undefined ? [] : [arms]));
  const arms = ARMS.map((arm): ArmFigures => {
    const scores = outcomes.flatMap((one) => one[arm]?.score ?? []);
    const credits = outcomes.flatMap((one) => one[arm]?.credits ?? []);
    return { arm, prompts: scores.length, score: meanOf(scores), credits: meanOf(credits) };
  });
  const scores = outcomes.map((one) => Object.fromEntries(ARMS.map((arm) => [arm, one[arm]?.score ?? null])));
  const decision = armDifference(scores, experiment.rule);
  return {
    name: head.name,
    prompts: { count: head.prompts.count, answered: answers.length },
    referees: experiment.referees,
    arms,
    decision,
    says: differenceText(decision),
  };
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : mean(values);
}

const MEANING: Readonly<Record<Arm, string>> = {
  once: 'the best model, once',
  repeated: 'the best model, repeatedly; the judges pick',
  picked: 'the panel; the judges pick',
  fused: 'the panel with fuse',
};

/** For people. */
export function experimentText(report: ExperimentReport): string {
  const { name, prompts, referees, arms, says } = report;
  const rows = arms.map(({ arm, prompts: scoredPrompts, score, credits }) =>
    [
      arm.padEnd(9),
      (score === null ? '-' : (100 * score).toFixed(1)).padStart(6),
      (credits === null ? '-' : credits.toFixed(3)).padStart(16),
      String(scoredPrompts).padStart(8),
      ` ${MEANING[arm]}`,
    ].join(' '),
  );
  return [
    `${name}: ${prompts.answered} of ${prompts.count} prompts answered, scored by ${referees.join(', ')}`,
    '',
    'arm        score  credits a prompt  prompts',
    ...rows,
    '',
    `The rule that was written down first decides: ${says}`,
    '',
  ].join('\n');
}
