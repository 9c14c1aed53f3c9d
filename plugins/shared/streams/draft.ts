import type { StreamReader, StreamStep } from '../../../core/contract.ts';
import { member } from '../read-reply.ts';

/** A JSON object that a fold builds: it belongs to one stream, so it is changed in place. */
export interface Draft {
  [name: string]: unknown;
}

/** A step while it is put together. */
export type DraftStep = { -readonly [Member in keyof StreamStep]: StreamStep[Member] };

/** True for a JSON object that is not a list. */
export function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value where it is an object, else a new one. */
export function asDraft(value: unknown): Draft {
  return isDraft(value) ? value : {};
}

/** The object that is a member of another; it is made where it is missing. */
export function draftIn(draft: Draft, name: string): Draft {
  const inner = asDraft(draft[name]);
  draft[name] = inner;
  return inner;
}

/** The list that is a member of an object; it is made where it is missing. */
export function listIn(draft: Draft, name: string): unknown[] {
  const known = draft[name];
  const list: unknown[] = Array.isArray(known) ? known : [];
  draft[name] = list;
  return list;
}

/**
 * Sets every member that an event gives. Null is how many formats leave a member out, so it never replaces a value;
 * `__proto__` would be no member at all.
 */
export function assign(draft: Draft, given: unknown, without?: ReadonlySet<string>): void {
  if (!isDraft(given)) return;
  for (const name of Object.keys(given)) {
    const value = given[name];
    const isKept = value !== null || !Object.hasOwn(draft, name);
    if (isKept && name !== '__proto__' && without?.has(name) !== true) draft[name] = value;
  }
}

/** Appends to a text. The engine keeps such a sum as a tree, so this does not copy the text before. */
export function append(draft: Draft, name: string, piece: string): void {
  const before = draft[name];
  draft[name] = typeof before === 'string' ? before + piece : piece;
}

/** No real reply has as many blocks, parts or items; one that has is not read. */
const MAX_BLOCKS = 512;

class TooManyBlocks extends Error {}

/** @throws where a list has as many blocks as no reply has; see `boundedFold`. */
export function push(list: unknown[], block: unknown): void {
  if (list.length >= MAX_BLOCKS) throw new TooManyBlocks();
  list.push(block);
}

/** What tells whose reply it is and what it has cost, in any of the formats. */
const BILLING = ['model', 'modelVersion', 'trace', 'usage', 'usageMetadata'] as const;

/** Ends a reply of too many blocks: what is left of it cannot be read, but tells what it has cost. */
export function boundedFold(fold: StreamReader['fold']): StreamReader['fold'] {
  return (reply, event, call) => {
    try {
      return fold(reply, event, call);
    } catch (error) {
      if (!(error instanceof TooManyBlocks)) throw error;
      return { reply: Object.fromEntries(BILLING.map((name) => [name, member(reply, name)])), isLast: true };
    }
  };
}

/** What kind of block an event is about. */
export interface BlockKind {
  /** Blocks of one number are told apart by it. */
  readonly name: string;
  /** Makes the block where it is missing, be it that its start never came. */
  readonly begin: () => Draft;
}

/** Of each list its blocks, by number and kind. */
const BLOCKS = new WeakMap<unknown[], Map<string, Draft>>();

/**
 * The block of a number; a new one at the end of the list where there is none. The number is compared and never used as
 * a place in the list, so it may be any number, or missing. Whatever else is given counts as missing: nobody weighs what
 * is kept here.
 */
export function blockAt(list: unknown[], given: unknown, { name, begin }: BlockKind): Draft {
  const blocks = BLOCKS.get(list) ?? new Map<string, Draft>();
  const key = `${typeof given === 'number' ? given : ''} ${name}`;
  const known = blocks.get(key);
  if (known !== undefined) return known;
  const block = begin();
  push(list, block);
  blocks.set(key, block);
  BLOCKS.set(list, blocks);
  return block;
}

/** What pieces left out of a text that has since come whole. */
export function restOf(whole: string, told: string): string {
  return whole.length > told.length && whole.startsWith(told) ? whole.slice(told.length) : '';
}
