import type { PromptResponse } from '../../generated/prompt-response.ts';
import { systemText, textOf, turnsOf } from '../../client/request-parts.ts';
import { figuresInWords, judgeRunWords, runFacts, verdictWords, type SharedRun } from './run-words.ts';
import { codeFence } from '../frame/code-fence.ts';
import { visibleParts } from '../../report/visible-text.ts';
import { placeLetter } from '../run/place-letter.ts';
import { wasAsked } from '../../client/verdicts.ts';

/**
 * A run as Markdown. Texts of callers and models are in fences that they cannot close, with their invisible characters
 * named, so that none can become a heading, a link or a picture. Pure.
 */
export function runMarkdown(run: SharedRun): string {
  const { request, response } = run;
  const { promptLogId, results, evaluations } = response;
  const rows = figuresInWords(response).map(
    ({ letter, modelId, status, winRate, rank, latency, tokens, cost }) => {
      const rate = winRate === undefined ? '' : `${winRate} (rank ${rank})`;
      return `| ${[letter, cell(modelId), status, rate, latency, tokens, cost].join(' | ')} |`;
    },
  );
  return [
    `# Run ${promptLogId}`,
    runFacts(run)
      .map((fact) => `- ${cell(fact)}`)
      .join('\n'),
    ...part('System prompt', systemText(request['system_prompt'])),
    ...turnsOf(request['history']).flatMap(({ role, content }) =>
      part(role === 'user' ? 'Asked before' : 'Answered before', content),
    ),
    ...part('Prompt', textOf(request['prompt'])),
    ...part('What the judges look at', textOf(request['judge_prompt'])),
    '## Figures',
    [
      '| | model | status | win rate | latency | tokens in / out | cost |',
      '|---|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
    ...results.flatMap(({ modelId, status, output, error }, index) =>
      part(
        `Answer ${placeLetter(index)}: ${cell(modelId)}`,
        status === 'completed' ? output : `No answer. ${error?.message ?? ''}`,
      ),
    ),
    ...(evaluations.length === 0 ? [] : ['## Verdicts', ...evaluations.filter(wasAsked).map(verdictLine)]),
    '',
  ].join('\n\n');
}

function verdictLine(evaluation: PromptResponse['evaluations'][number]): string {
  const { judge, runs } = evaluation;
  const { pair, outcome } = verdictWords(evaluation, cell);
  const grounds = runs.map((run) =>
    [judgeRunWords(evaluation, run), ...(run.reasoning === '' ? [] : [fenced(run.reasoning)])].join('\n\n'),
  );
  return [`**${cell(judge.modelId)}** on ${pair}: ${outcome}`, ...grounds].join('\n\n');
}

function part(title: string, text: string): readonly string[] {
  return text === '' ? [] : [`## ${title}`, fenced(text)];
}

function fenced(text: string): string {
  const seen = visibleParts(text.replaceAll(/\r\n?/g, '\n'))
    .map(({ text: part, isHidden }) => (isHidden ? `[${part}]` : part))
    .join('');
  const fence = codeFence(seen);
  return `${fence}text\n${seen}\n${fence}`;
}

/** @param text an ID: what it could do in a line of Markdown is escaped. */
function cell(text: string): string {
  return text.replaceAll(/[\s|]+/g, ' ').replaceAll(/[\\`*_[\]<>#&]/g, (character) => `\\${character}`);
}
