import { plainText } from '../../report/plain-text.ts';
import { tree, type Tree } from '../../report/tree.ts';
import { treeMarkup } from '../../report/tree-markup.ts';
import { runDocument, type Part, type SharedRun } from './run-document.ts';

/** Nothing runs in the file and nothing is loaded, whatever an answer holds. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE = `:root{color-scheme:light dark}body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:16px/1.55 system-ui,sans-serif}
pre{padding:.8rem 1rem;border:1px solid #8886;border-radius:8px;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
.scroll{overflow-x:auto}table{border-collapse:collapse}th,td{padding:.35rem .7rem;border:1px solid #8886;text-align:start}
h2{margin-top:2rem;font-size:1.15rem;overflow-wrap:anywhere}.hidden-character{padding:0 .25em;border:1px solid;border-radius:3px;font:.75em monospace}`;

/** A run as one HTML file that needs nothing else. Every text is escaped; there is no script in it. Pure. */
export function runHtml(run: SharedRun): string {
  const body = tree('body', {}, ...runDocument(run).map(treeOf));
  const head = [
    tree('meta', { charset: 'utf-8' }),
    tree('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    tree('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    tree('title', {}, `Run ${run.response.promptLogId}`),
  ];
  const markup = head.map((node) => treeMarkup(node)).join('');
  return `<!doctype html>\n<html lang="en"><head>${markup}<style>${STYLE}</style></head>${treeMarkup(body)}</html>\n`;
}

function treeOf(part: Part): Tree {
  if (part.kind === 'heading') return tree(`h${part.level}`, {}, ...plainText(part.words));
  if (part.kind === 'list')
    return tree('ul', {}, ...part.lines.map((line) => tree('li', {}, ...plainText(line))));
  if (part.kind === 'table') {
    const heads = part.heads.map((name) => tree('th', { scope: 'col' }, name));
    const rows = part.rows.map((cells) =>
      tree('tr', {}, ...cells.map((cell) => tree('td', {}, ...plainText(cell)))),
    );
    return tree('div', { class: 'scroll' }, tree('table', {}, tree('tr', {}, ...heads), ...rows));
  }
  if (part.kind === 'line') return tree('p', {}, part.words);
  return tree('pre', { dir: 'auto' }, ...wholeText(part.text));
}

/** All of a text, which `plainText` would cut. */
function wholeText(text: string): readonly (string | Tree)[] {
  return (text.match(/[^]{1,25000}/gu) ?? []).flatMap((piece) => plainText(piece));
}
