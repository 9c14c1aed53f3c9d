import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Board } from '../../board/board.ts';
import type { Run } from '../../board/read-run.ts';
import { visibleTree } from '../../report/plain-text.ts';
import { promptBody, promptClasses, promptSummary } from '../../report/prompt-item.ts';
import { reportBody } from '../../report/report-body.ts';
import { tree, type Tree } from '../../report/tree.ts';
import { treeMarkup } from '../../report/tree-markup.ts';

const REPORT = join(import.meta.dirname, '../../report');
const STYLES = ['base.css', 'figures.css', 'report.css'];
/** The limit of prompts shown whole; a browser opens a page of this size within seconds. */
const MAX_CHARACTERS = 40_000_000;

/**
 * A run's report as one HTML file. It loads nothing and runs nothing: there is no script in it, and its content security
 * policy allows none, so an answer stays text whatever it holds.
 */
export function htmlPage(run: Run, board: Board): string {
  const style = STYLES.map((name) => readFileSync(join(REPORT, name), 'utf8')).join('\n');
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const body = treeMarkup(tree('body', {}, tree('main', {}, reportBody(board, prompts(run)))));
  const head = [
    tree('meta', { charset: 'utf-8' }),
    tree('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    tree('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    tree('meta', { name: 'color-scheme', content: 'light dark' }),
    tree('meta', { name: 'referrer', content: 'no-referrer' }),
    visibleTree(tree('title', {}, `${board.name} · Assay`)),
  ];
  // The style is ours and holds no "<"; escaped, it would not be a style.
  return `<!doctype html>\n<html lang="en"><head>${head.map((node) => treeMarkup(node)).join('')}<style>${style}</style></head>${body}</html>\n`;
}

function prompts({ head, answers }: Run): readonly Tree[] {
  const { models } = head.suite;
  let characters = 0;
  return answers.map((answer) => {
    characters += sizeOf(answer);
    const body =
      characters <= MAX_CHARACTERS
        ? promptBody(answer, models)
        : tree(
            'p',
            { class: 'prompt-body hint' },
            'The report is long. The run’s file has the texts of this prompt.',
          );
    return tree('details', { class: promptClasses(answer) }, promptSummary(answer, models), body);
  });
}

function sizeOf({ prompt, response }: Run['answers'][number]): number {
  const outputs = response.results.reduce((sum, { output }) => sum + output.length, 0);
  const grounds = response.evaluations.reduce(
    (sum, { runs }) => sum + runs.reduce((length, { reasoning }) => length + reasoning.length, 0),
    0,
  );
  return prompt.length + outputs + grounds;
}
