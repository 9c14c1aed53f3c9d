import { hash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSlots } from '../../core/text/json-slots.ts';
import { likelyTokens } from '../../core/text/likely-tokens.ts';
import {
  bytesOf,
  digestOf,
  isBlank,
  joinTexts,
  jsonOf,
  partsOf,
  SharedText,
  sharePart,
  tokensOf,
  wholeText,
  type Text,
} from '../../core/text/shared-text.ts';
import {
  MAX_CRITERIA_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  placeTexts,
  takeTexts,
} from '../../core/text/take-texts.ts';
import schema from '../../codegen/schemas/prompt-request.schema.json' with { type: 'json' };

const written = (pieces: readonly Uint8Array[]): unknown =>
  JSON.parse(Buffer.concat([...pieces]).toString('utf8'));
const anyText = fc.string({ unit: 'binary', maxLength: 600 });
const shared = (text: string): SharedText => new SharedText([sharePart(text)]);
/** Some long, some short. */
const anyTexts = fc.array(fc.record({ text: anyText, isLong: fc.boolean() }), { maxLength: 6 });

describe('a long text', () => {
  it('is written into a JSON text like a string, alone and joined with others', () => {
    fc.assert(
      fc.property(anyTexts, anyText, (drawn, separator) => {
        const strings = drawn.map(({ text }) => text);
        const texts = drawn.map(({ text, isLong }): Text => (isLong ? shared(text) : text));
        const joined = joinTexts(texts, separator);
        const value = { texts, joined, [separator]: 'x' };
        const whole = { texts: strings, joined: strings.join(separator), [separator]: 'x' };
        expect(written(jsonOf(value))).toEqual(JSON.parse(JSON.stringify(whole)));
        expect(wholeText(partsOf(joined))).toBe(strings.join(separator));
        expect(typeof joined === 'string').toBe(!drawn.some(({ isLong }) => isLong));
      }),
    );
  });

  it('is measured and recognised as a string is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const long = shared(text);
        expect(bytesOf(long)).toBe(Buffer.byteLength(text));
        expect(tokensOf(long)).toBe(likelyTokens(text));
        for (const one of [text, long]) expect(digestOf(one)).toBe(hash('sha256', text));
      }),
    );
    const joined = joinTexts(['a', shared('b'), 'c'], '-');
    expect([bytesOf(joined), digestOf(joined)]).toEqual([5, hash('sha256', 'a-b-c')]);
  });

  it('is blank if the same string is', () => {
    const blank = shared(' \n\u2003'.repeat(200));
    expect(
      [blank, joinTexts([blank, blank], ' '), joinTexts([blank, 'a'], ' '), shared('a')].map(isBlank),
    ).toEqual([true, true, false, false]);
  });

  it('is not copied into JSON that contains it', () => {
    const part = sharePart('x'.repeat(1_000));
    const pieces = jsonOf({ text: joinTexts(['before', new SharedText([part])], ' ') });
    expect(pieces.filter((piece) => piece === part.json)).toHaveLength(1);
  });

  it('is never written by JSON.stringify alone', () => {
    expect(() => JSON.stringify({ text: shared('x') })).toThrow('jsonOf');
  });
});

describe('slots', () => {
  it('are filled at every place of their placeholders', () => {
    const slots = new JsonSlots();
    const [one, two] = ['one', 'two'].map((text) => slots.addText(() => [Buffer.from(text)]));
    const json = JSON.stringify({
      [`a ${two}`]: `${one}${two} and ${one}`,
      dropped: slots.addText(() => []),
    });
    expect(written(slots.fill(json))).toEqual({ 'a two': 'onetwo and one', dropped: '' });
  });

  it('are not left out if a placeholder was altered', () => {
    const slots = new JsonSlots();
    const placeholder = slots.addText(() => [Buffer.from('a prompt')]);
    for (const altered of [placeholder.slice(0, -2), `${placeholder.slice(0, -1)}1`])
      expect(() => slots.fill(JSON.stringify([altered]))).toThrow('altered');
  });

  it('are refused if there are more than a placeholder can number', () => {
    const slots = new JsonSlots();
    for (let count = 0; count < 65_536; count += 1) slots.addText(() => []);
    expect(() => slots.addText(() => [])).toThrow('65536');
  });

  it('do not change text that only looks like a placeholder', () => {
    const slots = new JsonSlots();
    const forged = `${'0'.repeat(32)}0000`;
    slots.addText(() => [Buffer.from('secret')]);
    expect(written(slots.fill(JSON.stringify({ forged })))).toEqual({ forged });
  });
});

describe('takeTexts', () => {
  const long = 'é'.repeat(300);

  it('takes the texts of a request and nothing else, and placeTexts puts them back', () => {
    const body = {
      prompt: long,
      judge_prompt: long,
      system_prompt: [{ type: 'text', text: long }, 'odd', { text: 'short' }],
      history: [{ role: 'user', content: long }, null],
      answers: [{ text: long }],
      models: [long],
      model_tuning: { x: { cachedContent: long } },
    };
    const before = structuredClone(body);
    const { texts, problems } = takeTexts(body);
    expect([texts.length, problems]).toEqual([5, []]);
    expect(JSON.stringify(body)).toContain(long);
    expect(JSON.stringify(body).length).toBeLessThan(JSON.stringify(before).length);
    placeTexts(body, structuredClone(texts));
    expect(body.prompt).toBeInstanceOf(SharedText);
    expect(written(jsonOf(body))).toEqual(before);
  });

  it('has the bounds of the request’s schema', () => {
    const { prompt, judge_prompt, system_prompt } = schema.properties;
    const { SystemPromptBlock, HistoryElement } = schema.definitions;
    const bounds = [
      prompt.maxLength,
      system_prompt.oneOf[0]?.maxLength,
      SystemPromptBlock.properties.text.maxLength,
      HistoryElement.properties.content.maxLength,
    ];
    expect(new Set(bounds)).toEqual(new Set([MAX_TEXT_CHARACTERS]));
    expect(judge_prompt.maxLength).toBe(MAX_CRITERIA_CHARACTERS);
  });

  it('refuses a text past its bound, and leaves none of it', () => {
    const body = {
      prompt: 'x',
      history: [{ content: 'y' }, { content: 'x'.repeat(MAX_TEXT_CHARACTERS + 1) }],
    };
    const { problems } = takeTexts(body);
    expect(problems).toMatchObject([{ pointer: '/history/1/content', code: 'length' }]);
    expect(JSON.stringify(body).length).toBeLessThan(1_000);
  });

  it('does not work on a list that is refused for its length', () => {
    const history = Array.from({ length: 201 }, () => ({ content: long }));
    expect(takeTexts({ history }).texts).toHaveLength(0);
    expect(takeTexts({ history: history.slice(1) }).texts).toHaveLength(200);
  });
});
