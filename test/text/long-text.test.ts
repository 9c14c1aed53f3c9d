import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, markOf, spliceTexts, textsIn, type TextStore } from '../../core/text/long-text.ts';
import { newBatch, shelve, shelveIfLong, unshelve } from '../../core/text/shelve-text.ts';
import { MAX_CRITERIA_CHARACTERS, MAX_TEXT_CHARACTERS, takeTexts } from '../../core/text/take-texts.ts';
import schema from '../../codegen/schemas/prompt-request.schema.json' with { type: 'json' };

const written = (pieces: readonly Uint8Array[]): unknown =>
  JSON.parse(Buffer.concat(pieces).toString('utf8'));
const anyText = fc.string({ unit: 'binary', maxLength: 600 });

/** Each text under a mark of its own. */
function storeOf(texts: readonly string[]): { readonly marks: readonly string[]; readonly store: TextStore } {
  const batch = newBatch();
  const marks = texts.map((_text, index) => markOf(batch, index));
  return { marks, store: new Map(texts.map((text, index) => [marks[index] ?? '', shelve(text)])) };
}

describe('long texts', () => {
  it('come out of a JSON text as they were, wherever their marks stand', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 4 }), anyText, (texts, between) => {
        const { marks, store } = storeOf(texts);
        const value = { a: marks[0], b: [marks.join(between), between], [between]: 'x' };
        const whole = { a: texts[0], b: [texts.join(between), between], [between]: 'x' };
        expect(written(spliceTexts(JSON.stringify(value), store))).toEqual(JSON.parse(JSON.stringify(whole)));
        expect(bytesOf(marks.join(between), store)).toBe(
          texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) +
            Buffer.byteLength(between) * (texts.length - 1),
        );
        expect(unshelve(marks.join(between), textsIn(marks.join(between), store))).toBe(texts.join(between));
      }),
    );
  });

  it('are not copied into the bodies that hold them', () => {
    const { marks, store } = storeOf(['x'.repeat(1_000)]);
    const pieces = spliceTexts(JSON.stringify({ text: marks[0] }), store);
    expect(pieces.filter((piece) => piece === store.get(marks[0] ?? '')?.json)).toHaveLength(1);
  });

  it('leaves what only looks like a mark alone', () => {
    const { store } = storeOf(['secret']);
    const forged = markOf('0'.repeat(32), 0);
    expect(written(spliceTexts(JSON.stringify({ forged }), store))).toEqual({ forged });
    expect(textsIn(forged, store).size).toBe(0);
  });

  it('keeps a short text as it is', () => {
    expect(shelveIfLong('short', 5)).toEqual({ text: 'short', texts: new Map() });
    const { text, texts } = shelveIfLong('longer', 5);
    expect(text).not.toBe('longer');
    expect(unshelve(text, texts)).toBe('longer');
  });
});

describe('takeTexts', () => {
  const long = 'é'.repeat(300);

  it('leaves marks for the texts of a request and nothing else', () => {
    const body = {
      prompt: long,
      judge_prompt: long,
      system_prompt: [{ type: 'text', text: long }, 'odd', { text: 'short' }],
      history: [{ role: 'user', content: long }, null],
      models: [long],
      model_tuning: { x: { cachedContent: long } },
    };
    const before = structuredClone(body);
    const { texts, problems } = takeTexts(body);
    expect([texts.size, problems]).toEqual([4, []]);
    expect(written(spliceTexts(JSON.stringify(body), texts))).toEqual(before);
    expect(JSON.stringify(body)).toContain(long);
    expect(JSON.stringify(body).length).toBeLessThan(JSON.stringify(before).length);
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
    expect(takeTexts({ history }).texts.size).toBe(0);
    expect(takeTexts({ history: history.slice(1) }).texts.size).toBe(200);
  });
});
