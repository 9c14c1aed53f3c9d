import type { StreamReader, StreamStep } from '../../../core/contract.ts';
import { member } from '../read-reply.ts';

/** A JSON object that a fold builds. It belongs to one stream, so it is changed in place. */
export interface Draft {
  [name: string]: unknown;
}

/** A step that a fold still builds. */
export type DraftStep = { -readonly [Member in keyof StreamStep]: StreamStep[Member] };

/** True for a JSON object that is not a list. */
export function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, otherwise a new object. */
export function asDraft(value: unknown): Draft {
  return isDraft(value) ? value : {};
}

/** The object that is a member of another. It is made if it is missing. */
export function draftIn(draft: Draft, name: string): Draft {
  const inner = asDraft(draft[name]);
  draft[name] = inner;
  return inner;
}

/** The list that is a member of an object. It is made if it is missing. */
export function listIn(draft: Draft, name: string): unknown[] {
  const value = draft[name];
  const list: unknown[] = Array.isArray(value) ? value : [];
  draft[name] = list;
  return list;
}

/**
 * Sets every member that an event has. Many formats write null for a missing member, so null never replaces a value.
 * `__proto__` would not become a member.
 */
export function assign(draft: Draft, members: unknown, without?: ReadonlySet<string>): void {
  if (!isDraft(members)) return;
  for (const name of Object.keys(members)) {
    const value = members[name];
    const replaces = value !== null || !Object.hasOwn(draft, name);
    if (replaces && name !== '__proto__' && without?.has(name) !== true) draft[name] = value;
  }
}

/** Appends to a text. The engine joins texts as a tree, so the earlier text is not copied. */
export function append(draft: Draft, name: string, piece: string): void {
  const before = draft[name];
  draft[name] = typeof before === 'string' ? before + piece : piece;
}

/** More blocks, parts or items than any real reply has. A reply with more is not read. */
const MAX_BLOCKS = 512;

class TooManyBlocks extends Error {}

/** @throws TooManyBlocks if the list is full; see `boundedFold`. */
export function push(list: unknown[], block: unknown): void {
  if (list.length >= MAX_BLOCKS) throw new TooManyBlocks();
  list.push(block);
}

/** The members with the model and the usage of a reply, in all formats. */
const BILLING = ['model', 'modelVersion', 'trace', 'usage', 'usageMetadata'] as const;

/** Ends a reply that has too many blocks. It can no longer be read, but its cost is known. */
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

/** The kind of block that an event belongs to. */
export interface BlockKind {
  /** Distinguishes blocks that have the same number. */
  readonly name: string;
  /**
   * The members of a new block, for example because its start never came. They are not copied, so a constant has no lists
   * and no objects in it.
   */
  readonly start: Draft;
}

/** The blocks of each list, by number and kind. */
const BLOCKS = new WeakMap<unknown[], Map<string, Draft>>();

/**
 * The block of a number, or a new one at the end of the list. The number is compared and never used as a place in the
 * list, so it may be any number, or missing. A value of another type counts as missing, because the memory of the keys
 * kept here is not bounded.
 */
export function blockAt(list: unknown[], index: unknown, { name, start }: BlockKind): Draft {
  const blocks = BLOCKS.get(list) ?? new Map<string, Draft>();
  const key = `${typeof index === 'number' ? index : ''} ${name}`;
  const existing = blocks.get(key);
  if (existing !== undefined) return existing;
  const block = { ...start };
  push(list, block);
  blocks.set(key, block);
  BLOCKS.set(list, blocks);
  return block;
}

/** The rest of a whole text that its earlier pieces lack; empty if they are not its beginning. */
export function restOf(whole: string, earlier: string): string {
  return whole.startsWith(earlier) ? whole.slice(earlier.length) : '';
}

/** Longer than any model's longest answer; parsing it takes some milliseconds. */
const MAX_INPUT_LENGTH = 1_048_576;

/**
 * Turns the inputs of tools, which come as pieces of JSON text, into the values that a whole reply has. An input that is
 * not JSON stays text, which `readToolInput` refuses. All stay text if they are longer together than any answer.
 */
export function settleInputs(tools: readonly Draft[]): void {
  const open = tools.flatMap((tool) =>
    typeof tool['input'] === 'string' ? [{ tool, text: tool['input'] }] : [],
  );
  const length = open.reduce((sum, { text }) => sum + text.length, 0);
  if (length > MAX_INPUT_LENGTH) return;
  for (const { tool, text } of open) {
    try {
      const value: unknown = text === '' ? {} : JSON.parse(text);
      tool['input'] = value;
    } catch {
      // Stays text.
    }
  }
}
