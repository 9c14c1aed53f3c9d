import { describe, expect, it } from 'vitest';
import { EndingSource, whenFirstIsOver } from '../../core/upstream/ending.ts';
import { WatchedEnding } from '../support/watched-ending.ts';

describe('an ending', () => {
  it('calls back once, in the order asked, whoever else is called or leaves meanwhile', () => {
    const ending = new EndingSource();
    const called: string[] = [];
    ending.whenOver(() => {
      called.push('first');
      forgetThird();
      ending.whenOver(() => called.push('late'));
    });
    ending.whenOver(() => called.push('second'));
    const forgetThird = ending.whenOver(() => called.push('third'));
    expect([ending.isOver, called]).toEqual([false, []]);
    ending.end();
    ending.end();
    expect([ending.isOver, called]).toEqual([true, ['first', 'late', 'second']]);
  });

  it('is over at once for whoever asks afterwards', () => {
    const ending = new EndingSource();
    ending.end();
    let called = 0;
    ending.whenOver(() => (called += 1))();
    expect(called).toBe(1);
  });

  it.each([0, 1])('of several, %i comes first and is the only one that calls back', (which) => {
    const endings = [new WatchedEnding(), new WatchedEnding()];
    let called = 0;
    whenFirstIsOver(endings, () => (called += 1));
    endings[which]?.end();
    expect([called, ...endings.map(({ waiting }) => waiting)]).toEqual([1, 0, 0]);
    for (const ending of endings) ending.end();
    expect(called).toBe(1);
  });
});
