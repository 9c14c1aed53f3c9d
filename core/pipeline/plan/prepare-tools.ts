import type { Model } from '../../contract.ts';
import { type FieldError, GatewayError } from '../../errors.ts';
import { mayUse } from '../../ledger/administration/settings.ts';
import type { RequestTools } from '../../tools/request-tools.ts';
import { CallIds } from '../../tools/call-id.ts';
import type { RequestContext } from '../request-context.ts';
import type { LongTurn } from './long-call.ts';
import { type PlannedCall, type ServedModel, withOpened } from './plan-call.ts';
import { CarriedBudget, openTurns } from './plan-tools.ts';

/** @throws GatewayError 400 if a model does not support the tools; 503 if the ledger cannot be read. */
export async function prepareTools(
  tools: RequestTools,
  contestants: readonly ServedModel[],
  context: RequestContext,
): Promise<void> {
  const { snapshot, account, services } = context;
  const { connections } = snapshot.upstream;
  const askable = (): readonly Model[] =>
    snapshot.registry.entries
      .filter(({ model, provider }) => connections.has(provider.id) && mayUse(account, model.id))
      .map(({ model }) => model);
  refuseUnfitTools(tools, contestants, askable);
  context.callIds = new CallIds(await services.ledger.secret(), account.id);
}

/** Opens the IDs in the turns of each call for its provider. */
export async function openCalls(
  calls: readonly PlannedCall[],
  { callIds, snapshot, account }: RequestContext,
): Promise<readonly PlannedCall[]> {
  if (callIds === undefined) throw new Error('the IDs of calls are not prepared');
  const nextTurn = (): Promise<void> => snapshot.upstream.nextTurn(account.id);
  const options = { ids: callIds, budget: new CarriedBudget(), nextTurn };
  const openedCalls: PlannedCall[] = [];
  for (const planned of calls) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one model after the other, each in its own turns
    openedCalls.push(withOpened(planned, await openTurns(planned.call.turns, planned.entry, options)));
  }
  return openedCalls;
}

/** Turns with their calls and results. */
export function withCalls(conversation: readonly LongTurn[], { turns }: RequestTools): readonly LongTurn[] {
  const byTurn = new Map(turns.map((turn) => [turn.at, turn]));
  return conversation.map((turn, index) => {
    const { calls = [], results = [] } = byTurn.get(index) ?? {};
    return {
      ...turn,
      ...(calls.length > 0 && { calls }),
      ...(results.length > 0 && { results }),
    };
  });
}

const NAMES_SHOWN = 8;

/**
 * Refuses tools for models that support none, and choices that a provider refuses, because the answer would be different
 * without them.
 * @param askable the models that the caller can use instead.
 * @throws GatewayError 400.
 */
export function refuseUnfitTools(
  tools: RequestTools,
  served: readonly ServedModel[],
  askable: () => Iterable<Model>,
): void {
  const errors = served.flatMap(({ entry: { model }, pointer }): readonly FieldError[] => {
    if (model.tools === null) {
      const others = [...askable()].filter((one) => one.tools !== null).map(({ id }) => id);
      const names = others.slice(0, NAMES_SHOWN).join(', ');
      const more = others.length > NAMES_SHOWN ? ` and ${others.length - NAMES_SHOWN} others` : '';
      const instead = others.length === 0 ? 'no model here does' : `these do: ${names}${more}`;
      return [{ pointer, code: 'tools_unsupported', message: `${model.id} takes no tools; ${instead}` }];
    }
    const isForced = tools.choice === 'required' || typeof tools.choice === 'object';
    if (!isForced || model.tools.forcedChoice) return [];
    const message = `${model.id} cannot be made to call a function: send auto or none, or ask another model`;
    return [{ pointer: '/tools/choice', code: 'unsupported_value', message }];
  });
  if (errors.length > 0) throw new GatewayError('validation-failed', { errors });
}
