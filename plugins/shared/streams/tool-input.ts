import type { Draft } from './draft.ts';

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
