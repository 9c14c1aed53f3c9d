import {
  Base64Slot,
  type Json,
  type JsonPointer,
  type TextBlock,
  type Turn,
  type WireBody,
  type WireJson,
} from '../../core/contract.ts';

/**
 * Sets the value of each pointer in the body, in the order of the map. Missing objects on the way are made. A list is
 * appended to an existing one, so that a provider's own tools do not replace the caller's functions.
 * @throws Error if a pointer leads through a list, a file or a plain value, so the manifest and the plugin disagree.
 */
export function setFields(body: WireBody, fields: ReadonlyMap<JsonPointer, Json>): WireBody {
  let result = body;
  for (const [pointer, value] of fields) {
    // Before the first slash is no step.
    const steps = pointer.split('/').slice(1);
    result = setAt(result, steps, { pointer, value });
  }
  return result;
}

interface Setting {
  readonly pointer: JsonPointer;
  readonly value: Json;
}

function setAt(node: WireBody, [step = '', ...below]: readonly string[], setting: Setting): WireBody {
  // RFC 6901 section 4: `~1` first, so that `~01` stays `~1`.
  const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
  const { pointer, value } = setting;
  const before = Object.hasOwn(node, key) ? node[key] : undefined;
  // A computed key makes an own member, even for `__proto__`, so no pointer changes a prototype.
  if (below.length === 0)
    return { ...node, [key]: Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value };
  if (before !== undefined && !isPlainObject(before)) {
    throw new Error(
      `The field ${pointer} leads through ${key}, which the plugin fills with something else: correct the manifest's pointer.`,
    );
  }
  return { ...node, [key]: setAt(before ?? {}, below, setting) };
}

function isPlainObject(value: WireJson): value is WireBody {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Base64Slot)
  );
}

/** The object without its undefined members. */
export function withoutUndefined(members: WireBody): { readonly [key: string]: WireJson } {
  const body: Record<string, WireJson> = {};
  for (const [key, value] of Object.entries(members)) if (value !== undefined) body[key] = value;
  return body;
}

/**
 * Leaves out blank blocks, which several providers refuse. The breakpoint of a blank block moves to the block before it.
 */
export function withoutBlank<Block extends TextBlock>(blocks: readonly Block[]): readonly Block[] {
  const visible: Block[] = [];
  for (const block of blocks) {
    if (block.text.trim() !== '' || 'calls' in block || 'results' in block) visible.push(block);
    else if (block.cacheBreakpoint)
      visible.push(...visible.splice(-1).map((last) => ({ ...last, cacheBreakpoint: true })));
  }
  return visible;
}

/** Joins the system blocks with blank lines; undefined if all of them are blank. */
export function joinSystem(blocks: readonly TextBlock[]): string | undefined {
  const texts = blocks.map(({ text }) => text).filter((text) => text.trim() !== '');
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

/** Neighbouring turns of one speaker. */
export interface Message {
  readonly role: Turn['role'];
  readonly turns: readonly Turn[];
}

/**
 * Groups turns so that the roles alternate, for formats that require it. These formats refuse blank turns, so blank turns
 * are left out, except the last turn.
 */
export function mergeTurns(turns: readonly Turn[]): readonly Message[] {
  const groups: { readonly role: Turn['role']; readonly turns: Turn[] }[] = [];
  for (const turn of [...withoutBlank(turns.slice(0, -1)), ...turns.slice(-1)]) {
    const last = groups.at(-1);
    if (last?.role === turn.role) last.turns.push(turn);
    else groups.push({ role: turn.role, turns: [turn] });
  }
  return groups;
}
