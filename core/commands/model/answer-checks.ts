import { isCalendarDate } from '../../manifests/load/calendar-date.ts';

/** What is wrong with an answer, in words that follow its name; undefined where nothing is. */
export type AnswerCheck = (answer: string) => string | undefined;

/** Stands for "leave it out" wherever an answer may be left out. */
export const NONE = 'none';

export function pattern(expression: RegExp, wanted: string): AnswerCheck {
  return (answer) => (expression.test(answer) ? undefined : `must be ${wanted}`);
}

export function oneOf(words: readonly string[]): AnswerCheck {
  return (answer) => (words.includes(answer) ? undefined : `must be one of: ${words.join(', ')}`);
}

export function wholeNumber(min: number, max: number): AnswerCheck {
  return (answer) => {
    const isWithin = /^\d{1,12}$/.test(answer) && Number(answer) >= min && Number(answer) <= max;
    return isWithin ? undefined : `must be a whole number from ${min} to ${max}, such as 32768`;
  };
}

/** US dollars per million tokens, as a manifest holds them. */
export const checkPrice: AnswerCheck = pattern(
  /^(0|[1-9]\d{0,4})(\.\d{1,6})?$/,
  'US dollars per million tokens, with at most six places, such as 0.15, or 0 where nothing is billed',
);

export const checkDay: AnswerCheck = (answer) =>
  /^20\d\d-\d\d-\d\d$/.test(answer) && isCalendarDate(answer)
    ? undefined
    : 'must be a day of the calendar as YYYY-MM-DD';

/** `0..2`, or `off`. */
export const checkRange: AnswerCheck = (answer) => {
  if (answer === 'off') return undefined;
  const bounds = rangeOf(answer);
  return bounds !== undefined && bounds[0] <= bounds[1]
    ? undefined
    : 'must be the least and the greatest value, such as 0..2, or off where the provider refuses it';
};

export function rangeOf(answer: string): readonly [number, number] | undefined {
  const [, min, max] = /^(\d{1,3}(?:\.\d{1,3})?)\.\.(\d{1,3}(?:\.\d{1,3})?)$/.exec(answer) ?? [];
  return min === undefined || max === undefined ? undefined : [Number(min), Number(max)];
}

export function orNone(check: AnswerCheck): AnswerCheck {
  return (answer) => {
    const wrong = answer === NONE ? undefined : check(answer);
    return wrong === undefined ? undefined : `${wrong}, or ${NONE}`;
  };
}
