/** The name of the schema, or of the tool that a model must call. Every format allows letters, digits, `_` and `-`. */
export const OUTPUT_NAME = 'structured_output';

export const OUTPUT_TOOL_DESCRIPTION = 'Records the whole answer. Call it exactly once.';

/** The JSON text of a tool call's input; undefined if it is unusable. */
export function readToolInput(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  try {
    return JSON.stringify(input);
  } catch {
    // JSON.parse accepts nesting that overflows the stack of JSON.stringify.
    return undefined;
  }
}
