import { nearestName } from '../text/nearest-name.ts';

/** The message for an unknown name. @param thing such as `account`, whose `list` command shows the names. */
export function unknownName(thing: string, name: string, names: Iterable<string>): string {
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? `"assay ${thing} list" shows them.` : `Did you mean "${nearest}"?`;
  return `There is no ${thing} "${name}". ${hint}`;
}
