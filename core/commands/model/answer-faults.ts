import { isCalendarDate } from '../../manifests/load/calendar-date.ts';

/** What is wrong with an answer, in words that follow its name; undefined where nothing is. */
export type Fault = (answer: string) => string | undefined;

/** Stands for "leave it out" wherever an answer may be left out. */
export const NONE = 'none';

export function pattern(expression: RegExp, wanted: string): Fault {
  return (answer) => (expression.test(answer) ? undefined : `must be ${wanted}`);
}

export function oneOf(words: readonly string[]): Fault {
  return (answer) => (words.includes(answer) ? undefined : `must be one of: ${words.join(', ')}`);
}

export function wholeNumber(least: number, most: number): Fault {
  return (answer) => {
    const isWithin = /^\d{1,12}$/.test(answer) && Number(answer) >= least && Number(answer) <= most;
    return isWithin ? undefined : `must be a whole number from ${least} to ${most}, such as 32768`;
  };
}

/** US dollars per million tokens, as a manifest holds them. */
export const priceFault: Fault = pattern(
  /^(0|[1-9]\d{0,4})(\.\d{1,6})?$/,
  'US dollars per million tokens, with at most six places, such as 0.15, or 0 where nothing is billed',
);

export const dayFault: Fault = (answer) =>
  /^20\d\d-\d\d-\d\d$/.test(answer) && isCalendarDate(answer)
    ? undefined
    : 'must be a day of the calendar as YYYY-MM-DD';

/** `0..2`, or `off`. */
export const rangeFault: Fault = (answer) => {
  if (answer === 'off') return undefined;
  const bounds = rangeOf(answer);
  return bounds !== undefined && bounds[0] <= bounds[1]
    ? undefined
    : 'must be the least and the greatest value, such as 0..2, or off where the provider refuses it';
};

export function rangeOf(answer: string): readonly [number, number] | undefined {
  const [, least, most] = /^(\d{1,3}(?:\.\d{1,3})?)\.\.(\d{1,3}(?:\.\d{1,3})?)$/.exec(answer) ?? [];
  return least === undefined || most === undefined ? undefined : [Number(least), Number(most)];
}

export function orNone(fault: Fault): Fault {
  return (answer) => {
    const wrong = answer === NONE ? undefined : fault(answer);
    return wrong === undefined ? undefined : `${wrong}, or ${NONE}`;
  };
}
