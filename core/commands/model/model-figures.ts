import { checkDay, NONE, orNone, checkPrice, wholeNumber } from './answer-checks.ts';
import type { Answers, Question } from './collect-answers.ts';

/** What a model costs and how much it takes. */
export function figures(today: string): readonly Question[] {
  return [...prices(today), ...limits()];
}

function prices(today: string): readonly Question[] {
  const price = (option: string, asks: string): Question => ({ option, asks, check: checkPrice });
  const optionalPrice = (option: string, asks: string): Question => ({
    option,
    asks: `${asks}, or none`,
    fallback: () => NONE,
    check: orNone(checkPrice),
  });
  return [
    price('price-input', 'Input, US dollars per million tokens'),
    price('price-output', 'Output, US dollars per million tokens'),
    optionalPrice('price-cached-input', 'A cached input token, US dollars per million'),
    optionalPrice('price-cache-write', 'A token written to the cache, US dollars per million'),
    {
      option: 'checked',
      asks: 'The day these prices were compared with the provider’s page',
      fallback: () => today,
      check: checkDay,
    },
  ];
}

function limits(): readonly Question[] {
  return [
    { option: 'context', asks: 'Context, tokens', check: wholeNumber(1_024, 100_000_000) },
    {
      option: 'max-output',
      asks: 'The most it gives out, tokens',
      check: (answer, answers) =>
        wholeNumber(16, 10_000_000)(answer) ??
        within(answer, answers, 'context', 'which holds input and output'),
    },
    {
      option: 'default-output',
      asks: 'Output cap where the caller gives none, tokens',
      fallback: (answers) => String(Math.min(8_192, Number(answers.get('max-output') ?? 8_192))),
      check: (answer, answers) =>
        wholeNumber(16, 10_000_000)(answer) ??
        within(answer, answers, 'max-output', 'the most the model gives'),
    },
  ];
}

function within(answer: string, answers: Answers, option: string, why: string): string | undefined {
  const max = answers.get(option);
  return max !== undefined && Number(answer) > Number(max)
    ? `must be at most ${max}: that is --${option}, ${why}`
    : undefined;
}
