import type { FinishReason, ModelReply, ReplyCall, WireFault } from '../../core/contract.ts';

/**
 * The value at a path of untrusted JSON; undefined if any step is missing or of another type. A step into a list is its
 * index in decimal.
 */
export function member(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** The elements of a list; none if the value is not a list. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a string, otherwise the empty string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** True for objects and lists. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The meaning of a provider's finish reasons. A reason that is not listed is an ordinary end. */
export type FinishReasons = ReadonlyMap<string, FinishReason | WireFault>;

export const MALFORMED: ModelReply = { fault: { code: 'malformed_reply' } };

/** A refusal with text is an answer, so that it can be read and compared. One without text is a fault. */
export function finishReply(
  finish: FinishReason | WireFault | undefined,
  text: string,
  thought: boolean,
  calls: readonly ReplyCall[] = [],
): ModelReply {
  if (typeof finish === 'object') return { fault: finish };
  const finishReason = finish ?? 'stop';
  if (finishReason === 'refused' && text === '' && calls.length === 0) return { fault: { code: 'refused' } };
  return { text, finishReason, thought, ...(calls.length > 0 && { calls }) };
}

/**
 * The parts of the answer in the output of a Responses reply. Newer models send commentary as separate messages. The answer
 * is then the final message.
 */
export function answerParts(output: readonly unknown[]): readonly unknown[] {
  const messages = output.filter((item) => member(item, 'type') === 'message');
  const final = messages.filter((item) => member(item, 'phase') === 'final_answer');
  return (final.length > 0 ? final : messages).flatMap((message) => items(member(message, 'content')));
}

/** The text of these parts, or the refusal in the model's own words if there is no other text. */
export function textOfParts(parts: readonly unknown[]): string {
  let [text, refusal] = ['', ''];
  for (const part of parts) {
    const type = member(part, 'type');
    if (type === 'output_text') text += textOf(member(part, 'text'));
    else if (type === 'refusal') refusal += textOf(member(part, 'refusal'));
  }
  return text || refusal;
}
