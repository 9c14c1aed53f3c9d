import { seededRandom } from '../../core/board/random.ts';
import type { PlacedQuestion } from '../../core/pipeline/judge/until/verdict-table.ts';
import { drawTournament, type Kind, type TournamentTerms } from './draw-tournament.ts';
import { RULES, type Decision } from './judging-rules.ts';
import { pick } from './length-spread.ts';

export interface JudgingOptions extends TournamentTerms {
  /** Of each size. */
  readonly tournaments: number;
  readonly seed: number;
}

/** Shares from 0 to 1. */
export interface Tenth {
  readonly cases: number;
  readonly stated: number;
  readonly right: number;
}

export interface RuleFigures {
  readonly tournaments: number;
  /** Mean share of the judge calls of all pairs. */
  readonly calls: number;
  /** How often the leader is truly best. */
  readonly right: number;
  /** How often it was as sure as it was to be; 0 for rules that state nothing. */
  readonly sure: number;
  readonly rounds: number;
  /** Mean time of the judging, answers apart. */
  readonly seconds: number;
  /** By tenth of the stated probability; empty for rules that state none. */
  readonly tenths: readonly Tenth[];
}

export const SIZES = [3, 5, 8];
export type Group = 'all' | `${number} answers` | Kind;
export type JudgingReport = Readonly<Record<string, Readonly<Partial<Record<Group, RuleFigures>>>>>;

/** Judge calls one request has in flight, shared out evenly. */
const CALLS_PER_REQUEST = 64;
/** Times of seven verdicts with reasons, from the public record of an evaluation; its judge is not named. */
const VERDICT_SECONDS = [2.348, 2.428, 3.289, 3.96, 4.459, 4.88, 9.203];

/** Every rule judges the same tournaments: as many of each size, from the kinds of pairs in equal shares. */
export function simulateJudging({ tournaments, seed, ...terms }: JudgingOptions): JudgingReport {
  const random = seededRandom(seed);
  /** Apart, so that the tournaments of a seed do not depend on the rules. */
  const randomTimes = seededRandom(seed + 1);
  const tallies = new Map<string, Map<Group, Tally>>(
    Object.keys(RULES).map((name) => [name, new Map<Group, Tally>()]),
  );
  for (const answers of SIZES) {
    for (let count = 0; count < tournaments; count += 1) {
      const tournament = drawTournament(answers, terms, random);
      const calls = tournament.pairs.length * tournament.weights.length;
      for (const [name, rule] of Object.entries(RULES)) {
        const decision = rule(tournament);
        const seconds = decision.rounds.reduce(
          (sum, round) => sum + secondsOf(round, tournament.weights.length, randomTimes),
          0,
        );
        const isRight = decision.leaders.includes(tournament.best);
        const groups: readonly Group[] = ['all', `${answers} answers`, tournament.kind];
        for (const group of groups) {
          const tally = tallies.get(name)?.get(group) ?? new Tally();
          tallies.get(name)?.set(group, tally);
          tally.add(decision, { right: isRight ? 1 / decision.leaders.length : 0, of: calls, seconds });
        }
      }
    }
  }
  return Object.fromEntries(
    [...tallies].map(([name, groups]) => [
      name,
      Object.fromEntries([...groups].map(([group, tally]) => [group, tally.figures()])),
    ]),
  );
}

/** A round ends with its last call; each judge's calls wait for its share of those in flight. */
function secondsOf(round: readonly PlacedQuestion[], judges: number, random: () => number): number {
  const slots = Math.floor(CALLS_PER_REQUEST / judges);
  let last = 0;
  for (const calls of Map.groupBy(round, ({ judge }) => judge).values()) {
    const free = Array.from({ length: Math.min(slots, 2 * calls.length) }, () => 0);
    for (let call = 0; call < 2 * calls.length; call += 1) {
      const soonest = free.indexOf(Math.min(...free));
      free[soonest] = (free[soonest] ?? 0) + pick(VERDICT_SECONDS, random);
    }
    last = Math.max(last, ...free);
  }
  return last;
}

class Tally {
  #tournaments = 0;
  readonly #sums = { calls: 0, right: 0, sure: 0, rounds: 0, seconds: 0 };
  readonly #tenths = Array.from({ length: 10 }, () => ({ cases: 0, stated: 0, right: 0 }));

  add(
    { rounds, probability, isSure }: Decision,
    { right, of, seconds }: { readonly right: number; readonly of: number; readonly seconds: number },
  ): void {
    this.#tournaments += 1;
    this.#sums.calls += rounds.reduce((sum, round) => sum + round.length, 0) / of;
    this.#sums.right += right;
    this.#sums.sure += isSure === true ? 1 : 0;
    this.#sums.rounds += rounds.length;
    this.#sums.seconds += seconds;
    if (probability === undefined) return;
    const tenth = this.#tenths[Math.min(9, Math.floor(10 * probability))];
    if (tenth === undefined) return;
    tenth.cases += 1;
    tenth.stated += probability;
    tenth.right += right;
  }

  figures(): RuleFigures {
    const { calls, right, sure, rounds, seconds } = this.#sums;
    const count = this.#tournaments;
    return {
      tournaments: count,
      calls: calls / count,
      right: right / count,
      sure: sure / count,
      rounds: rounds / count,
      seconds: seconds / count,
      tenths: this.#tenths.flatMap((tenth) =>
        tenth.cases === 0
          ? []
          : [{ cases: tenth.cases, stated: tenth.stated / tenth.cases, right: tenth.right / tenth.cases }],
      ),
    };
  }
}
