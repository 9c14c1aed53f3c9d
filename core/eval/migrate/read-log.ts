import { createHash } from 'node:crypto';
import type { LogCounts } from '../../board/run-lines.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import type { PromptRecord } from '../../generated/prompt-record.ts';
import type { ListedPrompt } from '../../generated/prompts-response.ts';
import type { GatewayClient } from '../run/gateway-client.ts';
import { persist, type Persistence } from '../run/persist.ts';
import { MAX_PROMPTS_BYTES } from '../suite/suite.ts';
import { loggedPrompt, sameness, unreadable, type LoggedPrompt, type SkipReason } from './logged-prompt.ts';

export interface LogQuery extends Persistence {
  readonly client: GatewayClient;
  /** Only requests that it answered. */
  readonly modelId: string;
  /** Different prompts, at most. */
  readonly wanted: number;
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
export async function readLog({ client, modelId, wanted, ...persistence }: LogQuery): Promise<LoggedPrompts> {
  const prompts: LoggedPrompt[] = [];
  const seen = new Set<string>();
  const skipped: Record<string, number> = {};
  let [listed, asked, bytes] = [0, 0, 0];
  const end = (isWhole: boolean): LoggedPrompts => ({
    prompts,
    counts: { wanted, listed, asked, skipped, isWhole },
  });
  const take = (found: LoggedPrompt | SkipReason): void => {
    const reason = typeof found === 'string' ? found : isNew(found, seen) ? undefined : 'repeated';
    if (reason !== undefined) skipped[reason] = (skipped[reason] ?? 0) + 1;
    else if (typeof found !== 'string') {
      prompts.push(found);
      bytes += Buffer.byteLength(JSON.stringify(found));
    }
  };
  let cursor: string | undefined;
  do {
    const after = cursor;
    const page = await persist(() => client.prompts(after), persistence);
    for (let from = 0; from < page.prompts.length; from += BATCH) {
      const batch = page.prompts.slice(from, from + BATCH);
      const found = await Promise.all(batch.map((one) => findIn(one, { client, modelId, ...persistence })));
      for (const one of found) {
        listed += 1;
        if (one === undefined) continue;
        asked += 1;
        take(one);
        if (prompts.length >= wanted || bytes > MAX_PROMPTS_BYTES) return end(false);
      }
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && listed < MAX_LISTED);
  return end(cursor === undefined);
}

/** @returns undefined for a request that did not ask the model. */
async function findIn(
  listed: ListedPrompt,
  { client, modelId, ...persistence }: Omit<LogQuery, 'wanted'>,
): Promise<LoggedPrompt | SkipReason | undefined> {
  if (!listed.models.includes(modelId)) return undefined;
  const reason = unreadable(listed);
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

function isNew(prompt: LoggedPrompt, seen: Set<string>): boolean {
  const digest = createHash('sha256').update(sameness(prompt)).digest('base64');
  if (seen.has(digest)) return false;
  seen.add(digest);
  return true;
}
