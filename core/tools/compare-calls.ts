import { isRecord, sortMembers } from '../text/plain-json.ts';
import type { AnswerCall } from './answer-call.ts';

type ComparedCall = Pick<AnswerCall, 'name' | 'arguments'>;

/** Upper bound of the arguments of one answer, in UTF-16 code units. Parsing them takes well under a millisecond. */
const MAX_CHARACTERS = 8_192;

/**
 * Makes a key that two answers share if they call the same functions with equal arguments. Arguments are compared as JSON,
 * ignoring white space and the order of members. The order of the calls is ignored too, because they run together.
 * @returns undefined if there are no calls, or their arguments cannot be compared: see `plainArguments`.
 */
export function keyOfCalls(calls: readonly ComparedCall[]): string | undefined {
  const plain = plainArguments(calls);
  if (calls.length === 0 || plain.includes(undefined)) return undefined;
  return JSON.stringify(calls.map(({ name }, index) => `${name} ${plain[index]}`).toSorted());
}

/**
 * Writes the arguments of each call as JSON without white space and with members sorted by name. A text with a number that
 * JavaScript cannot represent exactly stays as it is.
 * @returns undefined for a text that is not a JSON object, and for all texts if they have over 8,192 characters together.
 */
export function plainArguments(calls: readonly ComparedCall[]): readonly (string | undefined)[] {
  const characters = calls.reduce((sum, { arguments: text }) => sum + text.length, 0);
  return calls.map(({ arguments: text }) => (characters > MAX_CHARACTERS ? undefined : plainObject(text)));
}

function plainObject(text: string): string | undefined {
  if (text.trim() === '') return '{}';
  let isExact = true;
  try {
    const value: unknown = JSON.parse(text, (_name, inner: unknown) => {
      if (typeof inner === 'number') isExact &&= isExactNumber(inner);
      return isRecord(inner) ? sortMembers(inner) : inner;
    });
    if (!isRecord(value)) return undefined;
    return isExact ? JSON.stringify(value) : text;
  } catch {
    return undefined;
  }
}

function isExactNumber(number: number): boolean {
  return Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
}
