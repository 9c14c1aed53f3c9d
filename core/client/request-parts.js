// The parts of a request as a record has it: JSON that any client may have sent.

/** @typedef {{ readonly role: 'user' | 'assistant', readonly content: string }} Turn */

/**
 * @param {unknown} value
 * @returns {string} Empty for what is neither a text nor a number.
 */
export function textOf(value) {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * @param {unknown} value
 * @returns {readonly unknown[]}
 */
export function listOf(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * @param {unknown} value
 * @returns {Readonly<Record<string, unknown>>}
 */
export function objectOf(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/**
 * The earlier turns of a conversation.
 * @param {unknown} value
 * @returns {readonly Turn[]}
 */
export function turnsOf(value) {
  return listOf(value).flatMap((turn) => {
    const { role, content } = objectOf(turn);
    if ((role !== 'user' && role !== 'assistant') || typeof content !== 'string') return [];
    return [{ role, content }];
  });
}

/**
 * The system prompt as one text.
 * @param {unknown} value A text, or blocks of it.
 * @returns {string}
 */
export function systemText(value) {
  if (!Array.isArray(value)) return textOf(value);
  return value.map((block) => textOf(objectOf(block)['text'])).join('\n');
}
