import { GatewayError } from '../../errors.ts';
import { shelved, type CheckedRun } from '../call/run-checked.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { PlanContext } from '../plan/request-context.ts';
import { entryKeys } from './entry-key.ts';
import { runOfStored } from './stored-run.ts';

/** What the cache has of a request. */
export interface CachedEntries {
  /** By entry of `models`: an answer that was given before. */
  readonly runs: ReadonlyMap<number, CheckedRun>;
  /** By entry: under what key to store what it answers now. */
  readonly keys: ReadonlyMap<number, string>;
  /** Entries whose answers could not be looked up; they are asked as if there were none. */
  readonly failed: number;
}

/** Of a request that does not ask for the cache. */
export const NOT_CACHED: CachedEntries = { runs: new Map(), keys: new Map(), failed: 0 };

/** @throws GatewayError 400 where the request asks for a cache that its account does not have. */
export function refuseUnallowedCache({ prompt: { request }, account }: PlanContext): void {
  if (request.cache === undefined || account.cache) return;
  const message =
    'this account has no cache: leave the field out, or ask the operator to run `assay account set NAME --cache on`';
  throw new GatewayError('validation-failed', {
    errors: [{ pointer: '/cache', code: 'cache_off', message }],
  });
}

/** Looks up each entry that can run. A lookup that fails is a miss: a cache never fails a request. */
export async function findCached(
  calls: readonly PlannedCall[],
  maxAgeSeconds: number,
  context: PlanContext,
): Promise<CachedEntries> {
  const runs = new Map<number, CheckedRun>();
  const keys = new Map<number, string>();
  let failed = 0;
  for (const [index, key] of entryKeys(calls, context).entries()) if (key !== undefined) keys.set(index, key);
  await Promise.all(
    [...keys].map(async ([index, key]) => {
      const planned = calls[index];
      if (planned === undefined) return;
      try {
        const run = await findRun(planned, { key, maxAgeSeconds }, context);
        if (run !== undefined) runs.set(index, run);
      } catch {
        failed += 1;
      }
    }),
  );
  return { runs, keys, failed };
}

async function findRun(
  planned: PlannedCall,
  { key, maxAgeSeconds }: { readonly key: string; readonly maxAgeSeconds: number },
  context: PlanContext,
): Promise<CheckedRun | undefined> {
  const { services, account, prompt } = context;
  const { ledger, pool } = services;
  const accountId = account.id;
  const found = await ledger.findAnswer({ accountId, key, maxAgeMs: maxAgeSeconds * 1_000 });
  if (found === undefined) return undefined;
  const bytes = Buffer.from(found.buffer, found.byteOffset, found.byteLength);
  const parsed = await pool.parseReply({ bytes, longStrings: 'marked' }, accountId);
  if (parsed === 'too_large') return undefined;
  for (const [mark, long] of parsed.texts) prompt.texts.set(mark, long);
  const checked = runOfStored(planned, parsed.value);
  if (checked === undefined || 'fault' in checked.run.outcome) return undefined;
  return { ...checked, run: await shelved(checked.run, checked.run.outcome, context) };
}
