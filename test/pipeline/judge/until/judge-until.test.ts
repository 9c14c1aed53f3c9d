import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evaluation, ResultError } from '../../../../core/generated/prompt-response.ts';
import type { JudgedPair, PairQuestion } from '../../../../core/pipeline/judge/judge-pair.ts';
import { type AnswerToJudge, pairsOf, type Pair } from '../../../../core/pipeline/judge/answer-to-judge.ts';
import type { PreparedJudge } from '../../../../core/pipeline/judge/prepare-judges.ts';
import { rankModels } from '../../../../core/pipeline/judge/rank.ts';
import { type BestSoFar, judgeUntil } from '../../../../core/pipeline/judge/until/judge-until.ts';

/** What a judge makes of a pair: a mean of both orders, or no verdict: for now, for this pair or for good. */
type Judgement = number | 'passing' | 'rejected' | 'final';

const SILENT = { weight: 0, value: null };
const ERRORS: Readonly<Record<string, ResultError>> & { readonly passing: ResultError } = {
  passing: { code: 'overloaded', message: 'busy', retryable: true },
  rejected: { code: 'rejected', message: 'too odd', retryable: false },
  final: { code: 'provider_auth', message: 'refused', retryable: false },
};

function evaluationOf(
  { judge, a, b }: PairQuestion,
  judgement: Judgement | 'forfeit' | 'skipped',
): Evaluation {
  const value = typeof judgement === 'number' ? judgement : null;
  const isJudged = judgement !== 'forfeit' && judgement !== 'skipped';
  const error = ERRORS[typeof judgement === 'number' ? 'passing' : judgement] ?? ERRORS.passing;
  const run = {
    winner: null,
    confidence: null,
    reasoning: '',
    tokensIn: 1,
    tokensOut: 1,
    latencyMs: 1,
    providerCost: 1,
  };
  const runs = (['ab', 'ba'] as const).map((order) =>
    value === null
      ? ({ ...run, order, status: 'failed', error } as const)
      : ({ ...run, order, status: 'completed' } as const),
  );
  return {
    id: `${judge.participant.index} ${a.participant.index} ${b.participant.index}`,
    judge: judge.participant,
    a: a.participant,
    b: b.participant,
    status: !isJudged ? judgement : value === null ? 'incomplete' : 'completed',
    winner: value === null ? null : value > 0 ? 'a' : value < 0 ? 'b' : 'tie',
    winnerModelId: null,
    score: value,
    consistent: null,
    agreement: null,
    axes: { accuracy: { weight: 1, value }, speed: SILENT, cost: SILENT },
    runs: isJudged ? runs : [],
    selfJudged: false,
    flags: [],
  };
}

const scenes = fc
  .record({
    answers: fc.integer({ min: 2, max: 6 }),
    judges: fc.array(
      fc.record({
        right: fc.double({ min: 0.3, max: 0.98, noNaN: true }),
        decided: fc.double({ min: 0.1, max: 1, noNaN: true }),
        costMicroCredits: fc.integer({ min: 1, max: 1_000 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    until: fc.double({ min: 0.5, max: 0.999, noNaN: true }),
    /** Questions after which time is up. */
    time: fc.integer({ min: 0, max: 60 }),
  })
  .chain((scene) =>
    fc.record({
      scene: fc.constant(scene),
      forfeits: fc.array(fc.boolean(), { minLength: scene.answers, maxLength: scene.answers }),
      named: fc.array(fc.boolean(), { minLength: 15, maxLength: 15 }),
      judgements: fc.array(
        fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom<Judgement[]>(-1, -0.5, 0, 0.5, 1) },
          { weight: 1, arbitrary: fc.constantFrom<Judgement[]>('passing', 'rejected', 'final') },
        ),
        { minLength: 45, maxLength: 45 },
      ),
    }),
  );

type Scene = typeof scenes extends fc.Arbitrary<infer Drawn> ? Drawn : never;

interface Played {
  readonly result: Awaited<ReturnType<typeof judgeUntil>>;
  readonly askedIds: readonly string[];
  readonly rounds: readonly BestSoFar[];
  readonly answers: readonly AnswerToJudge[];
  readonly pairs: readonly Pair[];
}

async function play({ scene, forfeits, named, judgements }: Scene): Promise<Played> {
  const answers = forfeits.map((isForfeit, index) => ({
    participant: { index, modelId: `model-${index}` },
    forfeits: isForfeit,
  })) as unknown as readonly AnswerToJudge[];
  const every = pairsOf(scene.answers);
  const namedPairs = every.filter((_pair, place) => named[place]);
  const pairs = namedPairs.length === 0 ? every : namedPairs;
  const judges = scene.judges.map((_odds, index) => ({
    participant: { index, modelId: `judge-${index}` },
  })) as unknown as readonly PreparedJudge[];
  const questions = judges.flatMap((judge) =>
    pairs.map(([a, b]) => ({ judge, a: answers[a], b: answers[b] }) as PairQuestion),
  );
  const [askedIds, rounds]: [string[], BestSoFar[]] = [[], []];
  const result = await judgeUntil({
    until: scene.until,
    odds: scene.judges,
    expectedRuns: 0,
    questions,
    answers,
    async judgePair(question, isSkipped = false): Promise<JudgedPair> {
      const isForfeit = question.a.forfeits || question.b.forfeits;
      const place = every.findIndex(
        ([a, b]) => a === question.a.participant.index && b === question.b.participant.index,
      );
      const judgement = isSkipped
        ? 'skipped'
        : isForfeit
          ? 'forfeit'
          : (judgements[place * 3 + question.judge.participant.index] ?? 0);
      const evaluation = evaluationOf(question, judgement);
      if (!isForfeit && !isSkipped) askedIds.push(evaluation.id);
      return { evaluation, calls: [], records: [], sentRuns: evaluation.runs.length, upstreamMs: 5 };
    },
    onRound: (soFar) => rounds.push(soFar),
    nextTurn: async () => {},
    isOver: () => askedIds.length > scene.time,
  });
  return { result, askedIds, rounds, answers, pairs };
}

const property = (check: (played: Played, until: number) => void): Promise<void> =>
  fc.assert(
    fc.asyncProperty(scenes, async (drawn) => check(await play(drawn), drawn.scene.until)),
  ) as Promise<void>;

describe('judging until sure', () => {
  it('has one evaluation for each judge and pair: asked once, skipped, or a forfeit', async () => {
    await property(({ result: { judged }, askedIds, pairs }) => {
      expect(new Set(askedIds).size).toBe(askedIds.length);
      const judges = new Set(judged.map(({ evaluation }) => evaluation.judge.index)).size;
      expect(judged).toHaveLength(judges * pairs.length);
      const nameOf = ({ judge, a, b }: Evaluation): string => `${judge.index} ${a.index} ${b.index}`;
      expect(new Set(judged.map(({ evaluation }) => nameOf(evaluation))).size).toBe(judged.length);
      for (const { evaluation, calls } of judged) {
        const name = nameOf(evaluation);
        if (evaluation.status === 'skipped') {
          expect([evaluation.runs, calls, askedIds.includes(name)]).toEqual([[], [], false]);
        } else if (evaluation.status !== 'forfeit') expect(askedIds).toContain(name);
      }
    });
  });

  it('counts the runs that were made of those that could be, round after round', async () => {
    await property(({ result: { judging, judged, upstreamMs }, askedIds, rounds }) => {
      expect(upstreamMs).toBe(5 * rounds.length);
      const open = judged.filter(({ evaluation }) => evaluation.status !== 'forfeit');
      expect([judging.asked, judging.of]).toEqual([2 * askedIds.length, 2 * open.length]);
      const counts = rounds.map((round) => round.asked);
      expect(counts).toEqual([...new Set(counts)].toSorted((one, other) => one - other));
      if (rounds.length > 0) expect(rounds.at(-1)?.asked).toBe(judging.asked);
    });
  });

  it('gives chances that add up to 1 to whoever answered, and stops for the reason it tells', async () => {
    await property(({ result: { judging, bestProbability }, answers }, until) => {
      const sum = bestProbability.reduce((total, chance) => total + chance, 0);
      const compared = answers.filter(({ forfeits }) => !forfeits).length;
      expect(sum).toBeCloseTo(compared === 0 ? 0 : 1, 4);
      for (const [place, { forfeits }] of answers.entries())
        if (forfeits) expect(bestProbability[place]).toBe(0);
      const { leader, probability, stopped } = judging;
      expect(stopped === 'sure').toBe(leader !== null && (probability ?? 0) >= until - 1e-6);
      if (leader !== null) {
        expect(probability).toBe(bestProbability[leader.index]);
        expect(probability).toBe(Math.max(...bestProbability));
      } else expect(probability).toBeNull();
    });
  });

  it('ranks the same whether what was skipped is there or not', async () => {
    await property(({ result: { judged, bestProbability }, answers }) => {
      const all = judged.map(({ evaluation }) => evaluation);
      const compared = all.filter(({ status }) => status !== 'skipped');
      if (compared.length === 0) return;
      const of = (evaluations: readonly Evaluation[]): unknown =>
        rankModels(answers, evaluations, { bestProbability }).map((entry) => ({ ...entry, unjudged: 0 }));
      expect(of(all)).toEqual(of(compared));
    });
  });

  it.each<[string, number, readonly Judgement[], number]>([
    // The first round has three of six questions, and pair 1-2 is one of them.
    [
      'nothing more of a judge whose key is refused, though it has answered',
      4,
      ['final', 'final', 'final', 1, 'final', 'final'],
      3,
    ],
    // The first round has two of three questions.
    ['further pairs of a judge that rejects some', 3, ['rejected', 'rejected', 'rejected'], 3],
  ])('asks %s', async (_name, answers, judgements, asked) => {
    const { askedIds } = await play({
      scene: { answers, judges: [{ right: 0.9, decided: 0.9, costMicroCredits: 1 }], until: 0.999, time: 60 },
      forfeits: Array.from({ length: answers }, () => false),
      named: [],
      judgements: judgements.flatMap((judgement) => [judgement, 0, 0]),
    });
    expect(askedIds).toHaveLength(asked);
  });
});
