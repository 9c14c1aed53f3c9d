/** Checks the form of a value in untrusted JSON. */
export type Form = (value: unknown) => boolean;

export const isText: Form = (value) => typeof value === 'string';

/**
 * Credits, US dollars, milliseconds or tokens. JSON.parse reads 1e999 as infinity; the bound keeps sums finite.
 */
export const isAmount: Form = (value) =>
  typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;

export const isCount: Form = (value) => isAmount(value) && Number.isSafeInteger(value);

export function oneOf(...values: readonly unknown[]): Form {
  return (value) => values.includes(value);
}

export function optional(form: Form): Form {
  return (value) => value === undefined || form(value);
}

export function orNull(form: Form): Form {
  return (value) => value === null || form(value);
}

export function listOf(form: Form): Form {
  return (value) => Array.isArray(value) && value.every(form);
}

/** An object with any names of members. */
export function mapOf(form: Form): Form {
  return (value) => isObject(value) && Object.values(value).every(form);
}

/** An object with at least these members. */
export function objectOf(members: Readonly<Record<string, Form>>): Form {
  return (value) => isObject(value) && Object.entries(members).every(([name, form]) => form(value[name]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns undefined if the text is not such a line. */
export type LineReader<Line> = (text: string) => Line | undefined;

/** Reads lines of JSON that match one of the forms of `Line`. */
export function lineReader<Line>(forms: readonly Form[]): LineReader<Line> {
  return (text) => {
    try {
      const line: Line = JSON.parse(text);
      return forms.some((form) => form(line)) ? line : undefined;
    } catch {
      return undefined;
    }
  };
}
