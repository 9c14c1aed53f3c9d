import { hash } from 'node:crypto';
import type { JsonObject } from '../../contract.ts';
import type { Label } from './label.ts';
import type { PairRuns } from './verdict-file.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

/** The judges of labelled pairs, with the versions that the gateway has now. */
export interface JudgingSetup {
  /** Model IDs. */
  readonly judges: readonly string[];
  /** The caller's own criteria. */
  readonly criteria?: string;
  /** Version of the judges' prompt. */
  readonly judgePrompt: string;
  /** Version of each judge. */
  readonly versions: Readonly<Record<string, string>>;
}

/** A task and two answers, in an order that is the same whichever of them a label calls a. */
export interface Pair extends Pick<Label, 'system_prompt' | 'history' | 'task'> {
  readonly answers: readonly [string, string];
}

/** One judge's comparison of one pair, in both orders. */
export interface Question {
  /** Digest of everything that the verdict depends on, so that equal questions have one ID. */
  readonly id: string;
  readonly judge: string;
  readonly pair: Pair;
}

/** A label and the questions about it. */
export interface LabelQuestions {
  readonly label: Label;
  /** Whether the label's a is the pair's second answer. */
  readonly isSwapped: boolean;
  /** By judge, in the order of the panel. */
  readonly questions: readonly Question[];
}

/** Makes the questions about each label. They contain neither its winner nor its models. */
export function questionsOfLabels(labels: readonly Label[], setup: JudgingSetup): readonly LabelQuestions[] {
  const { judges, criteria, judgePrompt, versions } = setup;
  return labels.map((label) => {
    const { task, a, b } = label;
    const isSwapped = b < a;
    const context = contextOf(label);
    const pair: Pair = { ...context, task, answers: isSwapped ? [b, a] : [a, b] };
    const contextParts = Object.keys(context).length === 0 ? [] : [JSON.stringify(context)];
    const contentDigest = digest([judgePrompt, criteria ?? null, task, ...pair.answers, ...contextParts]);
    const questions = judges.map((judge) => ({
      id: digest([contentDigest, judge, versions[judge] ?? '']),
      judge,
      pair,
    }));
    return { label, isSwapped, questions };
  });
}

/** The system prompt and the turns before the task. */
function contextOf({ system_prompt: system, history }: Pick<Label, 'system_prompt' | 'history'>) {
  return omitUndefined({
    system_prompt: system,
    history: history?.map(({ role, content }) => ({ role, content })),
  });
}

/** The request that asks some judges about a pair. It never differs for the same question, so a key finds it again. */
export function bodyOf(
  { task, answers, ...context }: Pair,
  judges: readonly string[],
  { criteria }: Pick<JudgingSetup, 'criteria'>,
): JsonObject {
  return omitUndefined({
    prompt: task,
    ...contextOf(context),
    answers: answers.map((text) => ({ text })),
    judges: [...judges],
    judge_prompt: criteria,
    // An earlier calibration must not influence this one.
    calibration: 'none',
  });
}

/** The runs on a pair, for a label that has its answers the other way round. */
export function swapRuns([one, other]: PairRuns): PairRuns {
  return [swapWinner(other), swapWinner(one)];
}

function swapWinner(run: PairRuns[number]): PairRuns[number] {
  const { winner } = run;
  return { ...run, winner: winner === 'a' ? 'b' : winner === 'b' ? 'a' : winner };
}

function digest(parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts));
}
