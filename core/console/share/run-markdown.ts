import { visibleParts } from '../../report/visible-text.ts';
import { codeFence } from '../frame/code-fence.ts';
import { runDocument, type Part, type SharedRun } from './run-document.ts';

/**
 * A run as Markdown. Texts of callers and models are in fences that they cannot close, with their invisible characters
 * named, so that none can become a heading, a link or a picture. Pure.
 */
export function runMarkdown(run: SharedRun): string {
  return [...runDocument(run).map(markdownOf), ''].join('\n\n');
}

function markdownOf(part: Part): string {
  if (part.kind === 'heading') return `${'#'.repeat(part.level)} ${escaped(part.words)}`;
  if (part.kind === 'list') return part.lines.map((line) => `- ${escaped(line)}`).join('\n');
  if (part.kind === 'table')
    return [part.heads, part.heads.map(() => '---'), ...part.rows.map((row) => row.map(escaped))]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n');
  if (part.kind === 'line') return escaped(part.words);
  return fenced(part.text);
}

function fenced(text: string): string {
  const seen = visibleParts(text.replaceAll(/\r\n?/g, '\n'))
    .map(({ text: part, isHidden }) => (isHidden ? `[${part}]` : part))
    .join('');
  const fence = codeFence(seen);
  return `${fence}text\n${seen}\n${fence}`;
}

/** Words whose IDs can do nothing in a line of Markdown. */
function escaped(words: string): string {
  return words.replaceAll(/[\s|]+/g, ' ').replaceAll(/[\\`*_[\]<>#&]/g, (character) => `\\${character}`);
}
