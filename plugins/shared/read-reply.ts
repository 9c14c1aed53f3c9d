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
