import type { Evaluation, JudgeRun, PromptResponse } from '../../generated/prompt-response.ts';
import { formatCredits, formatSeconds, formatPercent, formatUsd } from '../../client/figures.ts';
import { judgingCredits } from '../../board/judging-credits.ts';
import { judgingWords } from '../../client/judging-words.ts';
import { listOf, objectOf, textOf } from '../../client/request-parts.ts';
import { utcWords } from '../frame/time-words.ts';
import { weightText } from '../../client/weights.ts';
import { placeLetter } from '../run/place-letter.ts';
import { nameWords, missingVerdictWords, statusWords } from '../../client/plain-words.ts';

/** A run as its files hold it. */
export interface SharedRun {
  /** Empty where it is not known. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: PromptResponse;
  /** When it was sent, in ISO 8601. */
  readonly createdAt: string;
}

/** The figures of one answer, in words. */
export interface FiguresInWords {
  readonly letter: string;
  readonly modelId: string;
  readonly status: string;
  /** Undefined where no judge compared the answer. */
  readonly winRate: string | undefined;
  readonly rank: number | null | undefined;
  readonly latency: string;
  readonly tokens: string;
  readonly cost: string;
}

/** Of each answer, in the order of `results`. */
export function figuresInWords({ results, ranking = [] }: PromptResponse): readonly FiguresInWords[] {
  const ranks = new Map(ranking.map((ranked) => [ranked.index, ranked]));
  return results.map((result, index) => {
    const { modelId, latencyMs, tokensIn, tokensOut, providerCost } = result;
    const ranked = ranks.get(index);
    return {
      letter: placeLetter(index),
      modelId,
      status: statusWords(result),
      winRate: ranked?.winRate == null ? undefined : formatPercent(ranked.winRate),
      rank: ranked?.rank,
      latency: formatSeconds(latencyMs ?? 0),
      tokens: `${tokensIn} / ${tokensOut}`,
      cost: formatUsd(providerCost),
    };
  });
}

/** What stands above the texts of a run's file, a line each. */
export function runFacts({ request, response, createdAt }: SharedRun): readonly string[] {
  const { weights = [], calibration } = response;
  const used = `${formatCredits(response.creditsUsed)} credits`;
  const judges = listOf(request['judges']).map((judge, index) => {
    const weight = weights[index];
    return weight === undefined ? textOf(judge) : `${textOf(judge)} (weight ${weightText(weight)})`;
  });
  const judging = judgingWords(response);
  const settings = entriesOf(request['generation_settings']);
  const weighed = entriesOf(request['judge_weights']);
  return [
    `Sent on ${utcWords(createdAt)}`,
    response.evaluations.length === 0
      ? used
      : `${used}, ${formatCredits(judgingCredits(response))} of them for judging`,
    ...(judging === '' ? [] : [`Judged: ${judging}`]),
    ...(judges.length === 0 ? [] : [`Judges: ${judges.join(', ')}`]),
    ...(calibration == null ? [] : [`Calibration: ${calibration}`]),
    ...(settings.length === 0 ? [] : [`Settings: ${settings.join(', ')}`]),
    ...(weighed.length === 0 ? [] : [`What counts: ${weighed.join(', ')}`]),
  ];
}

function entriesOf(value: unknown): readonly string[] {
  return Object.entries(objectOf(value)).map(
    ([name, set]) => `${nameWords(name).toLowerCase()} ${textOf(set)}`,
  );
}

/** @param written how an ID is written in the file. */
export function verdictWords(
  { a, b, winner, agreement }: Pick<Evaluation, 'judge' | 'a' | 'b' | 'winner' | 'agreement'>,
  written: (id: string) => string,
): { readonly pair: string; readonly outcome: string } {
  const won = winner === 'a' ? a : winner === 'b' ? b : undefined;
  const outcome =
    won === undefined
      ? winner === 'tie'
        ? 'a tie'
        : 'no verdict'
      : `${placeLetter(won.index)} ${written(won.modelId)} wins`;
  return {
    pair: `${placeLetter(a.index)} ${written(a.modelId)} and ${placeLetter(b.index)} ${written(b.modelId)}`,
    outcome: `${outcome}${agreement === 'contradictory' ? ' (order flip)' : ''}`,
  };
}

/** What a judge said when it read the two in one order. */
export function judgeRunWords(
  { a, b }: Pick<Evaluation, 'a' | 'b'>,
  { order, winner, confidence, status, error }: JudgeRun,
): string {
  const [first, won] = [order === 'ab' ? a : b, winner === 'a' ? a : winner === 'b' ? b : undefined];
  const verdict =
    won === undefined
      ? winner === 'tie'
        ? 'a tie'
        : `no verdict (${missingVerdictWords({ status, ...(error !== undefined && { error }) })})`
      : `${placeLetter(won.index)} is better`;
  const sure = confidence === null ? '' : `, confidence ${confidence.toFixed(2)}`;
  return `${placeLetter(first.index)} read first: ${verdict}${sure}`;
}
