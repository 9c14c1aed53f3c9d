import { isJsonObject } from '../../manifests/load/json-values.ts';
import { NONE, oneOf, orNone, pattern, checkPrice, checkRange, wholeNumber } from './answer-checks.ts';
import type { Answers, Question } from './collect-answers.ts';
import type { ModelSurroundings } from './model-surroundings.ts';

const IMAGE_TYPES = ['png', 'jpeg', 'gif', 'webp'] as const;

/** What a model reads, takes and can do, and until when. */
export function abilities(around: ModelSurroundings): readonly Question[] {
  return [...inputs(around), ...caching()];
}

function inputs(around: ModelSurroundings): readonly Question[] {
  return [
    {
      option: 'images',
      asks: `Images it reads: ${IMAGE_TYPES.join(',')}, or none`,
      fallback: () => NONE,
      check: orNone(checkImages),
    },
    {
      option: 'image-tokens',
      asks: 'The most one image can cost, tokens',
      applies: (answers) => (answers.get('images') ?? NONE) !== NONE,
      check: wholeNumber(1, 10_000_000),
    },
    { option: 'pdf', asks: 'Reads PDFs: yes or no', fallback: () => 'no', check: oneOf(['yes', 'no']) },
    {
      option: 'pdf-page-tokens',
      asks: 'The most one PDF page can cost, tokens',
      applies: (answers) => answers.get('pdf') === 'yes',
      check: wholeNumber(1, 10_000_000),
    },
    {
      option: 'temperature',
      asks: 'Temperature it takes, or off',
      fallback: () => '0..2',
      check: checkRange,
    },
    { option: 'top-p', asks: 'top-p it takes, or off', fallback: () => '0..1', check: checkRange },
    {
      option: 'schema',
      asks: 'Who enforces a response schema: native, forcedTool or instruction',
      fallback: () => 'instruction',
      check: oneOf(['native', 'forcedTool', 'instruction']),
    },
    {
      option: 'tuning',
      asks: 'Tuning group, or none',
      applies: (answers) => around.tuningGroups(answers).size > 0,
      offers: (answers) => Promise.resolve([...around.tuningGroups(answers).keys()]),
      fallback: () => NONE,
      check: (answer, answers) => orNone(oneOf([...around.tuningGroups(answers).keys()]))(answer),
    },
    {
      option: 'price-search',
      asks: 'A thousand web searches, US dollars',
      applies: (answers) => around.tuningGroups(answers).get(answers.get('tuning') ?? NONE) === true,
      check: checkPrice,
    },
    {
      option: 'send',
      asks: 'Constants to send, as JSON by pointer such as {"/store":false}, or none',
      fallback: (answers) => around.sharedSend(answers) ?? NONE,
      check: orNone(checkConstants),
    },
  ];
}

function checkImages(answer: string): string | undefined {
  const types = answer.split(',');
  const known: readonly string[] = IMAGE_TYPES;
  return types.every((type) => known.includes(type)) && new Set(types).size === types.length
    ? undefined
    : `must be a list of ${IMAGE_TYPES.join(', ')} with commas between`;
}

/** `{"/store":false}`; what the pointers may be is the checks' business. */
function checkConstants(answer: string): string | undefined {
  try {
    if (isJsonObject(JSON.parse(answer)) && answer.length <= 4_096) return undefined;
  } catch {
    // Falls through: text that is no JSON is as wrong as JSON of another kind.
  }
  return 'must be a JSON object by pointer, such as {"/store":false}';
}

function caching(): readonly Question[] {
  const mode = (answers: Answers): string | undefined => answers.get('caching');
  return [
    {
      option: 'caching',
      asks: 'Caching: automatic, explicit, resource or none',
      fallback: (answers) => ((answers.get('price-cached-input') ?? NONE) === NONE ? NONE : 'automatic'),
      check: oneOf(['automatic', 'explicit', 'resource', NONE]),
    },
    {
      option: 'cache-min-tokens',
      asks: 'The least prompt that is cached, tokens, or none',
      applies: (answers) => mode(answers) !== NONE,
      fallback: (answers) => (mode(answers) === 'automatic' ? NONE : undefined),
      check: (answer, answers) => {
        const check = wholeNumber(1, 10_000_000);
        return mode(answers) === 'automatic' ? orNone(check)(answer) : check(answer);
      },
    },
    {
      option: 'cache-discount',
      asks: 'Discount on cached input promised to callers, such as 0.5, or none for the provider’s own price',
      applies: (answers) => mode(answers) !== NONE,
      fallback: () => NONE,
      check: orNone(pattern(/^0(\.\d{1,3})?$/, 'a factor below 1 with at most three places, such as 0.5')),
    },
  ];
}
