import { formatCount, formatSeconds, formatUsd } from '../client/figures.ts';
import type { Evaluation, PromptResponse, Result } from '../generated/prompt-response.ts';
import { createLiveLines, type LiveLinesOptions } from './live-lines.ts';
import { onOneLine } from './printable-text.ts';

/** The models and judges of a prompt, which have a line each. */
export interface DrawnPrompt {
  readonly models: readonly string[];
  readonly judges?: readonly string[];
  /** Writes one more answer from all others. */
  readonly fuse?: string;
  /** By default every pair. */
  readonly judge_pairs?: readonly unknown[];
}

/** A live line per model and per judge of one prompt. */
export interface RunLines {
  /** Text as it arrives; its end is shown after the model's label. */
  delta(text: string, index: number): void;
  replaced(text: string, index: number): void;
  result(result: Result, index: number): void;
  evaluation(evaluation: Evaluation): void;
  /** Ends the lines that no event has ended: a repeated answer comes without events. */
  finish(response: PromptResponse): void;
  /** Gives the terminal back. */
  close(): void;
}

/** A wide terminal shows no more on a line. */
const TAIL_CHARACTERS = 48;

export function createRunLines(
  { models: requestedModels, judges = [], fuse, judge_pairs }: DrawnPrompt,
  options: LiveLinesOptions,
): RunLines {
  const models = fuse === undefined ? requestedModels : [...requestedModels, `fused by ${fuse}`];
  const labels = [...models, ...judges.map((judge) => `judge ${judge}`)];
  const width = Math.max(...labels.map((label) => label.length));
  const live = createLiveLines(options);
  const lines = labels.map((label) => live.add(label.padEnd(width)));
  const pairs = judge_pairs?.length ?? (models.length * (models.length - 1)) / 2;
  const judgeCounts = judges.map(() => ({ ended: 0, skipped: 0 }));
  const result = ({ status, error, ...figures }: Result, index: number): void => {
    if (status === 'completed') lines[index]?.end(figuresOf(figures));
    else lines[index]?.fail(error?.message ?? 'failed');
  };
  const endJudge = (index: number): void =>
    lines[models.length + index]?.end(judgingText(pairs, judgeCounts[index]?.skipped));
  const tails = models.map(() => '');
  const showTail = (text: string, index: number): void => {
    tails[index] = text.slice(-TAIL_CHARACTERS);
    lines[index]?.note(onOneLine(tails[index] ?? ''));
  };
  return {
    delta: (text, index) => showTail((tails[index] ?? '') + text.slice(-TAIL_CHARACTERS), index),
    replaced: showTail,
    result,
    evaluation({ status, judge: { index } }) {
      const counts = judgeCounts[index];
      if (counts === undefined) return;
      counts.ended += 1;
      if (status === 'skipped') counts.skipped += 1;
      if (counts.ended === pairs) endJudge(index);
      else lines[models.length + index]?.note(`${counts.ended} of ${pairs} pairs`);
    },
    finish({ results, evaluations }) {
      for (const [index, counts] of judgeCounts.entries())
        counts.skipped = evaluations.filter(
          ({ status, judge }) => status === 'skipped' && judge.index === index,
        ).length;
      for (const [index, one] of results.entries()) result(one, index);
      for (const index of judges.keys()) endJudge(index);
    },
    close: () => live.close(),
  };
}

function judgingText(pairs: number, skipped = 0): string {
  if (pairs === 0) return 'nothing to compare';
  const all = formatCount(pairs, 'pair');
  return `${skipped === 0 ? all : `${pairs - skipped} of ${all}`}, each in both orders`;
}

function figuresOf(result: Pick<Result, 'latencyMs' | 'tokensIn' | 'tokensOut' | 'providerCost'>): string {
  const { latencyMs, tokensIn, tokensOut, providerCost } = result;
  const latency = formatSeconds(latencyMs).padStart(8);
  return `${latency}  ${tokensIn} tokens in, ${tokensOut} out  ${formatUsd(providerCost)}`;
}
