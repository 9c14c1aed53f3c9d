import { hash } from 'node:crypto';
import { GatewayError, unavailableNow } from '../../errors.ts';
import { lengthOf } from '../../text/plain-json.ts';
import { takeOrRefuse } from '../../stores/account-shares.ts';
import type { CallResult } from '../call/call-result.ts';
import { VERSION } from '../../version.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { RequestContext } from '../request-context.ts';
import type { Metrics } from '../../metrics.ts';
import { likelyTokensOfLong } from '../../text/likely-tokens.ts';
import { resultOfStored, type StoredResult, storedForm } from './stored-run.ts';

/** An answer of this size is written in half a millisecond. */
const LONG_BYTES = 65_536;

/** An answer from the cache. */
interface CachedRun extends StoredResult {
  /** The tokens of its text, counted high; 0 if no judge reads it. */
  readonly textTokens: number;
}

/** The cached answers of a request. */
export interface CachedEntries {
  /** The earlier answers, by entry of `models`. */
  readonly runs: ReadonlyMap<number, CachedRun>;
  /** The keys under which new answers are stored, by entry of `models`. */
  readonly keys: ReadonlyMap<number, string>;
  /** Gives back the memory of the answers to the account's share. Call it when the request has ended. */
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
 * Looks up each entry that can run. Quotes are free, so the look-ups of a request follow one another and take one of
 * the ledger's read connections, and the answers take memory out of the account's share.
 * @throws GatewayError 503 if an answer cannot be looked up or there is no memory for it. Asking the model instead would
 *   charge the caller for an answer that may be in the cache.
 */
export async function findCached(
  calls: readonly PlannedCall[],
  maxAgeSeconds: number,
  context: RequestContext,
): Promise<CachedEntries> {
  const { services, account } = context;
  const maxAgeMs = maxAgeSeconds * 1_000;
  const runs = new Map<number, CachedRun>();
  const keys = entryKeys(calls, context);
  const share = services.bodies.share(account.id);
  try {
    for (const [index, key] of keys) {
      const planned = calls[index];
      const storedAnswer =
        planned && (await services.ledger.findAnswer({ accountId: account.id, key, maxAgeMs }));
      if (planned === undefined || storedAnswer === undefined) continue;
      takeOrRefuse(share, storedAnswer.byteLength);
      const run = await readRun(planned, storedAnswer, context);
      if (run !== undefined) runs.set(index, run);
    }
  } catch (cause) {
    share.release();
    services.metrics.cacheLookups.inc({ outcome: 'failed' });
    if (cause instanceof GatewayError) throw cause;
    const detail =
      'Earlier answers cannot be looked up now: nothing was run or charged. Try again shortly, or leave out `cache` to have every model run.';
    throw unavailableNow(detail, cause);
  }
  return { runs, keys, release: () => share.release() };
}

async function readRun(
  planned: PlannedCall,
  storedAnswer: Uint8Array,
  { services: { pool }, account: { id: accountId }, prompt }: RequestContext,
): Promise<CachedRun | undefined> {
  const bytes = Buffer.from(storedAnswer.buffer, storedAnswer.byteOffset, storedAnswer.byteLength);
  const parsed = await pool.parseStored(bytes, accountId);
  const run = parsed === 'too_large' ? undefined : resultOfStored(planned, parsed.value);
  if (run === undefined) return undefined;
  // Counting takes up to a millisecond, so it is done here, where each answer has a turn of the event loop.
  const textTokens = prompt.request.judges === undefined ? 0 : likelyTokensOfLong(run.outcome.text);
  return { ...run, textTokens };
}

/** Counts the cached and uncached answers of a request. */
export function countLookups(metrics: Metrics, { runs, keys }: CachedEntries): void {
  if (keys.size === 0) return;
  metrics.cacheLookups.inc({ outcome: 'hit' }, runs.size);
  metrics.cacheLookups.inc({ outcome: 'miss' }, keys.size - runs.size);
}

/**
 * Stores the answers of a request that has been charged. Nobody waits for it. If the ledger refuses an answer, the next
 * request asks the model again.
 * @param runs in the order of `models`.
 */
export async function keepAnswers(
  { keys }: CachedEntries,
  runs: readonly CallResult[],
  { services: { ledger }, snapshot, account, promptLogId }: RequestContext,
): Promise<void> {
  for (const [index, key] of keys) {
    const run = runs[index];
    const answer = run === undefined ? undefined : storedForm(run);
    if (answer === undefined) continue;
    ledger.keepAnswer({ requestId: promptLogId, accountId: account.id, key, answer }).catch(() => {});
    // oxlint-disable-next-line eslint/no-await-in-loop -- long answers are written one at a turn
    if (lengthOf(answer) > LONG_BYTES) await snapshot.upstream.nextTurn(account.id);
  }
}

/** Part of every cache key. Increase it whenever `StoredRun` changes, so that no older answer is read. */
const STORED_FORM_VERSION = 2;

/**
 * Computes the cache key of each entry of `models` that can run, by its index: a SHA-256 of everything that decides which
 * request the model gets. That includes the gateway's version and the model's manifest, because both may change what a
 * request becomes.
 */
function entryKeys(
  calls: readonly PlannedCall[],
  { prompt, account, snapshot: { upstream } }: RequestContext,
): ReadonlyMap<number, string> {
  const { request, cacheDigests } = prompt;
  const tuned = request.model_tuning ?? {};
  const keys = new Map<number, string>();
  const turns = new Map<string, number>();
  for (const [index, { entry, inPlaceOf, fault }] of calls.entries()) {
    const { model, provider } = entry;
    const requestedId = inPlaceOf ?? model.id;
    // A request that names a model twice wants two answers.
    const turn = turns.get(requestedId) ?? 0;
    turns.set(requestedId, turn + 1);
    const connection = upstream.connections.get(provider.id);
    if (fault !== undefined || connection === undefined || cacheDigests === undefined) continue;
    const { question, tuning } = cacheDigests;
    const tunings = [requestedId, model.id].map((id) => tuning.get(id) ?? (id in tuned ? undefined : null));
    if (tunings.includes(undefined)) continue;
    const { baseUrl } = connection.target;
    const parts = [account.id, requestedId, entry.version, baseUrl, turn, question, tunings];
    keys.set(index, hash('sha256', JSON.stringify([STORED_FORM_VERSION, VERSION, ...parts])));
  }
  return keys;
}
