import type { Draft } from '../form/draft.ts';
import type { ReplaceDraft } from '../form/replace-draft.ts';
import { button, byId, element } from '../shell/element.ts';
import type { Preset } from './presets.ts';

interface Example {
  readonly name: string;
  /** The preset with its models and judges. */
  readonly preset: string;
  readonly draft: Partial<Draft>;
}

const REVIEW_SCHEMA = {
  type: 'object',
  properties: {
    sentiment: { type: 'string', enum: ['positive', 'mixed', 'negative'] },
    complaints: { type: 'array', items: { type: 'string' } },
  },
  required: ['sentiment', 'complaints'],
  additionalProperties: false,
};

const EXAMPLES: readonly Example[] = [
  {
    name: 'Explain something, and see who does it best',
    preset: 'Fast three, judged',
    draft: {
      prompt: 'Why is the sky blue? Explain it to a curious child of ten, in five sentences at most.',
      judgePrompt: 'The explanation has to be right, and a child of ten has to understand it.',
      schema: '',
    },
  },
  {
    name: 'Find a bug in a piece of code',
    preset: 'Flagships and two judges',
    draft: {
      prompt:
        'What is wrong with this function, and how would you mend it?\n\n```js\nfunction average(numbers) {\n  let sum = 0;\n  for (let i = 0; i <= numbers.length; i++) sum += numbers[i];\n  return sum / numbers.length;\n}\n```',
      judgePrompt: 'Every real bug counts; an invented one counts against the answer.',
      schema: '',
    },
  },
  {
    name: 'Read data out of a text, as JSON',
    preset: 'Fast three',
    draft: {
      prompt:
        'Read this review: "The room was lovely and the staff kind, but the lift was broken and breakfast was cold."',
      judgePrompt: '',
      schema: JSON.stringify(REVIEW_SCHEMA, undefined, 2),
    },
  },
];

/** Examples for a first request, each with the models of a preset. */
export function startExamples(replaceDraft: ReplaceDraft, presets: readonly Preset[]): void {
  byId('examples', HTMLElement).append(
    ...EXAMPLES.map(({ name, preset, draft }) =>
      element(
        'li',
        {},
        button(name, () => {
          const { selection } = presets.find((one) => one.name === preset) ?? presets[0] ?? {};
          replaceDraft({ ...draft, ...selection });
          byId('prompt', HTMLTextAreaElement).focus();
        }),
      ),
    ),
  );
}
