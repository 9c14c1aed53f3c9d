import { describe, expect, it } from 'vitest';
import { collectAnswers, type Answers } from '../../core/commands/model/collect-answers.ts';
import { MODEL_OPTIONS_HELP } from '../../core/commands/model/model.ts';
import { modelOfAnswers } from '../../core/commands/model/model-of-answers.ts';
import { MODEL_OPTIONS, modelQuestions } from '../../core/commands/model/model-questions.ts';
import type { ModelSurroundings } from '../../core/commands/model/model-surroundings.ts';

const AROUND: ModelSurroundings = {
  idOption: 'id',
  today: '2026-11-20',
  takenAt: (id) => (id === 'vega-5' ? 'aurora.yaml:32' : undefined),
  providerOf: () => 'aurora',
  tuningGroups: () =>
    new Map([
      ['effort', false],
      ['search', true],
    ]),
  sharedSend: () => undefined,
};
const LEAST = {
  upstream: 'labs/Vega 6_Mini',
  'price-input': '3',
  'price-output': '15',
  context: '400000',
  'max-output': '32000',
};

async function answersTo(given: Readonly<Record<string, string>>, around = AROUND): Promise<Answers> {
  return collectAnswers(
    modelQuestions(around),
    (option) => given[option],
    () => undefined,
  );
}

describe('the questions of a model', () => {
  it('have a flag each, which the help names', () => {
    const asked = modelQuestions(AROUND).map(({ option }) => option);
    expect(asked.toSorted()).toEqual([...MODEL_OPTIONS, 'id'].toSorted());
    for (const option of MODEL_OPTIONS) expect(MODEL_OPTIONS_HELP).toContain(`--${option} `);
  });

  it('need little to make a model', async () => {
    expect(modelOfAnswers(await answersTo(LEAST), 'id')).toEqual({
      id: 'vega-6-mini',
      upstream: 'labs/Vega 6_Mini',
      group: 'fast',
      price: { input: '3.00', output: '15.00', checked: '2026-11-20' },
      limits: { contextTokens: 400_000, outputTokens: 32_000, defaultOutputTokens: 8_192 },
      accepts: { images: [], pdf: false },
      sampling: { temperature: [0, 2], topP: [0, 1] },
      schemaEnforcement: 'instruction',
      caching: { mode: 'none' },
    });
  });

  it('tell everything a model may say', async () => {
    const answers = await answersTo({
      ...LEAST,
      id: 'vega-6',
      group: 'reasoning',
      judge: 'primary',
      'price-cached-input': '0.300',
      'price-cache-write': '3.75',
      checked: '2026-11-01',
      'default-output': '4096',
      images: 'webp,png',
      'image-tokens': '1500',
      pdf: 'yes',
      'pdf-page-tokens': '3000',
      temperature: 'off',
      'top-p': '0.01..1',
      schema: 'native',
      caching: 'explicit',
      'cache-min-tokens': '1024',
      'cache-discount': '0.5',
      tuning: 'search',
      'price-search': '14',
      send: '{"/store":false}',
      shutdown: '2027-04-01',
      successor: 'vega-5',
    });
    expect(modelOfAnswers(answers, 'id')).toEqual({
      id: 'vega-6',
      upstream: 'labs/Vega 6_Mini',
      group: 'reasoning',
      judge: 'primary',
      price: {
        input: '3.00',
        cachedInput: '0.30',
        cacheWrite: '3.75',
        output: '15.00',
        searchPerThousand: '14.00',
        checked: '2026-11-01',
      },
      limits: {
        contextTokens: 400_000,
        outputTokens: 32_000,
        defaultOutputTokens: 4_096,
        imageTokens: 1_500,
        pdfPageTokens: 3_000,
      },
      accepts: { images: ['image/png', 'image/webp'], pdf: true },
      sampling: { temperature: false, topP: [0.01, 1] },
      schemaEnforcement: 'native',
      caching: { mode: 'explicit', minTokens: 1_024, discount: '0.5' },
      tuning: 'search',
      send: { '/store': false },
      shutdown: '2027-04-01',
      successor: 'vega-5',
    });
  });

  it('ask for a successor only beside a shutdown, and it may be left out', async () => {
    expect((await answersTo(LEAST)).has('successor')).toBe(false);
    const ending = await answersTo({ ...LEAST, shutdown: '2027-04-01' });
    expect(modelOfAnswers(ending, 'id')).not.toHaveProperty('successor');
    const unknown = answersTo({ ...LEAST, shutdown: '2027-04-01', successor: 'vega-9' });
    await expect(unknown).rejects.toThrow('--successor must be the ID of a model in the manifests, or none');
  });

  it('have defaults that follow from other answers', async () => {
    const shared = { ...AROUND, sharedSend: () => '{"/store":false}' };
    const answers = await answersTo({ ...LEAST, 'price-cached-input': '0.3', 'max-output': '2000' }, shared);
    expect(modelOfAnswers(answers, 'id')).toMatchObject({
      caching: { mode: 'automatic' },
      limits: { defaultOutputTokens: 2_000 },
      send: { '/store': false },
    });
  });

  it('take a price of zero', async () => {
    const answers = await answersTo({ ...LEAST, 'price-input': '0', 'price-output': '0.00' });
    expect(modelOfAnswers(answers, 'id').price).toMatchObject({ input: '0', output: '0' });
  });

  it.each<[string, string, RegExp]>([
    ['id', 'vega-5', /--id "vega-5" is taken at aurora\.yaml:32; choose another, such as aurora-vega-5/],
    ['id', 'Vega', /--id must begin with a small letter or digit/],
    ['upstream', 'a\nb', /--upstream must be text of 1 to 128 characters/],
    ['group', 'quick', /--group must be one of: reasoning, fast, legacy/],
    ['price-input', '3,5', /--price-input must be US dollars per million tokens/],
    ['price-input', '0.0000001', /at most six places/],
    ['price-input', '100000', /--price-input/],
    ['price-cached-input', 'free', /--price-cached-input must be US dollars.*, or none$/],
    ['checked', '2026-02-30', /--checked must be a day of the calendar/],
    ['context', '1023', /--context must be a whole number from 1024/],
    ['max-output', '400001', /--max-output must be at most 400000: that is --context/],
    ['default-output', '32001', /--default-output must be at most 32000/],
    ['images', 'png,tiff', /--images must be a list of png, jpeg, gif, webp/],
    ['images', 'png,png', /--images/],
    ['image-tokens', '5', /--image-tokens says nothing/],
    ['images', 'png', /--image-tokens is missing/],
    ['pdf', 'true', /--pdf must be one of: yes, no/],
    ['temperature', '2..0', /--temperature must be the least and the greatest/],
    ['top-p', '1', /--top-p must be/],
    ['caching', 'explicit', /--cache-min-tokens is missing/],
    ['tuning', 'efort', /--tuning must be one of: effort, search, or none/],
    ['tuning', 'search', /--price-search is missing/],
    ['send', '[1]', /--send must be a JSON object/],
    ['send', '{/store: false}', /--send must be a JSON object/],
    ['shutdown', 'soon', /--shutdown must be a day/],
    ['successor', 'vega-5', /--successor says nothing/],
  ])('--%s %j is refused', async (option, value, message) => {
    await expect(answersTo({ ...LEAST, [option]: value })).rejects.toThrow(message);
  });
});
