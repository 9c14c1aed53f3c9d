import { CREDIT_PLACES, exactSum } from '../../board/exact-sum.ts';
import type { ArmOutcome, RunExperiment, Suite } from '../../board/run-lines.ts';
import { pairShares } from '../../board/pair-shares.ts';
import { mean } from '../../board/spread.ts';
import type { PairConsensus, PromptResponse, Result } from '../../generated/prompt-response.ts';

/** The arms, in the order of the report. */
export const ARMS = ['once', 'repeated', 'picked', 'fused'] as const;
export type Arm = (typeof ARMS)[number];

/** The three answers of the gateway to one prompt. */
export interface ArmAnswers {
  /** Every model of the suite once, then the best one `times - 1` times more; the judges compare the best one's answers. */
  readonly candidates: PromptResponse;
  /** The judges compare the suite's models' answers, and the one that was fused from them. */
  readonly fused: PromptResponse;
}

/** The place of each arm's answer among the candidates, with the fused answer as the last. Null for an arm without an answer. */
export type ArmChoices = Readonly<Record<Arm, number | null>>;

/** Places of the best model's answers. */
export function bestPlaces(
  { models }: Pick<Suite, 'models'>,
  { best, times }: RunExperiment,
): readonly number[] {
  const more = Array.from({ length: times - 1 }, (_none, place) => models.length + place);
  return [models.indexOf(best), ...more];
}

/** The answer that each arm comes to. All arms choose among the same stored answers. */
export function chooseAnswers(
  suite: Pick<Suite, 'models'>,
  experiment: RunExperiment,
  { candidates, fused }: ArmAnswers,
): ArmChoices {
  const { results } = candidates;
  const hasAnswer = (place: number): boolean => isAnswer(results[place]);
  const ownPlaces = bestPlaces(suite, experiment);
  const [first = 0] = ownPlaces;
  const panel = [...suite.models.keys()];
  const fusedIndex = suite.models.length;
  // As a panel does: the fused answer is taken only if it alone ranks first.
  const [leader] = fused.ranking ?? [];
  const takesFused = leader?.index === fusedIndex && leader.winRate !== null && isAnswer(fused.results[0]);
  const picked = pickBest(panel.filter(hasAnswer), fused.consensus ?? []);
  const bestRanked = fused.ranking?.find(
    ({ index, winRate }) => index < fusedIndex && winRate !== null,
  )?.index;
  return {
    once: hasAnswer(first) ? first : null,
    repeated: pickBest(ownPlaces.filter(hasAnswer), candidates.consensus ?? []),
    picked,
    fused: takesFused ? results.length : (bestRanked ?? picked),
  };
}

function isAnswer(result: Result | undefined): boolean {
  return result?.status === 'completed' && result.output.trim() !== '';
}

/** The one that wins most against the others of the list; of equals the first. Null for an empty list. */
function pickBest(places: readonly number[], consensus: readonly PairConsensus[]): number | null {
  let [best, most]: [number | null, number] = [null, -1];
  for (const place of places) {
    const shares = places.flatMap((other) =>
      other === place ? [] : (shareOf(place, other, consensus) ?? []),
    );
    const share = shares.length === 0 ? 0.5 : mean(shares);
    if (share > most) [best, most] = [place, share];
  }
  return best;
}

/** The share that one answer won against another, from 0 to 1; undefined if nobody compared them. */
function shareOf(one: number, other: number, consensus: readonly PairConsensus[]): number | undefined {
  const size = Math.max(one, other) + 1;
  const pair = pairShares({ consensus: [...consensus] }, size).find(
    ({ a, b }) => (a === one && b === other) || (a === other && b === one),
  );
  return pair && (pair.a === one ? pair.share : 1 - pair.share);
}

/** The answers that referees compare, each once, by place. */
export function distinctPlaces(choices: ArmChoices): readonly number[] {
  return [...new Set(ARMS.flatMap((arm) => choices[arm] ?? []))].toSorted((one, other) => one - other);
}

/**
 * The score of each arm's answer by the referees, and the cost of the arm.
 * @param refereed undefined where all arms came to one answer.
 */
export function armOutcomes(
  { models }: Pick<Suite, 'models'>,
  experiment: RunExperiment,
  answers: ArmAnswers & {
    readonly choices: ArmChoices;
    readonly refereeResponse: PromptResponse | undefined;
  },
): Readonly<Record<Arm, ArmOutcome>> {
  const { choices, refereeResponse } = answers;
  const places = distinctPlaces(choices);
  const consensus = refereeResponse?.consensus ?? [];
  const costs = armCosts(models.length, bestPlaces({ models }, experiment), answers);
  const outcomeOf = (arm: Arm): ArmOutcome => {
    const place = choices[arm];
    return { place, credits: costs[arm], score: place === null ? null : scoreOf(place, arm) };
  };
  const scoreOf = (place: number, arm: Arm): number | null => {
    const shares = ARMS.flatMap((other) => {
      const against = choices[other];
      if (other === arm || against === null) return [];
      if (against === place) return [0.5];
      return shareOf(places.indexOf(place), places.indexOf(against), consensus) ?? [];
    });
    return shares.length === 0 ? null : mean(shares);
  };
  return {
    once: outcomeOf('once'),
    repeated: outcomeOf('repeated'),
    picked: outcomeOf('picked'),
    fused: outcomeOf('fused'),
  };
}

/** Credits of the calls that an arm would have made alone. */
function armCosts(
  models: number,
  ownPlaces: readonly number[],
  { candidates, fused }: ArmAnswers,
): Readonly<Record<Arm, number>> {
  const creditsAt = (place: number): number => candidates.results[place]?.credits ?? 0;
  const panel = Array.from({ length: models }, (_none, place) => creditsAt(place));
  const picking = fused.evaluations
    .filter(({ b }) => b.index < models)
    .flatMap(({ runs }) => runs.map(({ credits = 0 }) => credits));
  return {
    once: creditsAt(ownPlaces[0] ?? 0),
    repeated: exactSum([...ownPlaces.map(creditsAt), candidates.judgingCredits ?? 0], CREDIT_PLACES),
    picked: exactSum([...panel, ...picking], CREDIT_PLACES),
    fused: exactSum([...panel, fused.creditsUsed], CREDIT_PLACES),
  };
}
