import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_WEIGHTS,
  scorePair,
  type AnswerFigures,
  type PairToScore,
  type RunVerdict,
} from '../../../core/pipeline/judge/score-pair.ts';

const answer = (latencyMs: number, costNanoUsd: number, forfeits = false): AnswerFigures => ({
  forfeits,
  latencyMs,
  costNanoUsd,
});
const even = { a: answer(100, 50), b: answer(100, 50) };

const verdict = fc.constantFrom<RunVerdict>('a', 'b', 'tie', undefined);
const weight = fc.double({ min: 0, max: 1, noNaN: true });
const figure = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000_000 }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY),
);
const someAnswer = fc.record({ forfeits: fc.boolean(), latencyMs: figure, costNanoUsd: figure });
const pair: fc.Arbitrary<PairToScore> = fc.record({
  a: someAnswer,
  b: someAnswer,
  verdicts: fc.tuple(verdict, verdict),
  weights: fc.record({ accuracy: weight, speed: weight, cost: weight }),
});

const turned = (value: RunVerdict): RunVerdict => (value === 'a' ? 'b' : value === 'b' ? 'a' : value);
const swap = ({
  a,
  b,
  verdicts: [one, other] = [undefined, undefined],
  weights,
}: PairToScore): PairToScore => ({
  a: b,
  b: a,
  verdicts: [turned(one), turned(other)],
  weights,
});

describe('the verdict table', () => {
  it.each<[RunVerdict, RunVerdict, object]>([
    ['a', 'a', { status: 'completed', winner: 'a', score: 1, consistent: true, agreement: 'full' }],
    ['b', 'b', { status: 'completed', winner: 'b', score: -1, consistent: true, agreement: 'full' }],
    ['tie', 'tie', { status: 'completed', winner: 'tie', score: 0, consistent: true, agreement: 'full' }],
    ['a', 'tie', { status: 'completed', winner: 'a', score: 0.5, consistent: false, agreement: 'partial' }],
    ['tie', 'b', { status: 'completed', winner: 'b', score: -0.5, consistent: false, agreement: 'partial' }],
    [
      'a',
      'b',
      { status: 'completed', winner: 'tie', score: 0, consistent: false, agreement: 'contradictory' },
    ],
    [
      'b',
      'a',
      { status: 'completed', winner: 'tie', score: 0, consistent: false, agreement: 'contradictory' },
    ],
    ['a', undefined, { status: 'incomplete', winner: null, score: null, consistent: null, agreement: null }],
    [
      undefined,
      undefined,
      { status: 'incomplete', winner: null, score: null, consistent: null, agreement: null },
    ],
  ])('%s and %s', (one, other, expected) => {
    expect(scorePair({ ...even, verdicts: [one, other], weights: DEFAULT_WEIGHTS })).toMatchObject(expected);
  });

  it('never lets a lone run count, nor the measured axes in its place', () => {
    const score = scorePair({
      a: answer(300, 1),
      b: answer(100, 1),
      verdicts: ['a', undefined],
      weights: { accuracy: 1, speed: 1, cost: 0 },
    });
    expect(score).toMatchObject({ status: 'incomplete', winner: null, score: null });
    expect([score.axes.accuracy.value, score.axes.speed.value]).toEqual([null, -0.5]);
  });

  it.each([
    [true, false, { status: 'forfeit', winner: 'b', score: -1 }],
    [false, true, { status: 'forfeit', winner: 'a', score: 1 }],
    [true, true, { status: 'not_comparable', winner: null, score: null }],
  ])('forfeits: a %s, b %s, whatever speed and cost say', (a, b, expected) => {
    const weights = { accuracy: 0, speed: 1, cost: 1 };
    expect(
      scorePair({
        a: answer(1, 1, a),
        b: answer(999, 999, b),
        verdicts: [undefined, undefined],
        weights,
      }),
    ).toMatchObject(expected);
  });

  it('has no winner and measures nothing if the judge is not asked', () => {
    const score = scorePair({
      a: answer(1, 1),
      b: answer(2, 2),
      verdicts: undefined,
      weights: DEFAULT_WEIGHTS,
    });
    expect(score).toMatchObject({ status: 'skipped', winner: null, score: null, agreement: null });
    expect(score.axes.speed.value).toBeNull();
  });

  it('takes all weights zero for a tie', () => {
    expect(
      scorePair({ ...even, verdicts: ['a', 'a'], weights: { accuracy: 0, speed: 0, cost: 0 } }),
    ).toMatchObject({ winner: 'tie', score: 0 });
  });

  it('measures speed and cost as shares', () => {
    const score = scorePair({
      a: answer(100, 300),
      b: answer(300, 100),
      verdicts: ['tie', 'tie'],
      weights: { accuracy: 1, speed: 1, cost: 0.5 },
    });
    expect(score.axes).toEqual({
      accuracy: { weight: 1, value: 0 },
      speed: { weight: 1, value: 0.5 },
      cost: { weight: 0.5, value: -0.5 },
    });
    expect(score.score).toBeCloseTo(0.1, 12);
  });

  it('says nothing of a cost nobody reported', () => {
    const score = scorePair({
      a: answer(1, Number.NaN),
      b: answer(1, 1),
      verdicts: ['b', 'b'],
      weights: { accuracy: 1, speed: 0, cost: 1 },
    });
    expect(score.axes.cost.value).toBeNull();
    expect(score).toMatchObject({ winner: 'b', score: -1 });
  });
});

describe('the score', () => {
  it('is a number from -1 to 1, or null', () => {
    fc.assert(
      fc.property(pair, (question) => {
        const { score } = scorePair(question);
        expect(score === null || (score >= -1 && score <= 1)).toBe(true);
      }),
    );
  });

  it('is negated by swapping a and b, and the winner with it', () => {
    fc.assert(
      fc.property(pair, (question) => {
        const one = scorePair(question);
        const other = scorePair(swap(question));
        if (one.score === null) expect(other.score).toBeNull();
        else expect(other.score ?? Number.NaN).toBeCloseTo(-one.score, 12);
        expect(other.winner).toBe(turned(one.winner ?? undefined) ?? null);
      }),
    );
  });

  it('does not depend on the unit of weights, latencies or costs', () => {
    const factor = fc.constantFrom(0.5, 2, 1_024);
    fc.assert(
      fc.property(pair, factor, factor, factor, (question, byWeight, byLatency, byCost) => {
        const scaled = (one: AnswerFigures): AnswerFigures => ({
          ...one,
          latencyMs: one.latencyMs * byLatency,
          costNanoUsd: one.costNanoUsd * byCost,
        });
        const { accuracy, speed, cost } = question.weights;
        // Subnormal weights lose bits when halved; nobody means them.
        fc.pre([accuracy, speed, cost].every((value) => value === 0 || value > 1e-300));
        const weights = { accuracy: accuracy * byWeight, speed: speed * byWeight, cost: cost * byWeight };
        const one = scorePair(question).score;
        const other = scorePair({
          a: scaled(question.a),
          b: scaled(question.b),
          verdicts: question.verdicts,
          weights,
        }).score;
        if (one === null) expect(other).toBeNull();
        else expect(other ?? Number.NaN).toBeCloseTo(one, 9);
      }),
    );
  });

  it('takes the least weights there are as it takes others', () => {
    const steps = fc.integer({ min: 0, max: 1_000 });
    fc.assert(
      fc.property(pair, steps, steps, steps, (question, accuracy, speed, cost) => {
        const least = Number.MIN_VALUE;
        const weights = { accuracy: accuracy * least, speed: speed * least, cost: cost * least };
        const one = scorePair({ ...question, weights: { accuracy, speed, cost } }).score;
        const other = scorePair({ ...question, weights }).score;
        if (one === null) expect(other).toBeNull();
        else expect(other ?? Number.NaN).toBeCloseTo(one, 9);
      }),
    );
  });

  it('never falls when a gets faster or cheaper', () => {
    const finite = fc.record({
      forfeits: fc.constant(false),
      latencyMs: fc.nat(100_000),
      costNanoUsd: fc.nat(100_000),
    });
    fc.assert(
      fc.property(
        fc.record({
          a: finite,
          b: finite,
          verdicts: fc.tuple(verdict, verdict),
          weights: fc.record({ accuracy: weight, speed: weight, cost: weight }),
        }),
        fc.nat(),
        fc.nat(),
        (question, faster, cheaper) => {
          const better = {
            ...question.a,
            latencyMs: Math.max(0, question.a.latencyMs - faster),
            costNanoUsd: Math.max(0, question.a.costNanoUsd - cheaper),
          };
          const before = scorePair(question).score;
          const after = scorePair({ ...question, a: better }).score;
          if (before !== null) expect(after ?? Number.NaN).toBeGreaterThanOrEqual(before - 1e-12);
        },
      ),
    );
  });

  it('never overturns a consistent verdict that weighs as much as speed and cost together', () => {
    fc.assert(
      fc.property(pair, fc.constantFrom<RunVerdict>('a', 'b'), (question, agreed) => {
        const { speed, cost } = question.weights;
        fc.pre(!question.a.forfeits && !question.b.forfeits && speed + cost > 1e-6);
        const { winner } = scorePair({
          ...question,
          verdicts: [agreed, agreed],
          weights: { accuracy: speed + cost, speed, cost },
        });
        expect(winner === agreed || winner === 'tie').toBe(true);
      }),
    );
  });
});
