import type { Model } from '../contract.ts';
import type { Registry, RegistryEntry } from './registry.ts';

/** A model that a provider answered with although another was asked. */
export interface OtherModel {
  /** Its ID where the registry has it, else what the provider calls it, at most 128 characters. */
  readonly id: string;
  /** Undefined where the registry has no such model of this provider: then nobody knows its price. */
  readonly entry: RegistryEntry | undefined;
}

const MAX_NAME_CHARACTERS = 128;
/** Letters and digits with marks between them, as names of models are; anything else is not compared. */
const NAME = /^[a-z0-9][a-z0-9._:@/+-]*$/i;
/** In a manifest's `names`: replies name whatever they like, such as a router's. */
const ANY_NAME = '*';

/**
 * Which other model a reply says it comes from.
 * @param name the reply's own name of its model.
 * @returns undefined where it is the model that was asked, or the reply names none.
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

/** Whether a provider means this model by a name: its own, another of its manifest, or one of these with a date. */
export function isNameOf(name: string, model: Pick<Model, 'upstream' | 'names'>): boolean {
  const given = partsOf(name);
  return namesOf(model).some((known) => isSame(given, partsOf(known)));
}

function namesOf({ upstream, names }: Pick<Model, 'upstream' | 'names'>): readonly string[] {
  return [upstream, ...names];
}

interface NameParts {
  readonly base: string;
  /** Digits of the date or revision; empty where the name has none. */
  readonly dated: string;
}

/** Where a reply came from: a path such as `models/`, an owner such as `owner/`, or a region such as `eu.` before an owner's name. */
const WHERE = /^(?:.*\/)?(?:[a-z]{2,6}(?:-[a-z]{2,4})?\.(?=[a-z0-9]+\.))?/;
/** `-2025-08-07`, `-20250807`, `@20250807`, `-05-20`, `-09-2025`, `-2512`, `-0309`, `-001`, `-latest`, `:latest`. */
const DATED = /(?:[-@](\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|\d{2}-\d{2}|\d{8}|\d{6}|\d{4}|\d{3}|latest)|:latest)$/;

function partsOf(name: string): NameParts {
  const bare = name.toLowerCase().replace(WHERE, '');
  const [suffix = '', dated = ''] = DATED.exec(bare) ?? [];
  return { base: bare.slice(0, bare.length - suffix.length), dated: dated.replaceAll(/\D/g, '') };
}

/** An undated name stands for every date of its model, and a date for itself: a snapshot is asked for on purpose. */
function isSame(one: NameParts, other: NameParts): boolean {
  if (one.base !== other.base) return false;
  const [short, long] =
    one.dated.length < other.dated.length ? [one.dated, other.dated] : [other.dated, one.dated];
  // A year alone, or a day without its year, is part of a whole date.
  return long.startsWith(short) || long.endsWith(short);
}
