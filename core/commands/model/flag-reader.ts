import { ArgumentError } from '../../argument-error.ts';

/** Leaves a fact out, where it may be left out. */
export const NONE = 'none';

/** Reads flags one by one, and names everything that is missing or wrong in one error. */
export class FlagReader {
  readonly #textOf: (option: string) => string | undefined;
  readonly #missing: string[] = [];
  readonly #wrong: string[] = [];

  constructor(textOf: (option: string) => string | undefined) {
    this.#textOf = textOf;
  }

  /** Undefined also for `none`. */
  text(option: string, fallback?: string): string | undefined {
    const text = this.#textOf(option) ?? fallback;
    return text === NONE ? undefined : text;
  }

  /** An empty text where the flag is missing, which is remembered. */
  requiredText(option: string): string {
    return this.#textOf(option) ?? this.missing(option, '');
  }

  /** @param meaning in words that follow "must be". */
  matching(option: string, pattern: RegExp, meaning: string): string | undefined {
    const text = this.text(option);
    if (text === undefined || pattern.test(text)) return text;
    return this.wrong(option, `must be ${meaning}`, undefined);
  }

  /** A whole number; its bounds are for the checks of a manifest. */
  count(option: string): number | undefined {
    const text = this.matching(option, /^\d{1,12}$/, 'a whole number, such as 32768');
    return text === undefined ? undefined : Number(text);
  }

  choice<const Word extends string>(option: string, words: readonly Word[]): Word | undefined {
    const text = this.text(option);
    const word = words.find((each) => each === text);
    if (text === undefined || word !== undefined) return word;
    return this.wrong(option, `must be one of: ${words.join(', ')}`, undefined);
  }

  isSet(option: string): boolean {
    return this.#textOf(option) !== undefined;
  }

  /** Notes a missing flag, and returns a placeholder. */
  missing<T>(option: string, standIn: T): T {
    this.#missing.push(`--${option}`);
    return standIn;
  }

  /** Notes an error, in words that follow the flag, and returns a placeholder. */
  wrong<T>(option: string, words: string, standIn: T): T {
    this.#wrong.push(`--${option} ${words}`);
    return standIn;
  }

  /** @throws ArgumentError with everything that was missing or wrong. */
  refuse(): void {
    const missing = this.#missing.length === 0 ? [] : [`Missing: ${this.#missing.join(', ')}`];
    const problems = [...missing, ...this.#wrong];
    if (problems.length > 0) throw new ArgumentError(problems.join('\n'));
  }
}
