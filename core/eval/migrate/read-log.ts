import { createHash } from 'node:crypto';
import type { LogCounts } from '../../board/run-lines.ts';
import { formatCount } from '../../client/figures.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import type { PromptRecord } from '../../generated/prompt-record.ts';
import type { ListedPrompt } from '../../generated/prompts-response.ts';
import type { GatewayClient } from '../run/gateway-client.ts';
import { persist, type Persistence } from '../run/persist.ts';
import { MAX_PROMPTS_BYTES } from '../suite/suite.ts';
import {
  loggedPrompt,
  promptIdentity,
  skipReasonOf,
  type LoggedPrompt,
  type SkipReason,
} from './logged-prompt.ts';

export interface LogQuery extends Persistence {
  readonly client: GatewayClient;
  /** Only requests that it answered. */
  readonly modelId: string;
  /** Different prompts, at most. */
  readonly maxPrompts: number;
}

export interface LoggedPrompts {
  /** The newest first. */
  readonly prompts: readonly LoggedPrompt[];
  readonly counts: LogCounts;
}

/** Requests of the account that are looked at. */
const MAX_LISTED = 100_000;
/** Records that are read at the same time, at most. */
const BATCH = 8;

/**
 * The newest different prompts in the account's log that the model answered and that can be sent again.
 * @throws GatewayProblem if the gateway refuses; as `persist`.
 */
export async function readLog({
  client,
  modelId,
  maxPrompts,
  ...persistence
}: LogQuery): Promise<LoggedPrompts> {
  const prompts: LoggedPrompt[] = [];
  const digests = new Set<string>();
  const skipped: Record<string, number> = {};
  let [listedCount, askedCount, bytes] = [0, 0, 0];
  const resultOf = (isWhole: boolean): LoggedPrompts => ({
    prompts,
    counts: { wanted: maxPrompts, listed: listedCount, asked: askedCount, skipped, isWhole },
  });
  const count = (entry: LoggedPrompt | SkipReason): void => {
    const reason = typeof entry === 'string' ? entry : isNew(entry, digests) ? undefined : 'repeated';
    if (reason !== undefined) skipped[reason] = (skipped[reason] ?? 0) + 1;
    else if (typeof entry !== 'string') {
      prompts.push(entry);
      bytes += Buffer.byteLength(JSON.stringify(entry));
    }
  };
  let cursor: string | undefined;
  do {
    const after = cursor;
    const page = await persist(() => client.prompts(after), persistence);
    for (let from = 0; from < page.prompts.length; from += BATCH) {
      const batch = page.prompts.slice(from, from + BATCH);
      const entries = await Promise.all(
        batch.map((one) => readPrompt(one, { client, modelId, ...persistence })),
      );
      for (const one of entries) {
        listedCount += 1;
        if (one === undefined) continue;
        askedCount += 1;
        count(one);
        if (prompts.length >= maxPrompts || bytes > MAX_PROMPTS_BYTES) return resultOf(false);
      }
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && listedCount < MAX_LISTED);
  return resultOf(cursor === undefined);
}

/** @returns undefined for a request that did not ask the model. */
async function readPrompt(
  listed: ListedPrompt,
  { client, modelId, ...persistence }: Omit<LogQuery, 'maxPrompts'>,
): Promise<LoggedPrompt | SkipReason | undefined> {
  if (!listed.models.includes(modelId)) return undefined;
  const reason = skipReasonOf(listed);
  if (reason !== undefined) return reason;
  let record: PromptRecord;
  try {
    record = await persist(() => client.record(listed.promptLogId), persistence);
  } catch (error) {
    // Deleted since it was listed.
    if (error instanceof GatewayProblem && error.status === 404) return 'notKept';
    throw error;
  }
  return loggedPrompt(record, modelId);
}

function isNew(prompt: LoggedPrompt, digests: Set<string>): boolean {
  const digest = createHash('sha256').update(promptIdentity(prompt)).digest('base64');
  if (digests.has(digest)) return false;
  digests.add(digest);
  return true;
}

const REASONS: Readonly<Record<string, string>> = {
  repeated: 'that repeat a newer prompt',
  attachments: 'with attachments, which the log does not keep',
  cachedContent: 'with content cached at the provider, which no other model can read',
  noAnswer: 'that the model did not answer',
  zeroDataRetention: 'under zero data retention',
  notKept: 'whose texts the log does not have',
  unfinished: 'that have not been charged',
};

/** Where the prompts come from, as sentences for people. */
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
