import { expect, test } from 'vitest';
import { digestQuestion } from '../../core/workers/digest-body.ts';

const REQUEST = {
  prompt: 'Which is better?',
  models: ['vega-5'],
  generation_settings: { temperature: 0, maxTokens: 10 },
  response_schema: { type: 'object', properties: { reason: {}, verdict: {} } },
  cache: { maxAgeSeconds: 60 },
};
const questionOf = (changes: object): string | undefined =>
  digestQuestion({ ...REQUEST, ...changes }, [])?.question;

test('a schema with another order of members is another question', () => {
  const response_schema = { type: 'object', properties: { verdict: {}, reason: {} } };
  expect(questionOf({ response_schema })).not.toBe(questionOf({}));
});

test('settings in another order are the same question', () => {
  expect(questionOf({ generation_settings: { maxTokens: 10, temperature: 0 } })).toBe(questionOf({}));
});
