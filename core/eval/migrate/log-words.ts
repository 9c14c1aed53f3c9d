import type { LogCounts } from '../../board/run-lines.ts';
import { formatCount } from '../../client/figures.ts';

const REASONS: Readonly<Record<string, string>> = {
  repeated: 'that repeat a newer prompt',
  attachments: 'with attachments, which the log does not keep',
  cachedContent: 'with content cached at the provider, which no other model can read',
  noAnswer: 'that the model did not answer',
  zeroDataRetention: 'under zero data retention',
  notKept: 'whose texts the log does not have',
  unfinished: 'that have not been charged',
};

/** Where the prompts come from. */
export function logSummary(
  old: string,
  { wanted, listed: listedCount, asked, skipped, isWhole }: LogCounts,
): readonly string[] {
  const reasons = Object.entries(skipped).toSorted(([, one], [, other]) => other - one);
  const usableCount = asked - reasons.reduce((sum, [, count]) => sum + count, 0);
  return [
    `The log: ${formatCount(asked, 'request')} of the newest ${listedCount.toLocaleString('en')} asked ${old}; ${formatCount(usableCount, 'different prompt')} can be sent again.`,
    ...(reasons.length === 0
      ? []
      : [
          `Left out: ${reasons.map(([reason, count]) => `${count} ${REASONS[reason] ?? reason}`).join('; ')}.`,
        ]),
    ...(usableCount < wanted && !isWhole ? ['Older requests were not looked at.'] : []),
  ];
}
