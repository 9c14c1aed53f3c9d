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
 * The body with each pointer's value set, in the map's order. Objects that are missing on the way are made. A list is
 * added to one that is there, so that a provider's own tools stand beside the caller's functions.
 * @throws where a pointer leads through a list, a file or a plain value: then the manifest and the plugin disagree.
 */
export function setFields(body: WireBody, fields: ReadonlyMap<JsonPointer, Json>): WireBody {
  let result = body;
  for (const [pointer, value] of fields) result = setAt(result, { pointer, depth: 1, value });
  return result;
}

interface Setting {
  readonly pointer: JsonPointer;
  /** Index of the step to take; step 0 is the empty text before the first slash. */
  readonly depth: number;
  readonly value: Json;
}

function setAt(node: WireBody, setting: Setting): WireBody {
  const steps = setting.pointer.split('/');
  const key = unescaped(steps[setting.depth] ?? '');
  const child = Object.hasOwn(node, key) ? node[key] : undefined;
  if (setting.depth >= steps.length - 1) return { ...node, [key]: joined(child, setting.value) };
  if (child !== undefined && !isPlainObject(child)) {
    throw new Error(
      `The field ${setting.pointer} leads through ${key}, which the plugin fills with something else: correct the manifest's pointer.`,
    );
  }
  // A computed key makes an own member even for `__proto__`, so no pointer reaches a prototype.
  return { ...node, [key]: setAt(child ?? {}, { ...setting, depth: setting.depth + 1 }) };
}

function joined(before: WireJson | undefined, value: Json): WireJson {
  return Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
}

function isPlainObject(value: WireJson): value is WireBody {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Base64Slot)
  );
}

/** RFC 6901 section 4: `~1` first, so that `~01` stays `~1`. */
function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The object without the members that are undefined, so that a body says only what it means. */
export function withoutUndefined(members: WireBody): { readonly [key: string]: WireJson } {
  const kept: Record<string, WireJson> = {};
  for (const [key, value] of Object.entries(members)) if (value !== undefined) kept[key] = value;
  return kept;
}

export interface CacheableText {
  readonly text: string;
  readonly cacheBreakpoint: boolean;
}

/**
 * Leaves out blocks without a visible character, which several providers refuse; a breakpoint on one moves to the
 * block before it, where the cached prefix ends just as well.
 */
export function withoutBlank<Block extends CacheableText>(blocks: readonly Block[]): readonly Block[] {
  const kept: Block[] = [];
  for (const block of blocks) {
    if (block.text.trim() !== '' || hasCalls(block)) kept.push(block);
    else if (block.cacheBreakpoint)
      kept.push(...kept.splice(-1).map((last) => ({ ...last, cacheBreakpoint: true })));
  }
  return kept;
}

function hasCalls(block: CacheableText): boolean {
  return 'calls' in block || 'results' in block;
}

/** System blocks as one text with a blank line between; undefined where there is nothing to say. */
export function joinSystem(blocks: readonly TextBlock[]): string | undefined {
  const texts = withoutBlank(blocks).map((block) => block.text);
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

/** Neighbouring turns of one speaker. */
export interface Message {
  readonly role: Turn['role'];
  readonly turns: readonly Turn[];
}

/**
 * Groups turns so that the roles alternate, for formats that ask for it. Blank turns of the history, which those
 * formats refuse, are left out; the last turn always stays.
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
