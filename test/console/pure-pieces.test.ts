import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../core/console/form/build-request.ts';
import { EMPTY_DRAFT } from '../../core/console/form/draft.ts';
import { draftFrom } from '../../core/console/form/draft-from.ts';
import { endOf, matchesFilter, shortPrice, shortTokens } from '../../core/console/form/model-words.ts';
import {
  failureWords,
  fieldWords,
  missingVerdictWords,
  nameWords,
  statusWords,
  warningWords,
} from '../../core/client/plain-words.ts';
import { FAULTS } from '../../core/faults.ts';
import { placeLetter } from '../../core/console/run/place-letter.ts';
import { prettyJson } from '../../core/console/run/pretty-json.ts';
import { scaleFor } from '../../core/report/scale.ts';
import { shortCredits } from '../../core/console/shell/short-credits.ts';
import { sampleModel } from '../support/samples/sample-model.ts';

describe('JSON in lines', () => {
  it('stands as JSON.stringify would set it, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 4), (value, space) => {
        const json = JSON.stringify(value, undefined, space);
        expect(prettyJson(json)).toBe(JSON.stringify(value, undefined, 2));
      }),
    );
  });

  it('keeps what parsing would lose: long numbers, repeated keys, escapes', () => {
    const json = '{"id":12345678901234567890,"x":1e400,"x":-0.10,"t":"a\\"}{,:\\u0041"}';
    expect(prettyJson(json).split('\n')).toEqual([
      '{',
      '  "id": 12345678901234567890,',
      '  "x": 1e400,',
      '  "x": -0.10,',
      '  "t": "a\\"}{,:\\u0041"',
      '}',
    ]);
  });
});

describe('JSON that is nested deeply', () => {
  const DEPTH = 5_000;
  const json = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
  const text = prettyJson(json);

  it('is indented no further than 40 levels', () => {
    expect(text.length).toBeLessThan(json.length * 100);
    const indents = text.split('\n').map((line) => line.search(/\S/));
    expect(indents.slice(38, 43)).toEqual([76, 78, 80, 80, 80]);
    expect(Math.max(...indents)).toBe(80);
  });

  it('keeps every bracket', () => expect(text.replaceAll(/\s/g, '')).toBe(json));
});

describe('a scale', () => {
  it('holds every value and every tick between its ends, in order', () => {
    const values = fc.array(
      fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => (value < 1e-9 ? 0 : value)),
      {
        minLength: 1,
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(values, (given) => {
        const { at, ticks } = scaleFor(given);
        for (const value of given) {
          expect(at(value)).toBeGreaterThanOrEqual(-1e-9);
          expect(at(value)).toBeLessThanOrEqual(1 + 1e-9);
        }
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(24);
        expect(ticks.map((tick) => tick.at)).toEqual(
          ticks.map((tick) => tick.at).toSorted((one, other) => one - other),
        );
      }),
    );
  });

  it.each([
    [
      [0.5, 1.5],
      [0, 0.5, 1, 1.5, 2],
    ],
    [
      [0.001, 1],
      [0.001, 0.01, 0.1, 1, 10],
    ],
    [[0], [0, 0.5, 1, 1.5]],
    [
      [0, 1_000_000],
      [0, 500_000, 1_000_000, 1_500_000],
    ],
  ])('of %j has the ticks %j', (values, ticks) => {
    expect(scaleFor(values).ticks.map(({ value }) => Number(value.toPrecision(6)))).toEqual(ticks);
  });
});

describe('the request of a draft', () => {
  const account = { zeroDataRetention: false, cache: false };
  const form = { modelIds: new Set(['a']), zeroDataRetention: false };

  it('has no field that nobody filled in', () => {
    const draft = {
      ...EMPTY_DRAFT,
      prompt: 'hi',
      models: ['a'],
      judgePrompt: 'unused without judges',
      system: '  ',
    };
    expect(buildRequest(draft, account)).toEqual({ body: { prompt: 'hi', models: ['a'] }, errors: [] });
  });

  it('has tuning only of models that take part, judges among them', () => {
    const tuning = { a: { n: 1 }, j: { n: 2 }, gone: { n: 3 }, b: {} };
    const draft = { ...EMPTY_DRAFT, prompt: 'hi', models: ['a', 'b'], judges: ['j'], tuning };
    expect(buildRequest(draft, account).body).toMatchObject({ model_tuning: { a: { n: 1 }, j: { n: 2 } } });
  });

  it.each([
    [true, true, { zero_data_retention: true }],
    [true, false, { zero_data_retention: true }],
    [false, true, { zero_data_retention: false }],
    [false, false, {}],
  ])('with retention %s where the account has %s says %j', (zeroDataRetention, preference, expected) => {
    const draft = { ...EMPTY_DRAFT, prompt: 'hi', models: ['a'], zeroDataRetention };
    const {
      prompt: _prompt,
      models: _models,
      ...rest
    } = buildRequest(draft, { zeroDataRetention: preference, cache: false }).body;
    expect(rest).toEqual(expected);
  });

  it('asks for earlier answers only where the account has some, and finds its way back', () => {
    const draft = { ...EMPTY_DRAFT, prompt: 'hi', models: ['a'], earlierAnswers: true };
    expect(buildRequest(draft, account).body).toEqual({ prompt: 'hi', models: ['a'] });
    const { body } = buildRequest(draft, { ...account, cache: true });
    expect(body).toEqual({ prompt: 'hi', models: ['a'], cache: { maxAgeSeconds: 86_400 } });
    expect(draftFrom(body, form).draft).toEqual(draft);
    const other = { ...body, cache: { maxAgeSeconds: 60 } };
    expect(buildRequest(draftFrom(other, form).draft, account).body).toEqual(other);
  });

  it('says at which field a number or the schema is none', () => {
    const draft = {
      ...EMPTY_DRAFT,
      prompt: 'hi',
      models: ['a'],
      temperature: 'hot',
      topP: '0,5',
      maxTokens: '1e999',
      schema: '{',
    };
    const { body, errors } = buildRequest(draft, account);
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/generation_settings/temperature',
      '/generation_settings/maxTokens',
      '/response_schema',
    ]);
    expect(body).toMatchObject({ generation_settings: { topP: 0.5 } });
  });
});

it('answers are called by letters, after Z by two, and never two alike', () => {
  expect([0, 25, 26, 27, 51, 52].map(placeLetter)).toEqual(['A', 'Z', 'AA', 'AB', 'AZ', 'BA']);
  expect(new Set(Array.from({ length: 64 }, (_, index) => placeLetter(index))).size).toBe(64);
});

describe('the words for what the API names', () => {
  it.each([
    ['/generation_settings/topP', 'Top P'],
    ['/generation_settings/maxTokens', 'Max tokens'],
    ['/model_tuning/gpt-5.4/reasoningEffort', 'Reasoning effort'],
    ['/model_tuning', 'Tuning'],
    ['/response_schema', 'Answer format'],
    ['/history/0', 'Conversation'],
    ['/max_credits', 'Credit limit'],
    ['/zero_data_retention', 'Zero data retention'],
  ])('calls the field %s %s', (pointer, words) => {
    expect(fieldWords(pointer)).toBe(words);
  });

  it('has words for every fault, and for one that it does not know', () => {
    for (const code of Object.keys(FAULTS)) expect([code, failureWords(code)]).not.toContain('failed');
    expect(failureWords('new_fault')).toBe('failed');
    expect(failureWords('toString')).toBe('failed');
    expect(nameWords('constructor')).toBe('Constructor');
  });

  it('tells warnings, ends and missing verdicts', () => {
    expect(warningWords('topP is left out: not beside reasoningEffort')).toBe(
      'top p is left out: not beside reasoning effort',
    );
    expect(warningWords('xAI, OpenAI and an iPhone stay as they are')).toContain('xAI, OpenAI and an iPhone');
    expect(statusWords({ status: 'completed', finishReason: 'length' })).toBe('answered, cut at its cap');
    expect(statusWords({ status: 'completed', finishReason: 'refused' })).toBe('declined to answer');
    expect(statusWords({ status: 'failed' })).toBe('failed');
    expect(missingVerdictWords({ status: 'invalid' })).toBe('its answer had no readable verdict');
    const error = { code: 'rate_limited', message: '', retryable: true } as const;
    expect(missingVerdictWords({ status: 'failed', error })).toBe('too many requests for the provider');
  });
});

describe('the words for a model', () => {
  const model = sampleModel('aurora-vega-5', {
    provider: 'Aurora Labs',
    judge: 'primary',
    accepts: ['image/png', 'application/pdf'],
  });

  it.each([
    ['', true],
    ['  ', true],
    ['VEGA', true],
    ['labs pdf', true],
    ['efficient image judge', true],
    ['labs reasoning', false],
    ['vega.5', false],
  ])('answer to the filter %j: %s', (filter, expected) => {
    expect(matchesFilter(model, filter)).toBe(expected);
  });

  it.each([
    [{}, '2027-01-13T23:59:59Z', undefined],
    [{ shutdown: '2027-01-14' }, '2027-01-13T23:59:59Z', 'ends 2027-01-14'],
    [{ shutdown: '2027-01-14' }, '2027-01-14T00:00:00Z', 'ended 2027-01-14'],
    [{ shutdown: '2027-01-14', successor: 'b' }, '2027-01-13T23:59:59Z', 'ends 2027-01-14, use b'],
    [{ shutdown: '2027-01-14', successor: 'b' }, '2027-01-14T00:00:00Z', 'ended 2027-01-14, use b'],
    [
      { shutdown: '2027-01-14', successor: 'b', onShutdown: 'successor' },
      '2027-01-13T23:59:59Z',
      'ends 2027-01-14, then b',
    ],
    [
      { shutdown: '2027-01-14', successor: 'b', onShutdown: 'successor' },
      '2027-01-14T00:00:00Z',
      'ended 2027-01-14, runs b',
    ],
  ] as const)('say of the end %j at %s: %s', (facts, now, words) => {
    const nowMs = Date.parse(now);
    expect(endOf({ ...model, ...facts }, nowMs)).toBe(words);
  });

  it.each([
    [200, '200'],
    [131_072, '131K'],
    [1_048_576, '1M'],
    [2_000_000, '2M'],
    [1_100_000, '1.1M'],
  ])('make of %i tokens %s', (tokens, expected) => {
    expect(shortTokens(tokens)).toBe(expected);
  });

  it.each([
    [0, '$0'],
    [0.035, '$0.035'],
    [0.5, '$0.50'],
    [25, '$25.00'],
  ])('make of %f dollars %s', (usd, expected) => {
    expect(shortPrice(usd)).toBe(expected);
  });

  it.each([
    [2_211.132588, 'ceil', '2,211.14'],
    [9_990.379, 'floor', '9,990.37'],
    [0.001, 'ceil', '0.01'],
    [1e-7, 'floor', '0.00'],
  ] as const)('make of %f credits, rounded %s, %s', (credits, mode, expected) => {
    expect(shortCredits(credits, mode)).toBe(expected);
  });
});
