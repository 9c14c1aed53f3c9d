import { GatewayError } from '../../errors.ts';
import { lengthOf } from '../../text/json-pieces.ts';
import { type MemoryShare, takeOrRefuse } from '../../stores/memory-budget.ts';
import type { CallResult } from '../call/call-result.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { RequestContext } from '../request-context.ts';
import { entryKeys } from './entry-key.ts';
import { resultOfStored, storedForm } from './stored-run.ts';

/** Written in half a millisecond. */
const LONG_BYTES = 65_536;

/** What the cache has of a request. */
export interface CachedEntries {
  /** By entry of `models`: an answer that was given before. */
  readonly runs: ReadonlyMap<number, CallResult>;
  /** By entry: under what key to store what it answers now. */
  readonly keys: ReadonlyMap<number, string>;
  /** Gives back what the answers take of the account's share of memory. Call it when the request has ended. */
  readonly release: () => void;
}

/** The answer to a request for a cache that its account does not have. */
export function cacheOff(): GatewayError {
  const message =
    'this account has no cache: leave the field out, or ask the operator to run `assay account set NAME --cache on`';
  return new GatewayError('validation-failed', {
    errors: [{ pointer: '/cache', code: 'cache_off', message }],
  });
}

/**
 * Looks up each entry that can run, one after another: a quote is free, so a request of many entries takes one place among
 * the readers, and its answers take memory out of the account's share.
 * @throws GatewayError 503 where an answer cannot be looked up or held now. To ask its model instead would charge a caller
 *   for what may be there for nothing.
 */
export async function findCached(
  calls: readonly PlannedCall[],
  maxAgeSeconds: number,
  context: RequestContext,
): Promise<CachedEntries> {
  const { services, account } = context;
  const runs = new Map<number, CallResult>();
  const keys = new Map<number, string>();
  for (const [index, key] of entryKeys(calls, context).entries()) if (key !== undefined) keys.set(index, key);
  const share = services.bodies.share(account.id);
  try {
    for (const [index, key] of keys) {
      const planned = calls[index];
      if (planned === undefined) continue;
      const run = await findRun(planned, { key, maxAgeSeconds, share }, context);
      if (run !== undefined) runs.set(index, run);
    }
  } catch (cause) {
    share.release();
    services.metrics.cacheLookups.inc({ outcome: 'failed' });
    throw cause instanceof GatewayError ? cause : unreadable(cause);
  }
  return { runs, keys, release: () => share.release() };
}

function unreadable(cause: unknown): GatewayError {
  const detail =
    'Earlier answers cannot be looked up now: nothing was run or charged. Try again shortly, or leave out `cache` to have every model run.';
  return new GatewayError('unavailable', { detail, headers: { 'Retry-After': '1' }, cause });
}

interface Wanted {
  readonly key: string;
  readonly maxAgeSeconds: number;
  readonly share: Pick<MemoryShare, 'take' | 'holdsMost'>;
}

async function findRun(
  planned: PlannedCall,
  { key, maxAgeSeconds, share }: Wanted,
  context: RequestContext,
): Promise<CallResult | undefined> {
  const { services, account } = context;
  const { ledger, pool } = services;
  const accountId = account.id;
  const found = await ledger.findAnswer({ accountId, key, maxAgeMs: maxAgeSeconds * 1_000 });
  if (found === undefined) return undefined;
  takeOrRefuse(share, found.byteLength);
  const bytes = Buffer.from(found.buffer, found.byteOffset, found.byteLength);
  const parsed = await pool.parseStored(bytes, accountId);
  return parsed === 'too_large' ? undefined : resultOfStored(planned, parsed.value);
}

/**
 * Stores what the models of a request answered, once it is paid for. Nobody waits for it, and what the ledger does not take
 * is asked again next time.
 * @param runs in the order of `models`.
 */
export async function keepAnswers(
  { keys }: CachedEntries,
  runs: readonly CallResult[],
  { services: { ledger }, serving, account, promptLogId: requestId }: RequestContext,
): Promise<void> {
  for (const [index, key] of keys) {
    const run = runs[index];
    const answer = run === undefined ? undefined : storedForm(run);
    if (answer === undefined) continue;
    ledger.keepAnswer({ requestId, accountId: account.id, key, answer }).catch(() => {});
    // oxlint-disable-next-line eslint/no-await-in-loop -- long answers are written one at a turn
    if (lengthOf(answer) > LONG_BYTES) await serving.upstream.pace(account.id);
  }
}
