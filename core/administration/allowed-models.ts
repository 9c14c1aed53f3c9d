import { mayUse } from '../ledger/administration/settings.ts';
import { nearestName } from '../text/nearest-name.ts';

/** A name in a key's list of models that no model has. */
export interface UnknownModel {
  /** Its place in the list, from 0. */
  readonly index: number;
  readonly name: string;
  /** What is wrong, without the name. */
  readonly message: string;
}

/** For each of a thousand models the search takes about a millisecond. */
const MAX_SUGGESTIONS = 20;

/**
 * The names that let a key ask nothing: IDs of no model, and beginnings of none.
 * @param known IDs of every model there is, also of those that are switched off.
 * @param elsewhere what lists them, for a name that is like none.
 */
export function unknownModels(
  names: readonly string[],
  known: ReadonlySet<string>,
  elsewhere: string,
): readonly UnknownModel[] {
  const unknown: UnknownModel[] = [];
  for (const [index, name] of names.entries()) {
    const isKnown = name.endsWith('*')
      ? [...known].some((id) => mayUse({ models: [name] }, id))
      : known.has(name);
    if (isKnown) continue;
    const nearest = unknown.length < MAX_SUGGESTIONS ? nearestName(name, known) : undefined;
    const hint = nearest === undefined ? elsewhere : `did you mean ${nearest}?`;
    const what = name.endsWith('*') ? 'no model begins so' : 'there is no such model';
    unknown.push({ index, name, message: `${what}; ${hint}` });
  }
  return unknown;
}
