import type { PromptResponse } from '../../generated/prompt-response.ts';
import { systemText, textOf, turnsOf } from '../../client/request-parts.ts';
import { figuresInWords, judgeRunWords, runFacts, verdictWords, type SharedRun } from './run-words.ts';
import { plainText } from '../../report/plain-text.ts';
import { tree, type Tree } from '../../report/tree.ts';
import { treeMarkup } from '../../report/tree-markup.ts';
import { placeLetter } from '../run/place-letter.ts';
import { wasAsked } from '../../client/verdicts.ts';

/** Nothing runs in the file and nothing is loaded, whatever an answer holds. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE = `:root{color-scheme:light dark}body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:16px/1.55 system-ui,sans-serif}
pre{padding:.8rem 1rem;border:1px solid #8886;border-radius:8px;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
.scroll{overflow-x:auto}table{border-collapse:collapse}th,td{padding:.35rem .7rem;border:1px solid #8886;text-align:start}
h2{margin-top:2rem;font-size:1.15rem;overflow-wrap:anywhere}.hidden-character{padding:0 .25em;border:1px solid;border-radius:3px;font:.75em monospace}`;

/** A run as one HTML file that needs nothing else. Every text is escaped; there is no script in it. Pure. */
export function runHtml(run: SharedRun): string {
  const { request, response } = run;
  const { promptLogId, results, evaluations } = response;
  const rows = figuresInWords(response).map(
    ({ letter, modelId, status, winRate, rank, latency, tokens, cost }) => {
      const rate = winRate === undefined ? '' : `${winRate}, rank ${rank}`;
      const figures = [status, rate, latency, tokens, cost];
      return tree('tr', {}, tree('th', { scope: 'row' }, `${letter} ${modelId}`), ...cells(figures));
    },
  );
  const headings = ['Model', 'Status', 'Win rate', 'Latency', 'Tokens in / out', 'Cost'];
  const heads = headings.map((text) => tree('th', { scope: 'col' }, text));
  const body = tree(
    'body',
    {},
    tree('h1', {}, `Run ${promptLogId}`),
    tree('ul', {}, ...runFacts(run).map((fact) => tree('li', {}, ...plainText(fact)))),
    ...part('System prompt', systemText(request['system_prompt'])),
    ...turnsOf(request['history']).flatMap(({ role, content }) =>
      part(role === 'user' ? 'Asked before' : 'Answered before', content),
    ),
    ...part('Prompt', textOf(request['prompt'])),
    ...part('What the judges look at', textOf(request['judge_prompt'])),
    tree('h2', {}, 'Figures'),
    tree('div', { class: 'scroll' }, tree('table', {}, tree('tr', {}, ...heads), ...rows)),
    ...results.flatMap(({ modelId, status, output, error }, index) =>
      part(
        `Answer ${placeLetter(index)}: ${modelId}`,
        status === 'completed' ? output : `No answer. ${error?.message ?? ''}`,
      ),
    ),
    ...(evaluations.length === 0
      ? []
      : [tree('h2', {}, 'Verdicts'), ...evaluations.filter(wasAsked).flatMap(verdictParts)]),
  );
  const head = [
    tree('meta', { charset: 'utf-8' }),
    tree('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    tree('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    tree('title', {}, `Run ${promptLogId}`),
  ];
  const markup = head.map((node) => treeMarkup(node)).join('');
  return `<!doctype html>\n<html lang="en"><head>${markup}<style>${STYLE}</style></head>${treeMarkup(body)}</html>\n`;
}

function cells(figures: readonly string[]): readonly Tree[] {
  return figures.map((figure) => tree('td', {}, figure));
}

function verdictParts(evaluation: PromptResponse['evaluations'][number]): readonly Tree[] {
  const { judge, runs } = evaluation;
  const { pair, outcome } = verdictWords(evaluation, (id) => id);
  return [
    tree('h3', {}, `${judge.modelId} on ${pair}: ${outcome}`),
    ...runs.flatMap((run) => [
      tree('p', {}, judgeRunWords(evaluation, run)),
      ...(run.reasoning === '' ? [] : [tree('pre', { dir: 'auto' }, ...wholeText(run.reasoning))]),
    ]),
  ];
}

function part(title: string, text: string): readonly Tree[] {
  return text === '' ? [] : [tree('h2', {}, title), tree('pre', { dir: 'auto' }, ...wholeText(text))];
}

/** All of a text, which `plainText` would cut. */
function wholeText(text: string): readonly (string | Tree)[] {
  return (text.match(/[^]{1,25000}/gu) ?? []).flatMap((piece) => plainText(piece));
}
