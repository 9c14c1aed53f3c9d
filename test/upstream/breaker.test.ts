import { afterEach, describe, expect, it, vi } from 'vitest';
import { Breaker, type Evidence } from '../../core/upstream/breaker.ts';
import { holdTimers } from '../support/held-timers.ts';
import { StopSource } from '../../core/upstream/stop-signal.ts';
import { WaitingRoom } from '../../core/upstream/waiting-room.ts';

const RULES = { calls: 4, failedPercent: 50, openMs: 1_000 };
const ACCOUNT = 1;

afterEach(() => vi.restoreAllMocks());

function breakerOf(rules = RULES, room = new WaitingRoom(8)) {
  let nowMs = 7_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const breaker = new Breaker(rules, room);
  const one = (evidence: Evidence, accountId: number): void => {
    const admission = breaker.admit(accountId);
    if (admission !== undefined) breaker.report(admission, accountId, evidence);
  };
  return {
    breaker,
    wait: (durationMs: number) => {
      nowMs += durationMs;
    },
    /** One attempt after the other: f failing, a answering, n nothing. */
    run: (evidences: string, accountId = ACCOUNT) => {
      const names = { f: 'failing', a: 'answering', n: 'nothing' } as const;
      for (const letter of evidences)
        if (letter === 'f' || letter === 'a' || letter === 'n') one(names[letter], accountId);
      return breaker.state;
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
    expect([breaker.refuses(ACCOUNT), breaker.admit(ACCOUNT)]).toEqual([true, undefined]);
    wait(1);
    expect([breaker.refuses(ACCOUNT), breaker.admit(ACCOUNT)]).toEqual([false, 'probe']);
    expect([breaker.state, breaker.refuses(ACCOUNT), breaker.admit(ACCOUNT)]).toEqual([
      'halfOpen',
      false,
      undefined,
    ]);
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
    expect(breaker.refuses(ACCOUNT)).toBe(true);
    wait(1);
    expect(run('a')).toBe('closed');
  });

  it('lets the next attempt find out what a probe could not', () => {
    const { breaker, run, wait } = breakerOf();
    run('ffff');
    wait(1_000);
    expect(run('n')).toBe('halfOpen');
    expect(breaker.refuses(ACCOUNT)).toBe(false);
    expect(run('a')).toBe('closed');
  });

  it('lets a further probe through where one hangs, and believes whichever is answered', () => {
    const { breaker, run, wait } = breakerOf();
    run('ffff');
    wait(1_000);
    const hanging = breaker.admit(ACCOUNT);
    wait(1_000);
    const second = breaker.admit(ACCOUNT);
    expect([hanging, second]).toEqual(['probe', 'probe']);
    if (second !== undefined) breaker.report(second, ACCOUNT, 'answering');
    expect(breaker.state).toBe('closed');
    if (hanging !== undefined) breaker.report(hanging, ACCOUNT, 'failing');
    expect(breaker.state).toBe('closed');
  });

  it('does not let a probe that says nothing undo what a later one found', () => {
    const { breaker, run, wait } = breakerOf();
    run('ffff');
    wait(1_000);
    const hanging = breaker.admit(ACCOUNT);
    wait(1_000);
    run('f');
    if (hanging !== undefined) breaker.report(hanging, ACCOUNT, 'nothing');
    expect([breaker.state, breaker.refuses(ACCOUNT)]).toEqual(['open', true]);
  });

  it.each<Evidence>(['answering', 'failing', 'nothing'])(
    'heeds no attempt that began before it opened and ends %s',
    (evidence) => {
      const { breaker, run, wait } = breakerOf();
      const early = [breaker.admit(ACCOUNT), breaker.admit(ACCOUNT)];
      run('ffff');
      for (const admission of early.slice(1))
        if (admission !== undefined) breaker.report(admission, ACCOUNT, evidence);
      wait(999);
      expect(breaker.refuses(ACCOUNT)).toBe(true);
      wait(1);
      expect(breaker.admit(ACCOUNT)).toBe('probe');
      if (early[0] !== undefined) breaker.report(early[0], ACCOUNT, evidence);
      expect([breaker.state, breaker.admit(ACCOUNT)]).toEqual(['halfOpen', undefined]);
    },
  );
});

describe('a call that meets a probe', () => {
  const opened = (room = new WaitingRoom(8)) => {
    const scene = breakerOf(RULES, room);
    scene.run('ff', ACCOUNT);
    // Three accounts' failures keep away everybody.
    for (const accountId of [2, 3]) scene.run('f', accountId);
    scene.wait(RULES.openMs);
    expect(scene.breaker.admit(ACCOUNT)).toBe('probe');
    return { ...scene, room };
  };

  it.each<[Evidence, ReturnType<ReturnType<typeof opened>['breaker']['admit']>, boolean]>([
    ['answering', 'call', false],
    ['failing', undefined, true],
    ['nothing', 'probe', false],
  ])(
    'waits for its end: after one that ends %s it is let through as %s',
    async (evidence, admitted, refused) => {
      const { breaker, room } = opened();
      const waited = breaker.waitForProbe(ACCOUNT, []);
      expect(room.waiting).toBe(1);
      breaker.report('probe', ACCOUNT, evidence);
      expect(await waited).toBe('acquired');
      expect(room.waiting).toBe(0);
      expect([breaker.refuses(ACCOUNT), breaker.admit(ACCOUNT)]).toEqual([refused, admitted]);
    },
  );

  it('waits no longer than its deadline, and not at all once that is over', async () => {
    const { breaker, room } = opened();
    const deadline = new StopSource();
    const waited = breaker.waitForProbe(ACCOUNT, [deadline]);
    deadline.stop();
    expect(await waited).toBe('ended');
    expect(await breaker.waitForProbe(ACCOUNT, [deadline])).toBe('ended');
    expect(room.waiting).toBe(0);
  });

  it('waits only where there is room, a quarter of it for each account', async () => {
    const { breaker } = opened();
    const waiting = [breaker.waitForProbe(ACCOUNT, []), breaker.waitForProbe(ACCOUNT, [])];
    expect(breaker.waitForProbe(ACCOUNT, [])).toBe('full');
    waiting.push(breaker.waitForProbe(2, []));
    breaker.report('probe', ACCOUNT, 'answering');
    expect(await Promise.all(waiting.map(async (one) => one))).toEqual(['acquired', 'acquired', 'acquired']);
  });

  const [ATTACKER, OTHER, THIRD] = [ACCOUNT, 2, 3];

  it('does not wait once calls of others open the breaker for all accounts', async () => {
    const room = new WaitingRoom(8);
    const { breaker, run, wait } = breakerOf({ ...RULES, calls: 20 }, room);
    run('f'.repeat(20), ATTACKER);
    wait(RULES.openMs);
    expect(breaker.admit(ATTACKER)).toBe('probe');
    const waited = breaker.waitForProbe(ATTACKER, []);
    run('fffff', OTHER);
    expect([breaker.state, breaker.refuses(OTHER), room.waiting]).toEqual(['open', true, 0]);
    expect(await waited).toBe('acquired');
    expect(breaker.refuses(ATTACKER)).toBe(true);
  });

  it('waits behind no account whose probe told nothing, however many of its calls wait', async () => {
    const { breaker } = opened(new WaitingRoom(100));
    const order: number[] = [];
    const wait = async (accountId: number): Promise<void> => {
      while ((await breaker.waitForProbe(accountId, [])) === 'acquired') {
        if (breaker.admit(accountId) !== 'probe') continue;
        order.push(accountId);
        return breaker.report('probe', accountId, 'nothing');
      }
    };
    const accounts = [ATTACKER, ATTACKER, ATTACKER, ATTACKER, OTHER, OTHER, THIRD];
    const waiting = accounts.map(wait);
    breaker.report('probe', ATTACKER, 'nothing');
    await Promise.all(waiting);
    expect(order).toEqual([OTHER, THIRD, ATTACKER, OTHER, ATTACKER, ATTACKER, ATTACKER]);
  });

  it('no longer counts a probe that showed nothing once the model has answered another', async () => {
    const { breaker, run, wait } = breakerOf({ ...RULES, calls: 20 }, new WaitingRoom(100));
    run('f'.repeat(20), ATTACKER);
    wait(RULES.openMs);
    expect(run('n', ATTACKER)).toBe('halfOpen');
    expect(run('a', OTHER)).toBe('closed');
    run('f'.repeat(6), ATTACKER);
    expect(run('f'.repeat(6), OTHER)).toBe('open');
    wait(RULES.openMs);
    expect(breaker.admit(THIRD)).toBe('probe');
    const [first, second] = [breaker.waitForProbe(ATTACKER, []), breaker.waitForProbe(OTHER, [])];
    breaker.report('probe', THIRD, 'nothing');
    expect([breaker.admit(OTHER), breaker.admit(ATTACKER)]).toEqual([undefined, 'probe']);
    breaker.report('probe', ATTACKER, 'answering');
    expect([await first, await second]).toEqual(['acquired', 'acquired']);
  });

  it('waits for a probe that hangs until the next may start, and is the next', async () => {
    const timers = holdTimers(RULES.openMs);
    try {
      const { breaker, wait } = opened(new WaitingRoom(100));
      const [attacking, waited] = [breaker.waitForProbe(ATTACKER, []), breaker.waitForProbe(OTHER, [])];
      wait(RULES.openMs);
      timers.expire(RULES.openMs);
      expect(await waited).toBe('acquired');
      expect([breaker.admit(ATTACKER), breaker.admit(OTHER)]).toEqual([undefined, 'probe']);
      breaker.report('probe', OTHER, 'answering');
      expect(await attacking).toBe('acquired');
      expect(timers.waiting(RULES.openMs)).toBe(0);
    } finally {
      timers.release();
    }
  });

  it('loses its turn where it does not use it', async () => {
    const { breaker, wait } = opened();
    const [first, second] = [breaker.waitForProbe(OTHER, []), breaker.waitForProbe(THIRD, [])];
    breaker.report('probe', ACCOUNT, 'nothing');
    expect(await first).toBe('acquired');
    expect(breaker.admit(THIRD)).toBeUndefined();
    wait(1_000);
    expect(breaker.admit(THIRD)).toBe('probe');
    breaker.report('probe', THIRD, 'failing');
    expect(await second).toBe('acquired');
    expect(breaker.refuses(ACCOUNT)).toBe(true);
  });

  it('does not wait where no probe is under way', () => {
    const { breaker, run, wait } = breakerOf();
    expect(breaker.waitForProbe(ACCOUNT, [])).toBe('acquired');
    run('ffff');
    expect(breaker.waitForProbe(ACCOUNT, [])).toBe('acquired');
    wait(RULES.openMs);
    expect(breaker.waitForProbe(ACCOUNT, [])).toBe('acquired');
  });
});

describe('accounts at one breaker', () => {
  const rules = { ...RULES, calls: 20 };
  const [attacker, other, third] = [1, 2, 3];

  it('one that fails alone does not open it while another uses the model', () => {
    const { run } = breakerOf(rules);
    run('aaa', other);
    expect(run('f'.repeat(500), attacker)).toBe('closed');
    run('a', other);
    expect(run('f'.repeat(500), attacker)).toBe('closed');
  });

  it('one that failed while it was alone counts a third once another comes', () => {
    const { run } = breakerOf(rules);
    run('a'.repeat(10) + 'f'.repeat(10), attacker);
    expect(run('ffff', other)).toBe('closed');
    expect(run('f', other)).toBe('open');
  });

  it('one whose failures were all there were is kept away alone, until others fail too', () => {
    const { breaker, run, wait } = breakerOf(rules);
    expect(run('f'.repeat(20), attacker)).toBe('open');
    expect([breaker.refuses(attacker), breaker.refuses(other)]).toEqual([true, false]);
    wait(rules.openMs);
    expect([breaker.admit(attacker), breaker.admit(other)]).toEqual(['probe', 'call']);
    expect(breaker.waitForProbe(other, [])).toBe('acquired');
    expect(run('ffff', other)).toBe('halfOpen');
    breaker.report('probe', attacker, 'failing');
    expect(breaker.refuses(other)).toBe(false);
    run('f', other);
    expect([breaker.refuses(attacker), breaker.refuses(other)]).toEqual([true, true]);
  });

  it('no answer opens it, even if the failures of one account exceed the allowed share', () => {
    const { run } = breakerOf({ ...rules, failedPercent: 20 });
    expect(run('f'.repeat(20), attacker)).toBe('open');
    expect(run('a', other)).toBe('closed');
    expect(run('a', other)).toBe('closed');
    expect(run('f', attacker)).toBe('open');
  });

  it('one that is kept away alone is let in again once another is answered, and counts a third', () => {
    const { run } = breakerOf(rules);
    expect(run('f'.repeat(20), attacker)).toBe('open');
    expect(run('a', other)).toBe('closed');
    expect(run('f'.repeat(500), attacker)).toBe('closed');
  });

  it('two that fail open it, and one alone does once the others have stayed away for a minute', () => {
    const both = breakerOf(rules);
    both.run('f'.repeat(30), attacker);
    expect(both.run('fffff', other)).toBe('open');
    const alone = breakerOf(rules);
    alone.run('aaa', other);
    alone.run('aaa', third);
    expect(alone.run('f'.repeat(30), attacker)).toBe('closed');
    alone.wait(60_000);
    expect(alone.run('f'.repeat(30), attacker)).toBe('open');
  });
});
