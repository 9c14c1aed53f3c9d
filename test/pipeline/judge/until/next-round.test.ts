import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairsOf } from '../../../../core/pipeline/judge/answer-to-judge.ts';
import type { PairVerdict } from '../../../../core/pipeline/judge/until/verdict-table.ts';
import { type JudgeOdds, mostProbable } from '../../../../core/pipeline/judge/until/judge-odds.ts';
import {
  nextRound,
  type JudgingSoFar,
  type Round,
} from '../../../../core/pipeline/judge/until/next-round.ts';

const GOOD: JudgeOdds = { right: 0.95, decided: 0.9, costMicroCredits: 1 };
const COIN: JudgeOdds = { right: 0.5, decided: 0.9, costMicroCredits: 1 };

function soFar(options: Partial<JudgingSoFar> & Pick<JudgingSoFar, 'answers'>): JudgingSoFar {
  return { judges: [GOOD], pairs: pairsOf(options.answers), verdicts: [], until: 0.9, ...options };
}

const judge = fc.record({
  right: fc.double({ min: 0.3, max: 0.98, noNaN: true }),
  decided: fc.double({ min: 0.1, max: 1, noNaN: true }),
  costMicroCredits: fc.double({ min: 0.01, max: 50, noNaN: true }),
});
/** What came of every question, by pair and judge; some at random are what was asked so far. */
const requests = fc
  .record({
    answers: fc.integer({ min: 2, max: 7 }),
    judges: fc.array(judge, { minLength: 1, maxLength: 4 }),
    until: fc.double({ min: 0.5, max: 0.999, noNaN: true }),
  })
  .chain((request) => {
    const questions = pairsOf(request.answers).flatMap((pair) =>
      [...request.judges.keys()].map((place) => ({ pair, judge: place })),
    );
    return fc.record({
      request: fc.constant(request),
      all: fc
        .array(fc.constantFrom(-1, -0.5, 0, 0.5, 1, null), {
          minLength: questions.length,
          maxLength: questions.length,
        })
        .map((values) =>
          questions.map((question, place): PairVerdict => ({ ...question, value: values[place] ?? null })),
        ),
      isAsked: fc.array(fc.boolean(), { minLength: questions.length, maxLength: questions.length }),
    });
  });

describe('the most that can be reached', () => {
  it.each([
    [[0.88], 3, 0.856],
    [[0.88, 0.75, 0.7], 3, 0.865],
    [[0.75], 2, 0.745],
    [[0.75, 0.75, 0.75], 5, 0.669],
  ])('with judges right in %j among %i answers is %s', (rights, answers, most) => {
    const judges = rights.map((right) => ({ right, decided: 0.9, costMicroCredits: 1 }));
    expect(mostProbable(judges, answers)).toBeCloseTo(most, 3);
  });

  it('is what verdicts for one order come to, and no other verdicts exceed it', () => {
    fc.assert(
      fc.property(requests, ({ request, all }) => {
        const { answers, judges } = request;
        const most = mostProbable(judges, answers);
        const reached = (verdicts: readonly PairVerdict[]): number =>
          Math.max(...nextRound({ ...request, pairs: pairsOf(answers), verdicts }).bestProbability);
        expect(reached(all.map((verdict) => ({ ...verdict, value: 1 })))).toBeCloseTo(most, 9);
        expect(reached(all)).toBeLessThanOrEqual(most + 1e-9);
      }),
    );
  });
});

const nameOf = ({ pair, judge: place }: Pick<PairVerdict, 'pair' | 'judge'>): string =>
  `${pair.join(' ')} ${place}`;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Asks in rounds until they stop. */
function play(request: JudgingSoFar, all: readonly PairVerdict[]): { verdicts: PairVerdict[]; last: Round } {
  const verdictsByName = new Map(all.map((verdict) => [nameOf(verdict), verdict]));
  const verdicts: PairVerdict[] = [];
  for (;;) {
    const round = nextRound({ ...request, verdicts });
    if (round.stopped !== undefined) return { verdicts, last: round };
    expect(round.ask.length).toBeGreaterThan(0);
    verdicts.push(
      ...round.ask.map((question) => verdictsByName.get(nameOf(question)) ?? { ...question, value: null }),
    );
  }
}

describe('the next round of judging', () => {
  it('comes to an end, asks nothing twice, and never more than all', () => {
    fc.assert(
      fc.property(requests, ({ request, all }) => {
        const { verdicts, last } = play(soFar(request), all);
        expect(new Set(verdicts.map(nameOf)).size).toBe(verdicts.length);
        expect(verdicts.length).toBeLessThanOrEqual(all.length);
        const isSure = last.leader !== null && (last.bestProbability[last.leader] ?? 0) >= request.until;
        expect(last.stopped).toBe(isSure ? 'sure' : 'exhausted');
      }),
    );
  });

  it('tells chances that add up to 1, and the leader alone has the greatest', () => {
    fc.assert(
      fc.property(requests, ({ request, all, isAsked }) => {
        const verdicts = all.filter((_one, place) => isAsked[place]);
        const { bestProbability, leader } = nextRound(soFar({ ...request, verdicts }));
        expect(sum(bestProbability)).toBeCloseTo(1, 10);
        const most = Math.max(...bestProbability);
        const leaders = bestProbability.filter((chance) => most - chance < 1e-9);
        expect(leader).toBe(leaders.length === 1 ? bestProbability.indexOf(most) : null);
      }),
    );
  });

  it('is the same for verdicts in any order', () => {
    fc.assert(
      fc.property(requests, fc.infiniteStream(fc.nat()), ({ request, all, isAsked }, keys) => {
        const verdicts = all.filter((_one, place) => isAsked[place]);
        const shuffled = verdicts
          .map((verdict) => ({ verdict, key: keys.next().value ?? 0 }))
          .toSorted((one, other) => one.key - other.key)
          .map(({ verdict }) => verdict);
        expect(nextRound(soFar({ ...request, verdicts: shuffled }))).toEqual(
          nextRound(soFar({ ...request, verdicts })),
        );
      }),
    );
  });

  it('tells the same of an answer whatever its place in the request', () => {
    fc.assert(
      fc.property(requests, ({ request, all, isAsked }) => {
        const verdicts = all.filter((_one, place) => isAsked[place]);
        const turned = (place: number): number => request.answers - 1 - place;
        const moved = verdicts.map((verdict): PairVerdict => ({
          ...verdict,
          pair: [turned(verdict.pair[1]), turned(verdict.pair[0])],
          value: verdict.value === null ? null : -verdict.value,
        }));
        const turnedProbability = nextRound(soFar({ ...request, verdicts: moved })).bestProbability;
        for (const [place, chance] of nextRound(soFar({ ...request, verdicts })).bestProbability.entries())
          expect(turnedProbability[turned(place)]).toBeCloseTo(chance, 10);
      }),
    );
  });

  it('takes a question without a verdict for no evidence: no chance and no rank moves', () => {
    fc.assert(
      fc.property(requests, ({ request, all, isAsked }) => {
        const verdicts = all.filter((_one, place) => isAsked[place]);
        const skipped = all
          .filter((_one, place) => isAsked[place] !== true)
          .map((verdict) => ({ ...verdict, value: null }));
        const chances = (those: readonly PairVerdict[]): readonly number[] =>
          nextRound(soFar({ ...request, verdicts: those })).bestProbability;
        expect(chances([...verdicts, ...skipped])).toEqual(chances(verdicts));
      }),
    );
  });

  it('only asks about the pairs it may ask about', () => {
    const round = nextRound(soFar({ answers: 4, pairs: [[1, 3]] }));
    expect(round).toMatchObject({ stopped: undefined, ask: [{ pair: [1, 3], judge: 0 }] });
  });

  it('asks the judge that tells most for its price', () => {
    const dear = { ...GOOD, costMicroCredits: 20 };
    const weak = { ...GOOD, right: 0.8 };
    const judgeAsked = (judges: readonly JudgeOdds[]): number | undefined => {
      const round = nextRound(soFar({ answers: 2, judges }));
      return round.stopped === undefined ? round.ask[0]?.judge : undefined;
    };
    expect(judgeAsked([weak, GOOD, dear])).toBe(1);
    expect(judgeAsked([dear, weak])).toBe(1);
    expect(judgeAsked([COIN, weak])).toBe(1);
  });

  it('is never sure of an answer that is not ahead', () => {
    const even: PairVerdict[] = [{ pair: [0, 1], judge: 0, value: 0 }];
    expect(nextRound(soFar({ answers: 2, until: 0.5 }))).toMatchObject({ stopped: undefined, leader: null });
    expect(nextRound(soFar({ answers: 2, until: 0.5, verdicts: even }))).toMatchObject({
      stopped: 'exhausted',
      leader: null,
    });
    expect(nextRound(soFar({ answers: 1 }))).toMatchObject({ stopped: 'sure', leader: 0 });
    expect(nextRound(soFar({ answers: 0 }))).toMatchObject({ stopped: 'exhausted', leader: null });
  });

  it.each([12, 14, 16, 40])(
    'has no leader where half of %i answers won once, wherever they stand',
    (answers) => {
      const pairs = pairsOf(answers).filter(([one, other]) => one % 2 === 0 && other === one + 1);
      const verdicts = pairs.map((pair): PairVerdict => ({ pair, judge: 0, value: 1 }));
      expect(nextRound(soFar({ answers, pairs, verdicts, until: 0.5 }))).toMatchObject({
        stopped: 'exhausted',
        leader: null,
      });
    },
  );

  it('asks nobody who is no better than chance', () => {
    expect(nextRound(soFar({ answers: 3, judges: [COIN, COIN] }))).toMatchObject({ stopped: 'exhausted' });
  });

  it('stops when the leader is as sure as it is to be', () => {
    const verdicts: PairVerdict[] = [{ pair: [0, 1], judge: 0, value: -1 }];
    const round = nextRound(soFar({ answers: 2, verdicts }));
    expect(round).toMatchObject({ stopped: 'sure', leader: 1 });
    expect(round.bestProbability[1]).toBeGreaterThan(0.93);
    expect(nextRound(soFar({ answers: 2, verdicts, until: 0.999 }))).toMatchObject({ stopped: 'exhausted' });
  });

  it('lets answers drop out that have lost: the last questions are about the leader', () => {
    const lost = [1, 2, 3].map((other): PairVerdict => ({ pair: [0, other], judge: 0, value: 1 }));
    const round = nextRound(soFar({ answers: 5, verdicts: lost, until: 0.95 }));
    expect(round).toMatchObject({ stopped: undefined, leader: 0, ask: [{ pair: [0, 4] }] });
  });
});
