import { checkDay, NONE, oneOf, orNone, pattern } from './answer-checks.ts';
import type { Answers, Question } from './collect-answers.ts';
import { abilities } from './model-abilities.ts';
import { figures } from './model-figures.ts';
import type { ModelSurroundings } from './model-surroundings.ts';

/** The flags of a model's questions, but for the one that names it. */
export const MODEL_OPTIONS: readonly string[] = [
  'upstream',
  'group',
  'judge',
  'price-input',
  'price-output',
  'price-cached-input',
  'price-cache-write',
  'checked',
  'context',
  'max-output',
  'default-output',
  'images',
  'image-tokens',
  'pdf',
  'pdf-page-tokens',
  'temperature',
  'top-p',
  'schema',
  'tuning',
  'price-search',
  'send',
  'caching',
  'cache-min-tokens',
  'cache-discount',
  'shutdown',
  'successor',
];

/** Everything a model's entry says, in the entry's order. */
export function modelQuestions(around: ModelSurroundings): readonly Question[] {
  return [...identity(around), ...figures(around.today), ...abilities(around), ...ending(around)];
}

function identity(around: ModelSurroundings): readonly Question[] {
  return [
    {
      option: 'upstream',
      asks: 'What the provider calls the model',
      ...(around.upstreamNames !== undefined && { offers: around.upstreamNames }),
      check: pattern(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,128}$/u, 'text of 1 to 128 characters on one line'),
    },
    {
      option: around.idOption,
      asks: 'Its public ID here',
      fallback: (answers) => suggestedId(answers, around),
      check: (answer, answers) => checkId(answer, answers, around),
    },
    {
      option: 'group',
      asks: 'Group: reasoning, fast or legacy',
      fallback: () => 'fast',
      check: oneOf(['reasoning', 'fast', 'legacy']),
    },
    {
      option: 'judge',
      asks: 'Recommended as a judge: primary, alternative, reasoning or none',
      fallback: () => NONE,
      check: oneOf(['primary', 'alternative', 'reasoning', NONE]),
    },
  ];
}

function ending(around: ModelSurroundings): readonly Question[] {
  return [
    {
      option: 'shutdown',
      asks: 'The day it is shut down, or none',
      fallback: () => NONE,
      check: orNone(checkDay),
    },
    {
      option: 'successor',
      asks: 'The ID of the model to name after that day, or none',
      applies: (answers) => answers.get('shutdown') !== NONE,
      fallback: () => NONE,
      check: orNone((id) =>
        around.takenAt(id) === undefined ? 'must be the ID of a model in the manifests' : undefined,
      ),
    },
  ];
}

function checkId(id: string, answers: Answers, around: ModelSurroundings): string | undefined {
  if (!/^[a-z0-9][a-z0-9.-]{0,63}$/.test(id))
    return 'must begin with a small letter or digit and hold only small letters, digits, dots and dashes, at most 64';
  const taken = around.takenAt(id);
  if (taken === undefined) return undefined;
  return `"${id}" is taken at ${taken}; choose another, such as ${around.providerOf(answers)}-${id}`;
}

/** The last part of the provider's own name, made fit to be an ID; none where that is taken. */
function suggestedId(answers: Answers, around: ModelSurroundings): string | undefined {
  const upstream = answers.get('upstream') ?? '';
  const id = upstream
    .slice(upstream.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[.-]+|-+$/g, '')
    .slice(0, 64);
  // Without the provider's own name there is nothing to suggest, and a flag left out is a flag missing.
  return id !== '' && checkId(id, answers, around) === undefined ? id : undefined;
}
