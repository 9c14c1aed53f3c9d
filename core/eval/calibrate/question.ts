import { hash } from 'node:crypto';
import type { JsonObject } from '../../contract.ts';
import type { Label } from './label.ts';
import type { PairRuns } from './verdict-file.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

/** Who judges labelled pairs, by what, and what these are at the gateway now. */
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

/** What one judge is asked about one pair, in both orders. */
export interface Question {
  /** Digest of all that the verdict depends on: the same wherever the same is asked. */
  readonly id: string;
  readonly judge: string;
  readonly pair: Pair;
}

/** A label and what is asked about it. */
export interface LabelQuestions {
  readonly label: Label;
  /** Whether the label's a is the pair's second answer. */
  readonly isSwapped: boolean;
  /** By judge, in the order of the panel. */
  readonly questions: readonly Question[];
}

/** What the judges are asked about each label: neither its winner nor who gave the answers is part of it. */
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

/** What came before the task. */
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
    // What earlier labels said has no part in what these say.
    calibration: 'none',
  });
}

/** What a judge said of a pair, as a label that swaps its answers has it. */
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
