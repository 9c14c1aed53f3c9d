import { expect, it } from 'vitest';
import {
  type KeyModels,
  MAX_MODEL_LISTS,
  staticJsonByModels,
} from '../../../core/http/answer/answer-by-models.ts';

function countedAnswers() {
  const written: string[] = [];
  const answerOf = staticJsonByModels((source: { readonly name: string }, { models }: KeyModels) => {
    const text = `${source.name} ${JSON.stringify(models)}`;
    written.push(text);
    return Buffer.from(text);
  });
  return { answerOf, written };
}

it('an answer is written once for each source and list of models', () => {
  const { answerOf, written } = countedAnswers();
  const [before, after] = [{ name: 'before' }, { name: 'after' }];
  const asked = [before, after, before].flatMap((source) =>
    [null, ['gpt-4o'], ['gpt-4o', 'claude-*'], ['gpt-4o']].map((models) => answerOf(source, { models })),
  );
  expect(written).toEqual([
    'before null',
    'before ["gpt-4o"]',
    'before ["gpt-4o","claude-*"]',
    'after null',
    'after ["gpt-4o"]',
    'after ["gpt-4o","claude-*"]',
  ]);
  expect(asked[1]).toBe(asked[3]);
  expect(asked[5]?.body.toString()).toBe('after ["gpt-4o"]');
});

it('only the lists that were asked for last are kept', () => {
  const { answerOf, written } = countedAnswers();
  const source = { name: 'one' };
  for (let list = 0; list < MAX_MODEL_LISTS; list += 1) answerOf(source, { models: [`model-${list}`] });
  answerOf(source, { models: ['model-0'] });
  answerOf(source, { models: ['another'] });
  expect(written).toHaveLength(MAX_MODEL_LISTS + 1);
  answerOf(source, { models: ['model-0'] });
  expect(written).toHaveLength(MAX_MODEL_LISTS + 1);
  answerOf(source, { models: ['model-1'] });
  expect(written).toHaveLength(MAX_MODEL_LISTS + 2);
});
