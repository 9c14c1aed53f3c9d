import type { Model } from '../contract.ts';
import type { Registry, RegistryEntry } from './registry.ts';

/** A model that answered although another one was requested. */
export interface OtherModel {
  /** Its ID if the registry has it, or else the provider's name for it, of at most 128 characters. */
  readonly id: string;
  /** Undefined if the registry has no such model of this provider. Its price is then unknown. */
  readonly entry: RegistryEntry | undefined;
}

const MAX_NAME_CHARACTERS = 128;
/** Letters and digits with marks between them, like the names of models. Other names are not compared. */
const NAME = /^[a-z0-9][a-z0-9._:@/+-]*$/i;
/** In a manifest's `names`: replies may name any model, such as those of a router. */
const ANY_NAME = '*';

/**
 * Finds the other model that a reply names as its origin.
 * @param name the model's name in the reply.
 * @returns undefined if it is the requested model, or if the reply names none.
 */
export function otherModelOf(
  name: unknown,
  { model, provider }: RegistryEntry,
  { entries }: Pick<Registry, 'entries'>,
): OtherModel | undefined {
  if (typeof name !== 'string' || name.length > MAX_NAME_CHARACTERS || !NAME.test(name)) return undefined;
  if (model.names.includes(ANY_NAME) || isNameOf(name, model)) return undefined;
  const siblings = entries.filter((entry) => entry.provider.id === provider.id);
  const entry =
    siblings.find((one) => namesOf(one.model).includes(name)) ??
    siblings.find((one) => isNameOf(name, one.model));
  return { id: entry?.model.id ?? name, entry };
}

/** Whether a provider's name is one of this model's names in its manifest, or one of them with a date. */
export function isNameOf(name: string, model: Pick<Model, 'upstream' | 'names'>): boolean {
  const parts = partsOf(name);
  return namesOf(model).some((modelName) => isSame(parts, partsOf(modelName)));
}

function namesOf({ upstream, names }: Pick<Model, 'upstream' | 'names'>): readonly string[] {
  return [upstream, ...names];
}

interface NameParts {
  readonly base: string;
  /** Digits of the date or revision; empty if the name has none. */
  readonly date: string;
}

/** The part before the name: a path such as `models/`, an owner such as `owner/`, or a region such as `eu.` before an owner's name. */
const PREFIX = /^(?:.*\/)?(?:[a-z]{2,6}(?:-[a-z]{2,4})?\.(?=[a-z0-9]+\.))?/;
/** `-2025-08-07`, `-20250807`, `@20250807`, `-05-20`, `-09-2025`, `-2512`, `-0309`, `-001`, `-latest`, `:latest`. */
const DATED = /(?:[-@](\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|\d{2}-\d{2}|\d{8}|\d{6}|\d{4}|\d{3}|latest)|:latest)$/;

function partsOf(name: string): NameParts {
  const bare = name.toLowerCase().replace(PREFIX, '');
  const [suffix = '', date = ''] = DATED.exec(bare) ?? [];
  return { base: bare.slice(0, bare.length - suffix.length), date: date.replaceAll(/\D/g, '') };
}

/**
 * A name without a date matches every date of its model. A date matches only itself, because a snapshot is requested on
 * purpose.
 */
function isSame(one: NameParts, other: NameParts): boolean {
  if (one.base !== other.base) return false;
  const [short, long] = one.date.length < other.date.length ? [one.date, other.date] : [other.date, one.date];
  // A year alone, or a day without its year, is part of a whole date.
  return long.startsWith(short) || long.endsWith(short);
}
