import type { Json, JsonObject, ModelCall, ToolFunction, Turn, WireBody } from '../../core/contract.ts';
import { isObject, items } from './read-reply.ts';

/** The schema of a function's arguments. Formats want one, with its type, also of a function that takes none. */
export function parametersOf({ parameters, strict }: ToolFunction): JsonObject {
  if (parameters !== undefined) return 'type' in parameters ? parameters : { type: 'object', ...parameters };
  return { type: 'object', properties: {}, ...(strict && { additionalProperties: false }) };
}

/**
 * Arguments in a reply as JSON text: an object, as whole replies of some formats have it, or the text that a stream's
 * pieces made.
 */
export function argumentsOf(input: unknown): string {
  if (typeof input === 'string') return input === '' ? '{}' : input;
  if (!isObject(input)) return '{}';
  try {
    return JSON.stringify(input);
  } catch {
    // JSON.parse takes nesting that overflows JSON.stringify's stack.
    return '{}';
  }
}

/** What an earlier reply gave as `carried`, for a format whose `carried` is an object. */
export function carriedIn(carried: Json | undefined): Readonly<Record<string, unknown>> {
  return isObject(carried) && !Array.isArray(carried) ? carried : {};
}

/** The blocks or items that go back before the call they led to. @param name of the member of `carried` with them. */
export function carriedBlocks(carried: Json | undefined, name: string): readonly WireBody[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was made of an earlier reply's JSON
  return items(carriedIn(carried)[name]).filter(isObject) as readonly WireBody[];
}

/** Functions that were called in earlier turns; for formats that want their tools named though none may be called now. */
export function calledFunctions({ turns }: ModelCall): readonly ToolFunction[] {
  const names = new Set(turns.flatMap(({ calls = [] }) => calls.map(({ name }) => name)));
  return [...names].map((name) => ({ name, strict: false }));
}

/** The assistant's turns since the user last spoke: the loop that is still running. */
export function runningLoop(turns: readonly Turn[]): readonly Turn[] {
  const asked = turns.findLastIndex(({ role, results }) => role === 'user' && results === undefined);
  return turns.slice(asked + 1).filter(({ role }) => role === 'assistant');
}
