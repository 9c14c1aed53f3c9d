import { describe, expect, it } from 'vitest';
import { createBreaker, type Evidence } from '../../core/upstream/provider-line.ts';

const RULES = { calls: 4, failedPercent: 50, openMs: 1_000 };

function breakerOf(rules = RULES) {
  let nowMs = 7_000;
  const breaker = createBreaker(rules, () => nowMs);
  const one = (evidence: Evidence): void => {
    const admission = breaker.admit();
    if (admission !== undefined) breaker.report(admission, evidence);
  };
  return {
    breaker,
    wait: (durationMs: number) => {
      nowMs += durationMs;
    },
    /** One attempt after the other: f failing, a answering, n nothing. */
    run: (evidences: string) => {
      const names = { f: 'failing', a: 'answering', n: 'nothing' } as const;
      for (const letter of evidences)
        if (letter === 'f' || letter === 'a' || letter === 'n') one(names[letter]);
      return breaker.state();
    },
  };
}

describe('the breaker', () => {
  it.each([
    ['fff', 'closed', 'before there were as many as are looked at'],
    ['ffff', 'open', 'where all failed'],
    ['afff', 'open', 'where more than the share failed'],
    ['affa', 'closed', 'where just the share failed'],
    ['aaaaaff', 'closed', 'for failures among older answers'],
    ['aaaaafff', 'open', 'once the older answers are out of sight'],
    ['nnnnnnnn', 'closed', 'for what we ended ourselves'],
    ['fnfnfnf', 'open', 'and does not count those in between'],
    ['fafafafafa', 'closed', 'where every second one failed'],
  ])('after %s is %s: %s', (evidences, expected) => {
    expect(breakerOf().run(evidences)).toBe(expected);
  });

  it('refuses at once while it is open, and lets one attempt through after that', () => {
    const { breaker, run, wait } = breakerOf();
    run('ffff');
    wait(999);
    expect([breaker.refuses(), breaker.admit()]).toEqual([true, undefined]);
    wait(1);
    expect([breaker.refuses(), breaker.admit()]).toEqual([false, 'probe']);
    expect([breaker.state(), breaker.refuses(), breaker.admit()]).toEqual(['halfOpen', true, undefined]);
  });

  it('closes over a probe that is answered, and has forgotten what was before', () => {
    const { run, wait } = breakerOf();
    run('ffff');
    wait(1_000);
    expect(run('a')).toBe('closed');
    expect(run('ff')).toBe('closed');
    expect(run('f')).toBe('open');
  });

  it('stays open for as long again over a probe that fails', () => {
    const { breaker, run, wait } = breakerOf();
    run('ffff');
    wait(1_000);
    expect(run('f')).toBe('open');
    wait(999);
    expect(breaker.refuses()).toBe(true);
    wait(1);
    expect(run('a')).toBe('closed');
  });

  it('lets the next attempt find out what a probe could not', () => {
    const { breaker, run, wait } = breakerOf();
    run('ffff');
    wait(1_000);
    expect(run('n')).toBe('halfOpen');
    expect(breaker.refuses()).toBe(false);
    expect(run('a')).toBe('closed');
  });

  it('lets a further probe through where one hangs, and believes whichever is answered', () => {
    const { breaker, run, wait } = breakerOf();
    run('ffff');
    wait(1_000);
    const hanging = breaker.admit();
    wait(1_000);
    const second = breaker.admit();
    expect([hanging, second]).toEqual(['probe', 'probe']);
    if (second !== undefined) breaker.report(second, 'answering');
    expect(breaker.state()).toBe('closed');
    if (hanging !== undefined) breaker.report(hanging, 'failing');
    expect(breaker.state()).toBe('closed');
  });

  it('does not let a probe that says nothing undo what a later one found', () => {
    const { breaker, run, wait } = breakerOf();
    run('ffff');
    wait(1_000);
    const hanging = breaker.admit();
    wait(1_000);
    run('f');
    if (hanging !== undefined) breaker.report(hanging, 'nothing');
    expect([breaker.state(), breaker.refuses()]).toEqual(['open', true]);
  });

  it.each<Evidence>(['answering', 'failing', 'nothing'])(
    'heeds no attempt that began before it opened and ends %s',
    (evidence) => {
      const { breaker, run, wait } = breakerOf();
      const early = [breaker.admit(), breaker.admit()];
      run('ffff');
      for (const admission of early.slice(1))
        if (admission !== undefined) breaker.report(admission, evidence);
      wait(999);
      expect(breaker.refuses()).toBe(true);
      wait(1);
      expect(breaker.admit()).toBe('probe');
      if (early[0] !== undefined) breaker.report(early[0], evidence);
      expect([breaker.state(), breaker.refuses()]).toEqual(['halfOpen', true]);
    },
  );
});
