import type { Json, JsonObject, ToolFunction, Turn, WireBody } from '../../core/contract.ts';
import { isObject, items } from './read-reply.ts';
import { isDraft } from './streams/draft.ts';

/** The schema of a function's arguments. Formats require one with a type, even if the function takes none. */
export function parametersOf({ parameters, strict }: ToolFunction): JsonObject {
  if (parameters !== undefined) return 'type' in parameters ? parameters : { type: 'object', ...parameters };
  return { type: 'object', properties: {}, ...(strict && { additionalProperties: false }) };
}

/**
 * The arguments in a reply as JSON text. Whole replies of some formats have an object, and streams have pieces of text.
 */
export function argumentsOf(input: unknown): string {
  if (typeof input === 'string') return input === '' ? '{}' : input;
  return isObject(input) ? (jsonText(input) ?? '{}') : '{}';
}

/** The JSON text; undefined for nesting that JSON.parse accepts and that overflows the stack of JSON.stringify. */
function jsonText(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** The name of the schema, or of the tool that a model must call. Every format allows letters, digits, `_` and `-`. */
export const OUTPUT_NAME = 'structured_output';

export const OUTPUT_TOOL_DESCRIPTION = 'Records the whole answer. Call it exactly once.';

/** The JSON text of a tool call's input; undefined if it is unusable. */
export function readToolInput(input: unknown): string | undefined {
  return isDraft(input) ? jsonText(input) : undefined;
}

/** The `carried` of an earlier reply, for a format in which it is an object. */
export function carriedIn(carried: Json | undefined): Readonly<Record<string, unknown>> {
  return isObject(carried) && !Array.isArray(carried) ? carried : {};
}

/** The blocks or items that go back before the call that they led to. @param name of their member in `carried`. */
export function carriedBlocks(carried: Json | undefined, name: string): readonly WireBody[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from the JSON of an earlier reply
  return items(carriedIn(carried)[name]).filter(isObject) as readonly WireBody[];
}

/** The assistant's turns since the last text of the user: the loop of calls that still runs. */
export function runningLoop(turns: readonly Turn[]): readonly Turn[] {
  const lastQuestion = turns.findLastIndex(({ role, results }) => role === 'user' && results === undefined);
  return turns.slice(lastQuestion + 1).filter(({ role }) => role === 'assistant');
}
