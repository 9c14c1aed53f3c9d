import type { Evaluation, JudgeRun, PromptResponse } from '../../generated/prompt-response.ts';
import { judgingCredits } from '../../board/judging-credits.ts';
import { formatCredits, formatSeconds, formatPercent, formatUsd } from '../../client/figures.ts';
import { judgingWords } from '../../client/judging-words.ts';
import { nameWords, missingVerdictWords, statusWords } from '../../client/plain-words.ts';
import { listOf, objectOf, systemText, textOf, turnsOf } from '../../client/request-parts.ts';
import { isOrderFlip, wasAsked } from '../../client/verdicts.ts';
import { weightText } from '../../client/weights.ts';
import { utcWords } from '../frame/time-words.ts';
import { placeLetter } from '../run/place-letter.ts';

/** A run as its files hold it. */
export interface SharedRun {
  /** Empty where it is not known. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: PromptResponse;
  /** When it was sent, in ISO 8601. */
  readonly createdAt: string;
}

/** A part of a file for people. Words may hold IDs; a text is a caller's, a model's or a judge's. */
export type Part =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly words: string }
  | { readonly kind: 'list'; readonly lines: readonly string[] }
  | {
      readonly kind: 'table';
      readonly heads: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'line'; readonly words: string }
  | { readonly kind: 'text'; readonly text: string };

/** Everything of a run, in the order in which people read it. Pure. */
export function runDocument(run: SharedRun): readonly Part[] {
  const { request, response } = run;
  const { promptLogId, results, evaluations } = response;
  return [
    heading(1, `Run ${promptLogId}`),
    { kind: 'list', lines: runFacts(run) },
    ...titled('System prompt', systemText(request['system_prompt'])),
    ...turnsOf(request['history']).flatMap(({ role, content }) =>
      titled(role === 'user' ? 'Asked before' : 'Answered before', content),
    ),
    ...titled('Prompt', textOf(request['prompt'])),
    ...titled('What the judges look at', textOf(request['judge_prompt'])),
    heading(2, 'Figures'),
    figuresTable(response),
    ...results.flatMap(({ modelId, status, output, error }, index) =>
      titled(
        `Answer ${placeLetter(index)}: ${modelId}`,
        status === 'completed' ? output : `No answer. ${error?.message ?? ''}`,
      ),
    ),
    ...(evaluations.length === 0 ? [] : [heading(2, 'Verdicts')]),
    ...evaluations.filter(wasAsked).flatMap(verdictParts),
  ];
}

function heading(level: 1 | 2 | 3, words: string): Part {
  return { kind: 'heading', level, words };
}

function titled(title: string, text: string): readonly Part[] {
  return text === '' ? [] : [heading(2, title), { kind: 'text', text }];
}

function figuresTable({ results, ranking = [] }: PromptResponse): Part {
  const ranks = new Map(ranking.map((ranked) => [ranked.index, ranked]));
  const rows = results.map((result, index) => {
    const { modelId, latencyMs, tokensIn, tokensOut, providerCost } = result;
    const { winRate = null, rank } = ranks.get(index) ?? {};
    return [
      placeLetter(index),
      modelId,
      statusWords(result),
      winRate === null ? '' : `${formatPercent(winRate)} (rank ${rank})`,
      formatSeconds(latencyMs),
      `${tokensIn} / ${tokensOut}`,
      formatUsd(providerCost),
    ];
  });
  const heads = ['', 'Model', 'Status', 'Win rate', 'Latency', 'Tokens in / out', 'Cost'];
  return { kind: 'table', heads, rows };
}

/** What stands above the texts of a run's file, a line each. */
function runFacts({ request, response, createdAt }: SharedRun): readonly string[] {
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
    ...(weighed.length === 0 ? [] : [`Weights: ${weighed.join(', ')}`]),
  ];
}

function entriesOf(value: unknown): readonly string[] {
  return Object.entries(objectOf(value)).map(
    ([name, set]) => `${nameWords(name).toLowerCase()} ${textOf(set)}`,
  );
}

function verdictParts(evaluation: Evaluation): readonly Part[] {
  const { judge, a, b, winner, runs } = evaluation;
  const nameOf = ({ index, modelId }: Evaluation['a']) => `${placeLetter(index)} ${modelId}`;
  const won = winner === 'a' ? a : winner === 'b' ? b : undefined;
  const outcome = won === undefined ? (winner === 'tie' ? 'a tie' : 'no verdict') : `${nameOf(won)} wins`;
  const flip = isOrderFlip(evaluation) ? ' (order flip)' : '';
  return [
    heading(3, `${judge.modelId} on ${nameOf(a)} and ${nameOf(b)}: ${outcome}${flip}`),
    ...runs.flatMap((run): readonly Part[] => [
      { kind: 'line', words: judgeRunWords(evaluation, run) },
      ...(run.reasoning === '' ? [] : [{ kind: 'text' as const, text: run.reasoning }]),
    ]),
  ];
}

/** What a judge said when it read the two in one order. */
function judgeRunWords({ a, b }: Evaluation, { order, winner, confidence, status, error }: JudgeRun): string {
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
