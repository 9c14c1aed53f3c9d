import type { Json } from '../../contract.ts';
import { type FieldError, GatewayError } from '../../errors.ts';
import { mayUse } from '../../ledger/administration/settings.ts';
import type { RegistryEntry } from '../../registry/registry.ts';
import { likelyTokens } from '../../text/likely-tokens.ts';
import type { RequestToolCall, RequestTools } from '../../tools/request-tools.ts';
import { aliasOf, CallIds } from '../../tools/call-id.ts';
import type { RequestContext } from '../request-context.ts';
import type { ModelPlan } from './model-plan.ts';
import type { LongTurn, PlannedCall, ServedModel } from './plan-call.ts';
import type { MeasuredTools } from './plan-tools.ts';
import type { Warning } from './warning.ts';

/**
 * Opens the IDs in the turns of each call for its provider. What they carry counts as text: providers bill it, and it fills
 * the context.
 */
export async function openCalls(
  calls: readonly PlannedCall[],
  context: RequestContext,
): Promise<readonly PlannedCall[]> {
  const { snapshot, account, services } = context;
  const ids = new CallIds(services.ledgerSecret, account.id);
  context.callIds = ids;
  const nextTurn = (): Promise<void> => snapshot.upstream.nextTurn(account.id);
  const options = { ids, budget: { characters: CARRIED_CHARACTERS }, nextTurn };
  const openedCalls: PlannedCall[] = [];
  for (const planned of calls) {
    const { call, entry } = planned;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one model after the other, each in its own turns
    const { turns, bytes, tokens, warnings } = await openTurns(call.turns, entry, options);
    const textBytes = planned.textBytes + bytes;
    openedCalls.push({
      ...planned,
      call: { ...call, turns },
      textBytes,
      textTokens: planned.textTokens + tokens,
      warnings: [...planned.warnings, ...warnings],
      fault: planned.fault ?? (textBytes > entry.maxTextBytes ? 'context_too_long' : undefined),
    });
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

/** Turns in the form that one provider takes, and the size of the data that their calls carry. */
interface OpenedTurns extends MeasuredTools {
  readonly turns: readonly LongTurn[];
  readonly warnings: readonly Warning[];
}

/** The options that the models of one request share. */
interface OpeningOptions {
  readonly ids: CallIds;
  /** Bounds the data that the calls of one request carry for all its models, because short IDs may carry long texts. */
  readonly budget: { characters: number };
  /** Gives way to other work between IDs that carry much data. */
  readonly nextTurn: () => Promise<void>;
}

/** UTF-16 code units of JSON: the reasoning of a hundred steps, which providers and the event loop take at once. */
export const CARRIED_CHARACTERS = 524_288;

/**
 * Rewrites the IDs of calls and results to the form that the provider takes, and opens the data that the calls carry for
 * this model. The last calls are opened first, because providers need the data of the present loop. An ID that occurs
 * twice is opened once.
 */
export async function openTurns(
  turns: readonly LongTurn[],
  { model, provider }: ModelPlan,
  { ids, budget, nextTurn }: OpeningOptions,
): Promise<OpenedTurns> {
  const carried = new Map<RequestToolCall, Json>();
  const openedIds = new Set<string>();
  let [bytes, tokens, openedCharacters] = [0, 0, 0];
  let isCut = false;
  for (const call of turns.flatMap(({ calls = [] }) => calls).toReversed()) {
    if (openedIds.has(call.id)) continue;
    openedIds.add(call.id);
    const json = ids.open(call.id, model.id) ?? '';
    isCut = json.length > budget.characters;
    if (isCut) break;
    if (json !== '') {
      budget.characters -= json.length;
      bytes += Buffer.byteLength(json);
      tokens += likelyTokens(json);
      // `CallIds.seal` wrote it, as its tag shows.
      carried.set(call, JSON.parse(json));
    }
    openedCharacters += call.id.length + json.length;
    if (openedCharacters <= OPENED_AT_ONCE) continue;
    // oxlint-disable-next-line eslint/no-await-in-loop -- IDs are opened some at a turn
    await nextTurn();
    openedCharacters = 0;
  }
  const form = provider.wire.callIds;
  return {
    turns: turns.map(({ calls = [], results = [], ...turn }) => ({
      ...turn,
      ...(calls.length > 0 && {
        calls: calls.map((call) => ({ ...call, id: aliasOf(call.id, form), carried: carried.get(call) })),
      }),
      ...(results.length > 0 && {
        results: results.map((result) => ({ ...result, id: aliasOf(result.id, form) })),
      }),
    })),
    bytes,
    tokens,
    warnings: isCut ? [NOT_CARRIED] : [],
  };
}

const NOT_CARRIED: Warning = {
  code: 'reasoning_not_carried',
  pointer: '/history',
  message:
    'the calls carry more reasoning than one request may send back; that of the earlier calls was left out',
};

/** Characters of IDs and their data. Verifying, inflating and counting this many takes about a millisecond. */
const OPENED_AT_ONCE = 32_768;

const NAMES_SHOWN = 8;

/**
 * Refuses tools for models that support none, and choices that a provider refuses, because the answer would be different
 * without them.
 * @throws GatewayError 400.
 */
export function refuseUnfitTools(
  tools: RequestTools,
  served: readonly ServedModel[],
  { snapshot: { registry, upstream }, account }: RequestContext,
): void {
  const takesTools = ({ model, provider }: RegistryEntry): boolean =>
    model.tools !== null && upstream.connections.has(provider.id) && mayUse(account, model.id);
  const errors = served.flatMap(({ entry: { model }, pointer }): readonly FieldError[] => {
    if (model.tools === null) {
      const others = registry.entries.filter(takesTools).map((entry) => entry.model.id);
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
