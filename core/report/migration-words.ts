import type { Board } from '../board/board.ts';
import type { Change, Migration, Successor } from '../board/migration.ts';
import type { LogCounts } from '../board/run-lines.ts';
import { MIN_PROMPTS } from '../board/ratings.ts';
import { percentRange } from './board-words.ts';
import { counted, formatPercent, listed } from '../client/figures.ts';

/** A change up to this is told as none: the table has the figures. */
const SLIGHT = 0.05;
/** A share of failures up to this above the other's is not told. */
const MORE_FAILURES = 0.01;

/**
 * What a migration shows, in sentences, the advice first.
 * @returns empty for the run of a suite.
 */
export function migrationFindings({ migration }: Board): readonly string[] {
  return migration === null ? [] : [advice(migration), ...circumstances(migration)];
}

/** What to do, in one sentence. */
export function advice(migration: Migration): string {
  const { old, successors, recommended } = migration;
  const best = successors.find(({ modelId }) => modelId === recommended);
  if (best === undefined) return withoutAdvice(migration);
  const { modelId, verdict } = best;
  const facts = listed(factsOf(best, migration));
  if (verdict === 'better') return `Move from ${old} to ${modelId}: it ${facts}.`;
  if (verdict === 'undecided')
    return `${modelId} is neither decisively better nor decisively worse than ${old}: it ${facts}; move if that is good enough for you, or compare more prompts.`;
  const [to, subject] =
    successors.length === 1 ? [modelId, 'it'] : ['any of these successors', `even ${modelId}`];
  return `Do not move from ${old} to ${to} unchanged: ${subject} is decisively worse, ${facts}; adapt your prompts, or try another successor.`;
}

function withoutAdvice({ old, before, successors }: Migration): string {
  const most = Math.max(0, ...successors.map(({ judgedPrompts }) => judgedPrompts));
  const silent = successors.every(({ asked, failed }) => asked > 0 && failed === asked);
  if (silent)
    return `There is no advice: ${listed(successors.map(({ modelId }) => modelId))} answered none of the prompts.`;
  if (before.asked > 0 && before.failed === before.asked)
    return `There is no advice: ${old} answered none of the prompts, so nothing can be compared with it.`;
  return `There is no advice yet: ${counted(most, 'judged prompt')} compare${most === 1 ? 's' : ''} ${old} with a successor, and ${MIN_PROMPTS} are needed.`;
}

/** Verbs that follow the model's name. */
function factsOf(successor: Successor, { old, before }: Migration): readonly string[] {
  const { winRate, interval, costUsd, latencyMs, asked, failed, schemaChecked, schemaInvalid } = successor;
  const range = interval === null ? '' : ` (95 % interval ${percentRange(interval)})`;
  return [
    ...(winRate === null ? [] : [`wins ${formatPercent(winRate)} of their comparisons${range}`]),
    ...changed(costUsd, {
      verb: 'costs',
      same: 'about the same',
      less: 'less',
      more: 'more',
      times: 'as much',
    }),
    ...changed(latencyMs, {
      verb: 'takes',
      same: 'about as long',
      less: 'less time',
      more: 'more time',
      times: 'as long',
    }),
    ...(shareOf(failed, asked) > shareOf(before.failed, before.asked) + MORE_FAILURES
      ? [`fails on ${failed} of ${counted(asked, 'prompt')} (${old} on ${before.failed})`]
      : []),
    ...(shareOf(schemaInvalid, schemaChecked) >
    shareOf(before.schemaInvalid, before.schemaChecked) + MORE_FAILURES
      ? [`breaks the schema in ${schemaInvalid} of ${counted(schemaChecked, 'answer')}`]
      : []),
  ];
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function changed(
  change: Change | null,
  {
    verb,
    same,
    less,
    more,
    times,
  }: {
    readonly verb: string;
    readonly same: string;
    readonly less: string;
    readonly more: string;
    readonly times: string;
  },
): readonly string[] {
  if (change === null || change.ratio === null) return [];
  const { ratio } = change;
  if (Math.abs(ratio - 1) < SLIGHT) return [`${verb} ${same}`];
  if (ratio >= 2) return [`${verb} ${ratio.toFixed(1)} times ${times}`];
  return [`${verb} ${formatPercent(Math.abs(ratio - 1))} ${ratio < 1 ? less : more}`];
}

function circumstances({ old, shutdown, answers, log, successors }: Migration): readonly string[] {
  const ending = successors.flatMap((one) =>
    one.shutdown === null ? [] : [`${one.modelId} itself is shut down on ${one.shutdown}.`],
  );
  return [
    ...(shutdown === null ? [] : [`${old} is shut down on ${shutdown}.`]),
    ...ending,
    ...(answers === 'logged' ? [loggedWords(old)] : []),
    ...logWords(old, log),
  ];
}

export function loggedWords(old: string): string {
  return `${old} is not asked again: its logged answers are compared, with what they cost and took then.`;
}

const SKIPPED: Readonly<Record<string, string>> = {
  repeated: 'that repeat a newer prompt',
  attachments: 'with attachments, which the log does not keep',
  cachedContent: 'with content cached at the provider, which no other model can read',
  noAnswer: 'that the model did not answer',
  zeroDataRetention: 'under zero data retention',
  notKept: 'whose texts the log does not have',
  unfinished: 'that have not been charged',
};

/** Where the prompts come from. */
export function logWords(
  old: string,
  { wanted, listed: looked, asked, skipped, isWhole }: LogCounts,
): readonly string[] {
  const left = Object.entries(skipped).toSorted(([, one], [, other]) => other - one);
  const used = asked - left.reduce((sum, [, count]) => sum + count, 0);
  return [
    `The log: ${counted(asked, 'request')} of the newest ${looked.toLocaleString('en')} asked ${old}; ${counted(used, 'different prompt')} can be sent again.`,
    ...(left.length === 0
      ? []
      : [`Left out: ${left.map(([reason, count]) => `${count} ${SKIPPED[reason] ?? reason}`).join('; ')}.`]),
    ...(used < wanted && !isWhole ? ['Older requests were not looked at.'] : []),
  ];
}
