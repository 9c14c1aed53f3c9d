// The parts of a request as a record has it: JSON that any client may have sent.

export type Turn = { readonly role: 'user' | 'assistant'; readonly content: string };

/** @returns empty for what is neither a text nor a number. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The earlier turns of a conversation. */
export function turnsOf(value: unknown): readonly Turn[] {
  return listOf(value).flatMap((turn) => {
    const { role, content } = objectOf(turn);
    if ((role !== 'user' && role !== 'assistant') || typeof content !== 'string') return [];
    return [{ role, content }];
  });
}

/**
 * The system prompt as one text.
 * @param value a text, or blocks of it.
 */
export function systemText(value: unknown): string {
  if (!Array.isArray(value)) return textOf(value);
  return value.map((block) => textOf(objectOf(block)['text'])).join('\n');
}
