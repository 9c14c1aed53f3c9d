import { describe, expect, it } from 'vitest';
import { prettyJson } from '../../../core/console/run/pretty-json.ts';

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
