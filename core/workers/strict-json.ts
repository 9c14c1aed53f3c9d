import type { FieldError, FieldErrorCode } from '../errors.ts';
import { pointerStep } from '../schema/json-pointer.ts';
import { locateSyntaxError } from './locate-syntax-error.ts';

/** Bounds that hold for every body, whatever its schema. */
const MAX_DEPTH = 64;
const MAX_VALUES = 100_000;
/** The largest request of the contract has some 5,000. The event loop copies and validates each of them. */
const MAX_KEYS = 8_192;
/** A text with more strings exceeds the bound on keys or on values. */
export const MAX_STRINGS = MAX_VALUES + 1 + MAX_KEYS;
export const TOO_MANY_VALUES: FieldError = {
  pointer: '',
  code: 'too_many_values',
  message: `a body may hold ${MAX_VALUES} values`,
};
/** Names that reach a prototype in careless code. No field of the contract has such a name. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

interface Frame {
  /** Keys seen so far; undefined for an array. */
  readonly keys: Set<string> | undefined;
  /** The key or index of the present member. */
  member: string | number;
  expectsKey: boolean;
}

type StrictJson = { readonly value: unknown } | { readonly problem: FieldError };

/**
 * Parses JSON that must mean the same to every reader. Beyond `JSON.parse` it refuses duplicate keys, ill-formed
 * UTF-8 and UTF-16, whole numbers that a double cannot hold exactly (`9007199254740993`), numbers past its range (`1e400`),
 * depth over 64, more than 100,000 values or 8,192 keys, and keys that name a prototype. Linear in the text.
 */
export function parseStrictJson(bytes: Uint8Array): StrictJson {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return problem([], 'ill_formed_text', 'the body is not well-formed UTF-8');
  }
  // This check comes first, so that ten million empty lists are refused before they become objects.
  const { boundProblem, firstProblem } = scan(text);
  if (boundProblem !== undefined) return boundProblem;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { line, column } = locateSyntaxError(text) ?? { line: 1, column: 1 };
    const place = `line ${line}, column ${column}`;
    return problem(
      [],
      'syntax',
      `the body is not one JSON value (RFC 8259): check commas, quotes and braces at ${place}`,
    );
  }
  return firstProblem ?? { value };
}

type Problem = { readonly problem: FieldError };

interface ScanResult {
  /** A bound is exceeded, and the walk ended there. It is reported even if the text is not JSON. */
  readonly boundProblem?: Problem | undefined;
  /** The first of all other problems. It means something only if the text is JSON. */
  readonly firstProblem?: Problem | undefined;
}

/** Walks a text to its end. It leaves the grammar to `JSON.parse`. */
function scan(text: string): ScanResult {
  const escapes = text.includes('\\u');
  const frames: Frame[] = [];
  let values = 0;
  let keys = 0;
  let firstProblem: Problem | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    const frame = frames.at(-1);
    if (character === '"') {
      let end = text.indexOf('"', index + 1);
      while (text[end - 1] === '\\' && isEscaped(text, end)) end = text.indexOf('"', end + 1);
      if (end === -1) break;
      if (frame?.keys !== undefined && frame.expectsKey) {
        keys += 1;
        if (keys > MAX_KEYS)
          return {
            boundProblem: problem(frames.slice(0, 1), 'too_many_values', `a body may hold ${MAX_KEYS} keys`),
          };
      }
      const stringProblem = readString(text.slice(index, end + 1), frames, escapes);
      firstProblem ??= stringProblem;
      index = end;
    } else if (character === '{' || character === '[') {
      if (frames.length === MAX_DEPTH)
        return { boundProblem: problem(frames, 'depth', `nesting is limited to ${MAX_DEPTH} levels`) };
      frames.push(
        character === '{'
          ? { keys: new Set(), member: '', expectsKey: true }
          : { keys: undefined, member: 0, expectsKey: false },
      );
    } else if (character === '}' || character === ']') {
      frames.pop();
    } else if (character === ',' && frame !== undefined) {
      values += 1;
      if (values > MAX_VALUES) return { boundProblem: { problem: TOO_MANY_VALUES } };
      if (typeof frame.member === 'number') frame.member += 1;
      else frame.expectsKey = true;
    } else if (character === '-' || (character !== undefined && character >= '0' && character <= '9')) {
      const end = numberEnd(text, index);
      if (!isExact(text.slice(index, end)))
        firstProblem ??= problem(
          frames,
          'number_range',
          'the number cannot be held exactly: use a smaller one',
        );
      index = end - 1;
    }
  }
  return { firstProblem };
}

/** @param raw with its quotes. @param escapes whether the text has any `\u`. */
function readString(raw: string, frames: readonly Frame[], escapes: boolean): Problem | undefined {
  const frame = frames.at(-1);
  const isKey = frame?.keys !== undefined && frame.expectsKey;
  if (!isKey) {
    const escaped = escapes && raw.includes('\\u');
    return escaped && !decodedString(raw).isWellFormed() ? illFormed(frames) : undefined;
  }
  const key = raw.includes('\\') ? decodedString(raw) : raw.slice(1, -1);
  const parents = frames.slice(0, -1);
  if (!key.isWellFormed()) return illFormed(parents);
  if (FORBIDDEN_KEYS.has(key))
    return problem([...parents, { ...frame, member: key }], 'forbidden_key', 'this name may not be a key');
  if (frame.keys.has(key))
    return problem(
      [...parents, { ...frame, member: key }],
      'duplicate_key',
      'the key stands twice: keep one',
    );
  frame.keys.add(key);
  frame.member = key;
  frame.expectsKey = false;
  return undefined;
}

/** Whether an odd number of backslashes precedes a quote. */
function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && '0123456789+-.eE'.includes(text.charAt(end))) end += 1;
  return end;
}

/** Rounding is accepted for fractions, as in all JSON, but not for whole numbers, which may be IDs. */
function isExact(source: string): boolean {
  const value = Number(source);
  if (!Number.isFinite(value)) return false;
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return true;
  const [mantissa = '', exponent = '0'] = source.split(/[eE]/, 2);
  const digits = mantissa.replace(/[-.]/g, '');
  const written = significant(digits);
  const [, decimals = ''] = mantissa.split('.', 2);
  const zerosAtEnd = digits.length - digits.indexOf(written) - written.length;
  const isFraction = Number(exponent) + zerosAtEnd < decimals.length;
  return isFraction || written === significant(String(BigInt(Math.abs(value))));
}

/** The digits without zeros at either end. */
function significant(digits: string): string {
  let start = 0;
  let end = digits.length;
  while (digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  return digits.slice(start, end);
}

/** @param raw with its quotes. @returns an empty string if the escapes are wrong, so that the text is not JSON. */
export function decodedString(raw: string): string {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}

function illFormed(frames: readonly Frame[]): Problem {
  return problem(
    frames,
    'ill_formed_text',
    'the text holds half of a surrogate pair: send well-formed Unicode',
  );
}

function problem(frames: readonly Frame[], code: FieldErrorCode, message: string): Problem {
  const pointer = frames.map((frame) => pointerStep(String(frame.member)).slice(0, 129)).join('');
  return { problem: { pointer: pointer.slice(0, 1_024).toWellFormed(), code, message } };
}
