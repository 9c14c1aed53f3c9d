import { mayUse } from '../ledger/administration/settings.ts';
import { nearestName } from '../text/nearest-name.ts';

/** An entry of a key's list of models that matches no model. */
export interface UnknownModel {
  /** Its index in the list. */
  readonly index: number;
  readonly name: string;
  /** The problem, without the name. */
  readonly message: string;
}

/** Among a thousand models one search takes about a millisecond. */
const MAX_SUGGESTIONS = 20;

/**
 * Finds the names that match no model.
 * @param modelIds of every model, also of those that are switched off.
 * @param fallbackHint where to find the list of models, for a name that resembles none.
 */
export function unknownModels(
  names: readonly string[],
  modelIds: ReadonlySet<string>,
  fallbackHint: string,
): readonly UnknownModel[] {
  const unknown: UnknownModel[] = [];
  for (const [index, name] of names.entries()) {
    const isKnown = name.endsWith('*')
      ? [...modelIds].some((id) => mayUse({ models: [name] }, id))
      : modelIds.has(name);
    if (isKnown) continue;
    const nearest = unknown.length < MAX_SUGGESTIONS ? nearestName(name, modelIds) : undefined;
    const hint = nearest === undefined ? fallbackHint : `did you mean ${nearest}?`;
    const problem = name.endsWith('*') ? 'no model begins so' : 'there is no such model';
    unknown.push({ index, name, message: `${problem}; ${hint}` });
  }
  return unknown;
}
