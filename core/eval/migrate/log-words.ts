import type { LogCounts } from '../../board/run-lines.ts';
import { formatCount } from '../../client/figures.ts';

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
    `The log: ${formatCount(asked, 'request')} of the newest ${looked.toLocaleString('en')} asked ${old}; ${formatCount(used, 'different prompt')} can be sent again.`,
    ...(left.length === 0
      ? []
      : [`Left out: ${left.map(([reason, count]) => `${count} ${SKIPPED[reason] ?? reason}`).join('; ')}.`]),
    ...(used < wanted && !isWhole ? ['Older requests were not looked at.'] : []),
  ];
}
