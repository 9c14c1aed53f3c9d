import { hash } from 'node:crypto';
import { VERSION } from '../../version.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { RequestContext } from '../request-context.ts';

/** Another form of stored answers has another number. */
const FORM = 1;

/**
 * For each entry of `models` the key of its answer in the cache: a SHA-256 of all that decides what the model is sent. What
 * this gateway makes of a request may change with its version, and with the model's manifest.
 * @returns undefined for an entry that has none: it cannot run.
 */
export function entryKeys(
  calls: readonly PlannedCall[],
  { prompt, account, serving: { upstream } }: RequestContext,
): readonly (string | undefined)[] {
  const { request, cacheDigests } = prompt;
  const tuned = request.model_tuning ?? {};
  const turns = new Map<string, number>();
  return calls.map(({ entry, inPlaceOf, fault }) => {
    const { model, provider } = entry;
    const asked = inPlaceOf ?? model.id;
    // Who asks a model twice wants two answers.
    const turn = turns.get(asked) ?? 0;
    turns.set(asked, turn + 1);
    const connection = upstream.connections.get(provider.id);
    if (fault !== undefined || connection === undefined || cacheDigests === undefined) return undefined;
    const { question, tuning } = cacheDigests;
    const tunings = [asked, model.id].map((id) => tuning.get(id) ?? (id in tuned ? undefined : null));
    if (tunings.includes(undefined)) return undefined;
    const { baseUrl } = connection.target;
    const parts = [account.id, asked, entry.version, baseUrl, turn, question, tunings];
    return hash('sha256', JSON.stringify([FORM, VERSION, ...parts]));
  });
}
