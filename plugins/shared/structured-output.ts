import { type Draft, isDraft } from './streams/draft.ts';
import { jsonText } from './tools.ts';

/** The name of the schema, or of the tool that a model must call. Every format allows letters, digits, `_` and `-`. */
export const OUTPUT_NAME = 'structured_output';

export const OUTPUT_TOOL_DESCRIPTION = 'Records the whole answer. Call it exactly once.';

/** The JSON text of a tool call's input; undefined if it is unusable. */
export function readToolInput(input: unknown): string | undefined {
  return isDraft(input) ? jsonText(input) : undefined;
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
