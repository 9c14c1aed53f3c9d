import type { Evaluation, JudgeRun, PromptResponse } from '../../generated/prompt-response.ts';
import { judgingCredits } from '../../board/judging-credits.ts';
import { formatCredits, formatSeconds, formatPercent, formatUsd } from '../../client/figures.ts';
import { judgingWords } from '../../client/judging-words.ts';
import { nameWords, missingVerdictWords, statusWords } from '../../client/plain-words.ts';
import { requestTexts, listOf, objectOf, textOf, type RequestBody } from '../../client/request-parts.ts';
import { isOrderFlip, wasAsked, winnerOf } from '../../client/verdicts.ts';
import { weightText } from '../../client/weights.ts';
import { visibleParts } from '../../report/visible-text.ts';
import { codeFence } from '../shell/code-fence.ts';
import { utcWords } from '../shell/time-words.ts';
import { placeLetter } from '../run/place-letter.ts';

/** The contents of an exported run. */
export interface ExportedRun {
  /** Empty if it is unknown. */
  readonly request: RequestBody;
  readonly response: PromptResponse;
  /** Time of the request in ISO 8601. */
  readonly createdAt: string;
}

/**
 * A run as Markdown. Texts of callers and models are in fences that they cannot close, with names in place of invisible
 * characters, so that none can become a heading, a link or a picture. Pure.
 */
export function runMarkdown(run: ExportedRun): string {
  const { request, response } = run;
  const { promptLogId, results, evaluations } = response;
  return [
    heading(1, `Run ${promptLogId}`),
    runFacts(run)
      .map((line) => `- ${escapeMarkdown(line)}`)
      .join('\n'),
    ...requestTexts(request).flatMap(([title, text]) => textSection(title, text)),
    heading(2, 'Figures'),
    figuresTable(response),
    ...results.flatMap(({ modelId, status, output, error }, index) =>
      textSection(
        `Answer ${placeLetter(index)}: ${modelId}`,
        status === 'completed' ? output : `No answer. ${error?.message ?? ''}`,
      ),
    ),
    ...(evaluations.length === 0 ? [] : [heading(2, 'Verdicts')]),
    ...evaluations.filter(wasAsked).flatMap(verdictParts),
    '',
  ].join('\n\n');
}

function heading(level: 1 | 2 | 3, words: string): string {
  return `${'#'.repeat(level)} ${escapeMarkdown(words)}`;
}

function textSection(title: string, text: string): readonly string[] {
  return text === '' ? [] : [heading(2, title), codeBlock(text)];
}

function figuresTable({ results, ranking = [] }: PromptResponse): string {
  const ranks = new Map(ranking.map((ranked) => [ranked.index, ranked]));
  const heads = ['', 'Model', 'Status', 'Win rate', 'Latency', 'Tokens in / out', 'Cost'];
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
    ].map(escapeMarkdown);
  });
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The list above the texts, one line for each fact. */
function runFacts({ request, response, createdAt }: ExportedRun): readonly string[] {
  const { weights = [], calibration } = response;
  const used = `${formatCredits(response.creditsUsed)} credits`;
  const judges = listOf(request['judges']).map((judge, index) => {
    const weight = weights[index];
    return weight === undefined ? textOf(judge) : `${textOf(judge)} (weight ${weightText(weight)})`;
  });
  const judging = judgingWords(response);
  const settings = entriesOf(request['generation_settings']);
  const weightEntries = entriesOf(request['judge_weights']);
  return [
    `Sent on ${utcWords(createdAt)}`,
    response.evaluations.length === 0
      ? used
      : `${used}, ${formatCredits(judgingCredits(response))} of them for judging`,
    ...(judging === '' ? [] : [`Judged: ${judging}`]),
    ...(judges.length === 0 ? [] : [`Judges: ${judges.join(', ')}`]),
    ...(calibration == null ? [] : [`Calibration: ${calibration}`]),
    ...(settings.length === 0 ? [] : [`Settings: ${settings.join(', ')}`]),
    ...(weightEntries.length === 0 ? [] : [`Weights: ${weightEntries.join(', ')}`]),
  ];
}

function entriesOf(value: unknown): readonly string[] {
  return Object.entries(objectOf(value)).map(
    ([name, setting]) => `${nameWords(name).toLowerCase()} ${textOf(setting)}`,
  );
}

function verdictParts(evaluation: Evaluation): readonly string[] {
  const { judge, a, b, winner, runs } = evaluation;
  const nameOf = ({ index, modelId }: Evaluation['a']) => `${placeLetter(index)} ${modelId}`;
  const better = winnerOf(evaluation);
  const outcome =
    better === undefined ? (winner === 'tie' ? 'a tie' : 'no verdict') : `${nameOf(better)} wins`;
  const flip = isOrderFlip(evaluation) ? ' (order flip)' : '';
  return [
    heading(3, `${judge.modelId} on ${nameOf(a)} and ${nameOf(b)}: ${outcome}${flip}`),
    ...runs.flatMap((run) => [
      escapeMarkdown(judgeRunWords(evaluation, run)),
      ...(run.reasoning === '' ? [] : [codeBlock(run.reasoning)]),
    ]),
  ];
}

/** The verdict of one run of a judge, in one order. */
function judgeRunWords({ a, b }: Evaluation, run: JudgeRun): string {
  const { order, winner, confidence } = run;
  const first = order === 'ab' ? a : b;
  const better = winnerOf({ winner, a, b });
  const missing = winner === 'tie' ? 'a tie' : `no verdict (${missingVerdictWords(run)})`;
  const verdict = better === undefined ? missing : `${placeLetter(better.index)} is better`;
  const sure = confidence === null ? '' : `, confidence ${confidence.toFixed(2)}`;
  return `${placeLetter(first.index)} read first: ${verdict}${sure}`;
}

function codeBlock(text: string): string {
  const visible = visibleParts(text.replaceAll(/\r\n?/g, '\n'))
    .map(({ text: part, isHidden }) => (isHidden ? `[${part}]` : part))
    .join('');
  const fence = codeFence(visible);
  return `${fence}text\n${visible}\n${fence}`;
}

/** Escapes Markdown's syntax in one line. */
function escapeMarkdown(words: string): string {
  return words.replaceAll(/[\s|]+/g, ' ').replaceAll(/[\\`*_[\]<>#&]/g, (character) => `\\${character}`);
}
