/** What one judge run said of a pair, already turned back to a and b whichever stood first. */
export type Verdict = 'a' | 'b' | 'tie';
/** Undefined where the run failed or its verdict could not be read. */
export type RunVerdict = Verdict | undefined;

export interface JudgeWeights {
  readonly accuracy: number;
  readonly speed: number;
  readonly cost: number;
}

/** What a candidate's own run tells, apart from the judge. */
export interface Candidate {
  /** Failed, or answered nothing. */
  readonly forfeits: boolean;
  readonly latencyMs: number;
  readonly costNanoUsd: number;
}

export interface PairAxis {
  readonly weight: number;
  /** From -1 (favours b) to 1 (favours a); null where the axis says nothing. */
  readonly value: number | null;
}

export interface PairScore {
  readonly status: 'completed' | 'incomplete' | 'forfeit' | 'not_comparable' | 'skipped';
  readonly winner: Verdict | null;
  /** From -1 (b) to 1 (a); null where there is no comparison. */
  readonly score: number | null;
  /** Whether both orders gave the same verdict; null unless both gave one. */
  readonly consistent: boolean | null;
  readonly agreement: 'full' | 'partial' | 'contradictory' | null;
  readonly axes: { readonly accuracy: PairAxis; readonly speed: PairAxis; readonly cost: PairAxis };
}

/** Scores closer to zero than this are rounding, not a preference. */
const TIE_TOLERANCE = 1e-9;

/** The specification's defaults, key by key: naming one weight leaves the others at theirs. */
export function completeWeights(weights: Partial<JudgeWeights> = {}): JudgeWeights {
  return { accuracy: weights.accuracy ?? 1, speed: weights.speed ?? 0, cost: weights.cost ?? 0 };
}

export interface Pair {
  readonly a: Candidate;
  readonly b: Candidate;
  /** a stood first, then b stood first. */
  readonly verdicts: readonly [RunVerdict, RunVerdict];
  readonly weights: JudgeWeights;
}

/**
 * One judge's comparison of two answers. Pure. Swapping a and b negates the score; scaling all weights, all latencies
 * or all costs changes nothing; the score is never NaN.
 */
export function scorePair({ a, b, verdicts, weights }: Pair): PairScore {
  if (a.forfeits || b.forfeits) return scoreForfeit(a, b, weights);
  const [one, other] = verdicts;
  const bothValid = one !== undefined && other !== undefined;
  const axes = {
    accuracy: { weight: weights.accuracy, value: bothValid ? (valueOf(one) + valueOf(other)) / 2 : null },
    speed: { weight: weights.speed, value: advantage(a.latencyMs, b.latencyMs) },
    cost: { weight: weights.cost, value: advantage(a.costNanoUsd, b.costNanoUsd) },
  };
  // A lone run carries the order bias that the swap removes, and speed and cost are no verdict.
  if (!bothValid)
    return { status: 'incomplete', winner: null, score: null, consistent: null, agreement: null, axes };
  const agreement = agreementOf(one, other);
  const score = weigh([axes.accuracy, axes.speed, axes.cost]);
  return {
    status: 'completed',
    winner: winnerOf(score),
    score,
    consistent: agreement === 'full',
    agreement,
    axes,
  };
}

/** No judge is asked: an answer beats none whatever it cost. */
function scoreForfeit(a: Candidate, b: Candidate, weights: JudgeWeights): PairScore {
  const winner = a.forfeits && b.forfeits ? null : a.forfeits ? 'b' : 'a';
  return {
    ...scoreSkipped(weights),
    status: winner === null ? 'not_comparable' : 'forfeit',
    winner,
    score: winner === null ? null : valueOf(winner),
  };
}

/** Of a pair that the judge was not asked about. */
export function scoreSkipped(weights: JudgeWeights): PairScore {
  const silent = (weight: number): PairAxis => ({ weight, value: null });
  return {
    status: 'skipped',
    winner: null,
    score: null,
    consistent: null,
    agreement: null,
    axes: { accuracy: silent(weights.accuracy), speed: silent(weights.speed), cost: silent(weights.cost) },
  };
}

function valueOf(verdict: Verdict): number {
  return verdict === 'a' ? 1 : verdict === 'b' ? -1 : 0;
}

function agreementOf(one: Verdict, other: Verdict): PairScore['agreement'] {
  if (one === other) return 'full';
  return one === 'tie' || other === 'tie' ? 'partial' : 'contradictory';
}

/** How much less a takes than b, as a share of both together. */
function advantage(ofA: number, ofB: number): number | null {
  if (!Number.isFinite(ofA) || !Number.isFinite(ofB)) return null;
  return ofA + ofB === 0 ? 0 : (ofB - ofA) / (ofA + ofB);
}

/**
 * The weighted mean of the axes that say something. All weights 0 is a tie, as asked for; but where every axis that
 * counts is silent there is no comparison, and calling it a tie would be a verdict nobody gave.
 */
function weigh(axes: readonly PairAxis[]): number | null {
  const speaking = axes.flatMap(({ weight, value }) =>
    weight > 0 && value !== null ? [{ weight, value }] : [],
  );
  // Products with the least weights there are would be 0.
  const greatest = Math.max(...speaking.map(({ weight }) => weight));
  let sum = 0;
  let weights = 0;
  for (const { weight, value } of speaking) {
    sum += (weight / greatest) * value;
    weights += weight / greatest;
  }
  if (weights > 0) return sum / weights;
  return axes.some(({ weight }) => weight > 0) ? null : 0;
}

function winnerOf(score: number | null): Verdict | null {
  if (score === null) return null;
  return score > TIE_TOLERANCE ? 'a' : score < -TIE_TOLERANCE ? 'b' : 'tie';
}
