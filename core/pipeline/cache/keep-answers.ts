import type { CallResult } from '../call/call-result.ts';
import type { RequestContext } from '../request-context.ts';
import type { CachedEntries } from './find-cached.ts';
import { storedForm } from './stored-run.ts';

/**
 * Stores what the models of a request answered, once it is paid for. Nobody waits for it, and what the ledger does not take
 * is asked again next time.
 * @param runs in the order of `models`.
 */
export function keepAnswers(
  { keys }: CachedEntries,
  runs: readonly CallResult[],
  { services: { ledger }, account, promptLogId: requestId, prompt: { texts } }: RequestContext,
): void {
  for (const [index, key] of keys) {
    const run = runs[index];
    const answer = run === undefined ? undefined : storedForm(run, texts);
    if (answer !== undefined)
      ledger.keepAnswer({ requestId, accountId: account.id, key, answer }).catch(() => {});
  }
}
