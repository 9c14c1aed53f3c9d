import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  builtInVersions,
  joinPrompts,
  joinVersions,
  withCriteria,
  withCriteriaOf,
} from '../../core/calibration/judge-prompt-versions.ts';
import { movedParts } from '../../core/calibration/moved-parts.ts';

describe('the version of a judge prompt', () => {
  it('differs by the callers’ own criteria, however these are held', () => {
    expect(withCriteria('aa', undefined)).toBe('aa');
    expect(withCriteria('aa', 'x')).toMatch(/^aa\+[0-9a-f]{8}$/);
    expect(withCriteria('aa', 'x')).not.toBe(withCriteria('aa', 'y'));
    expect(withCriteriaOf('aa', hash('sha256', 'x'))).toBe(withCriteria('aa', 'x'));
  });

  it('is named once a built-in prompt, however many criteria there were', () => {
    expect(joinPrompts(['bb', 'aa+1', 'aa+1'])).toBe('aa+1, bb');
    expect(joinPrompts(['aa+1', 'aa+2'])).toBe('aa+mixed');
    expect(joinPrompts(['aa', 'aa+2', 'bb'])).toBe('aa+mixed, bb');
    expect(builtInVersions('aa+mixed, bb')).toEqual(['aa', 'bb']);
    expect(joinVersions(['m#2', 'm#1', 'm#2'])).toBe('m#1, m#2');
  });
});

describe('a calibration of several versions', () => {
  const now = { judgePrompt: 'aa', versionOf: () => 'm#1' };
  const movedOf = (judgePrompt: string, model: string): unknown =>
    movedParts(
      {
        name: 'n',
        version: 1,
        date: '2026-11-22T14:05:09Z',
        judgePrompt,
        judges: { m: { model, flips: { pairs: 9, flipped: 1 } } },
      },
      now,
    );

  it('has moved where one of them is another than now', () => {
    expect(movedOf('aa+mixed', 'm#1')).toEqual({ judgePrompt: false, judges: [] });
    expect(movedOf('aa, bb', 'm#1, m#2')).toEqual({ judgePrompt: true, judges: ['m'] });
  });
});
