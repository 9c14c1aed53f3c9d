/** Name of the schema, or of the one tool a model must call; every format allows letters, digits, `_` and `-`. */
export const OUTPUT_NAME = 'structured_output';

export const OUTPUT_TOOL_DESCRIPTION = 'Records the whole answer. Call it exactly once.';

/** The JSON text of a tool call's input; undefined where there is no usable input. */
export function readToolInput(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  try {
    return JSON.stringify(input);
  } catch {
    // JSON.parse takes nesting that overflows JSON.stringify's stack.
    return undefined;
  }
}
