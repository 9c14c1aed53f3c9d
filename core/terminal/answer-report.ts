import { formatCredits } from '../client/figures.ts';
import { judgingWords } from '../client/judging-words.ts';
import type { PromptResponse } from '../generated/prompt-response.ts';
import { disputedPairs, orderFlips } from './contradictions.ts';
import type { Paint } from './paint.ts';
import { onOneLine, printableLines, wrapLines, wrapWords } from './printable-text.ts';
import { rankingTable } from './ranking-table.ts';
import { resultsTable, type ResultsTableOptions } from './results-table.ts';
import { verdictMatrices } from './verdict-matrix.ts';
import { weightsTable } from './weights-table.ts';

/** The gateway's answer as tables under headings: figures, verdicts, ranking, credits. Ends with a line break. */
export function answerReport(response: PromptResponse, layout: ResultsTableOptions): string {
  const { paint } = layout;
  return [
    section('Results', resultsTable(response, layout), paint),
    section('Where judges disagree', disputedPairs(response, layout), paint),
    section('Verdicts (row against column)', verdictMatrices(response, paint), paint),
    section('What each judge said where it changed its mind', orderFlips(response, layout), paint),
    section(rankingTitle(response), rankingTable(response, paint), paint),
    section('Judging', lineOf(judgingWords(response)), paint),
    section('Weight of each judge in the ranking', weightsTable(response, paint), paint),
    section('Warnings', warningLines(response, layout), paint),
    section('Credits', `${creditsText(response)}\n`, paint),
  ].join('');
}

function rankingTitle({ judging }: Pick<PromptResponse, 'judging'>): string {
  return judging === undefined
    ? 'Ranking (mean over opponents and judges)'
    : 'Ranking (by the probability to be best)';
}

function lineOf(words: string): string {
  return words === '' ? '' : `${words}.\n`;
}

/** The warnings about the request as a whole. */
function warningLines(
  { warnings = [] }: Pick<PromptResponse, 'warnings'>,
  { maxWidth, paint }: ResultsTableOptions,
): string {
  return warnings
    .map(({ message }) => wrapWords(onOneLine(message), maxWidth - 2).replaceAll('\n', '\n  '))
    .map((message) => `${paint('yellow', '!')} ${message}\n`)
    .join('');
}

/** Every completed output in full, made safe for a terminal. */
export function outputsText(
  { results }: Pick<PromptResponse, 'results'>,
  paint: Paint,
  width: number,
): string {
  return results
    .map(({ modelId, status, output }, index) => {
      if (status !== 'completed') return '';
      return section(
        `${index + 1}  ${modelId}`,
        `${wrapLines(printableLines(output).trimEnd(), width)}\n`,
        paint,
      );
    })
    .join('');
}

/** Empty for an empty text. */
export function section(title: string, text: string, paint: Paint): string {
  return text === '' ? '' : `\n${paint('bold', title)}\n${text}`;
}

/** Sums of decimals; a credit has six places. */
const ROUNDING = 1e-6;

function creditsText({ results, evaluations, creditsUsed }: PromptResponse): string {
  const answers = results.reduce((sum, { credits = 0 }) => sum + credits, 0);
  if (answers - creditsUsed > ROUNDING)
    return `${formatCredits(creditsUsed)} used: the calls cost more than was held, and the gateway bears the rest.`;
  const judging = formatCredits(Math.max(0, creditsUsed - answers));
  const parts =
    evaluations.length === 0 ? '' : `: ${formatCredits(answers)} for answers, ${judging} for judging`;
  return `${formatCredits(creditsUsed)} used${parts}.`;
}
