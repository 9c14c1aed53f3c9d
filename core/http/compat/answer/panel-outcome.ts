import type { PanelOutcome } from '../../../generated/chat-completion.ts';
import { MICRO_CREDITS_PER_CREDIT } from '../../../billing/amounts.ts';
import type { CompatWarning } from '../../../dialects/translated-prompt.ts';
import type {
  Evaluation,
  Judging,
  PromptResponse,
  RankedModel,
  Result,
} from '../../../generated/prompt-response.ts';
import type { Panel } from '../../../panels/panels.ts';

/** The answer of a panel that is sent, and how it compares with the others. */
export interface JudgedAnswer {
  readonly result: Result;
  readonly outcome: PanelOutcome;
  /** Name the models that failed and the comparisons without a verdict. */
  readonly warnings: readonly CompatWarning[];
}

/** The bounds on time and credits, of which a panel may set either. */
type Budget = Exclude<Panel['wins'], string>['qualityWithin'];

/**
 * Picks the answer that a panel sends: the best ranked one within the budget or, if none is, the best ranked of all. If
 * most models propose the same calls, only their answers can win; otherwise, an unjudged answer never wins over a judged
 * one. Equal ranks go by the panel's order, in which a fused answer is last, so it is sent only if it alone ranks first.
 * @param panel undefined if it no longer exists.
 * @returns undefined if no model answered; `unjudged` if no judge compared two of the answers and the panel then sends
 *   none of them.
 */
export function judgedAnswer(
  { results, ranking = [], evaluations, judging, agreedCalls }: PromptResponse,
  { wins = 'quality', unjudged = 'error' }: Partial<Pick<Panel, 'wins' | 'unjudged'>> = {},
): JudgedAnswer | 'unjudged' | undefined {
  const places = ranking.length > 0 ? ranking : results.map(unrankedModel);
  const completed = places.flatMap((place) => {
    const result = results[place.index];
    return result?.status === 'completed' ? [{ place, result }] : [];
  });
  const compared = completed.filter(({ place }) => place.winRate !== null);
  // If all other models failed or gave an empty answer, the remaining one wins without a judge.
  const lacksVerdicts = agreedCalls === undefined && compared.length === 0 && evaluations.some(lacksVerdict);
  if (lacksVerdicts && unjudged === 'error') return 'unjudged';
  const eligible =
    agreedCalls !== undefined
      ? completed.filter(({ place }) => agreedCalls.indexes.includes(place.index))
      : compared.length > 0
        ? compared
        : completed;
  const budget = wins === 'quality' ? undefined : wins.qualityWithin;
  const withinBudget =
    budget === undefined ? eligible : eligible.filter(({ result }) => isWithin(result, budget));
  const winner = withinBudget[0] ?? eligible[0];
  if (winner === undefined) return undefined;
  const { place, result } = winner;
  const judges = new Map(evaluations.map(({ judge }) => [judge.index, judge.modelId]));
  const others = completed.flatMap((one) => (one.place === place ? [] : [one.place.winRate]));
  return {
    result,
    outcome: {
      winner: { index: place.index, modelId: place.modelId, ...fusedOf(result) },
      rank: place.rank,
      // Win rates over different opponents do not compare.
      margin: judging === undefined ? marginOf(place.winRate, others) : null,
      ...(agreedCalls !== undefined && {
        agreedCalls: { answers: agreedCalls.indexes.length, of: agreedCalls.of },
      }),
      ...(judging !== undefined && { judging: summaryOf(judging) }),
      flips: evaluations.filter(({ agreement }) => agreement === 'contradictory').length,
      ...(budget !== undefined && { withinBudget: withinBudget.length > 0, budget }),
      judges: [...judges.values()],
      judgingCredits: judgingCredits(evaluations),
      answers: places.map(({ index, modelId, rank, winRate }) => ({
        index,
        modelId,
        ...fusedOf(results[index]),
        rank,
        winRate,
        status: results[index]?.status ?? 'failed',
        ...finishOf(results[index]),
        latencyMs: results[index]?.latencyMs ?? 0,
        credits: results[index]?.credits ?? 0,
      })),
    },
    warnings: [
      ...answerWarnings(results),
      ...(agreedCalls === undefined ? verdictWarnings(evaluations, completed) : []),
    ],
  };
}

/** Whether a planned comparison has no verdict. `judge_until` skips comparisons that would have run without it. */
function lacksVerdict({ status }: Evaluation): boolean {
  return status === 'incomplete' || status === 'skipped';
}

function summaryOf({ asked, of, probability, stopped }: Judging): NonNullable<PanelOutcome['judging']> {
  return { asked, of, probability, stopped };
}

function fusedOf(result: Result | undefined): Pick<Result, 'fused'> {
  return result?.fused === undefined ? {} : { fused: result.fused };
}

function finishOf(result: Result | undefined): Pick<Result, 'finishReason'> {
  return result?.finishReason === undefined ? {} : { finishReason: result.finishReason };
}

/** The cost of all judge runs, in credits. */
function judgingCredits(evaluations: readonly Evaluation[]): number {
  const microCredits = evaluations
    .flatMap(({ runs }) => runs)
    .reduce((sum, { credits = 0 }) => sum + Math.round(credits * MICRO_CREDITS_PER_CREDIT), 0);
  return microCredits / MICRO_CREDITS_PER_CREDIT;
}

function* answerWarnings(results: readonly Result[]): Generator<CompatWarning> {
  // The writer does not run if there is nothing to fuse, so that is no failure of its model.
  const failed = results.filter(({ error }) => error !== undefined && error.code !== 'nothing_to_fuse');
  if (failed.length === 0) return;
  const names = [...new Set(failed.map(({ modelId }) => modelId))].slice(0, MAX_LISTED_NAMES).join(', ');
  const message = `${failed.length} of ${results.length} models did not answer, among them ${names}: the record of promptLogId has their errors`;
  yield { code: 'panel_partly_answered', pointer: '/model', message };
}

function* verdictWarnings(
  evaluations: readonly Evaluation[],
  completed: readonly { readonly place: RankedModel }[],
): Generator<CompatWarning> {
  const planned = evaluations.filter(({ status }) => status !== 'skipped');
  const missing = planned.filter(({ status }) => status === 'incomplete').length;
  const pointer = '/model';
  if (completed.every(({ place }) => place.winRate === null)) {
    const message =
      'no two answers were compared: the first answer in the order of the panel that keeps its budget is sent; if none does, the first of all';
    yield { code: 'panel_not_judged', pointer, message };
  } else if (missing > 0) {
    const message = `${missing} of ${planned.length} comparisons have no verdict and do not count: the record of promptLogId has the errors of their judges`;
    yield { code: 'panel_partly_judged', pointer, message };
  }
}

const MAX_LISTED_NAMES = 8;

function unrankedModel({ modelId, status }: Result, index: number): RankedModel {
  const rank = status === 'completed' ? 1 : null;
  return { index, modelId, rank, winRate: null, won: 0, tied: 0, lost: 0, unjudged: 0 };
}

function isWithin({ latencyMs, credits = 0 }: Result, budget: Budget): boolean {
  const { seconds = Number.POSITIVE_INFINITY, credits: maxCredits = Number.POSITIVE_INFINITY } = budget;
  return latencyMs <= seconds * 1_000 && credits <= maxCredits;
}

const MARGIN_UNIT = 1_000_000;

/** The lead of a win rate over the best of the others. It is negative if a better answer was over the budget. */
function marginOf(winRate: number | null, others: readonly (number | null)[]): number | null {
  const judged = others.filter((other) => other !== null);
  if (winRate === null || judged.length === 0) return null;
  return Math.round((winRate - Math.max(...judged)) * MARGIN_UNIT) / MARGIN_UNIT;
}
