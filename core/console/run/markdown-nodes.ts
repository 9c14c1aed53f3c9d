import MarkdownIt from 'markdown-it/browser';
import { copyButton } from '../shell/copy-text.ts';
import { element } from '../shell/element.ts';
import { textNodes } from './text-nodes.ts';

/** A longer text is shown as its source, because parsing it would block the page noticeably. */
export const MAX_MARKDOWN_CHARACTERS = 60_000;

/** An answer with more nodes is shown as its source, because the layout of such a table would block the page. */
const MAX_NODES = 5_000;

/** HTML in an answer stays text; addresses become links only by Markdown's syntax. */
const parser = new MarkdownIt({ html: false, linkify: false });

const TAGS: Readonly<Record<string, keyof HTMLElementTagNameMap>> = {
  paragraph_open: 'p',
  bullet_list_open: 'ul',
  ordered_list_open: 'ol',
  list_item_open: 'li',
  blockquote_open: 'blockquote',
  table_open: 'table',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
  th_open: 'th',
  td_open: 'td',
  em_open: 'em',
  strong_open: 'strong',
  s_open: 's',
};

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number];

/**
 * Converts an answer's Markdown into nodes of a fixed set of elements. No text of the answer is parsed as HTML, so nothing
 * needs to be sanitized. A picture is not loaded, but becomes a link with its description.
 * @param source at most `MAX_MARKDOWN_CHARACTERS`.
 * @returns undefined if there would be too many nodes.
 */
export function markdownNodes(source: string): readonly Node[] | undefined {
  const root = element('div');
  const isWhole = fill(root, parser.parse(source, {}), { nodes: MAX_NODES });
  return isWhole ? [...root.childNodes] : undefined;
}

/**
 * @param left number of nodes that may still be created.
 * @returns whether all tokens were converted.
 */
function fill(root: HTMLElement, tokens: readonly Token[], left: { nodes: number }): boolean {
  const open = [root];
  for (const token of tokens) {
    const parent = open.at(-1) ?? root;
    if (token.nesting === -1) {
      if (open.length > 1) open.pop();
    } else if (token.nesting === 1 && token.hidden) {
      // A paragraph in a tight list has no element.
      open.push(parent);
    } else if (token.nesting === 1) {
      const node = containerOf(token);
      parent.append(node);
      open.push(node);
      left.nodes -= 1;
    } else if (token.type === 'inline') {
      fill(parent, token.children ?? [], left);
    } else {
      const nodes = leafOf(token);
      parent.append(...nodes);
      for (const node of nodes) left.nodes -= sizeOf(node);
    }
    if (left.nodes < 0) return false;
  }
  return true;
}

function sizeOf(node: Node | string): number {
  return node instanceof Element ? 1 + node.querySelectorAll('*').length : 1;
}

function containerOf(token: Token): HTMLElement {
  // Headings of an answer rank below the page's own.
  if (token.type === 'heading_open')
    return element('p', { class: 'heading', role: 'heading', 'aria-level': 5 });
  if (token.type === 'link_open') return linkTo(String(token.attrGet('href') ?? ''));
  const start = token.type === 'ordered_list_open' ? token.attrGet('start') : null;
  return element(TAGS[token.type] ?? 'span', { ...(start !== null && { start }) });
}

function leafOf(token: Token): readonly (string | Node)[] {
  const { type, content } = token;
  if (type === 'image') {
    const picture = linkTo(String(token.attrGet('src') ?? ''));
    picture.append(...textNodes(content === '' ? 'picture' : content));
    return [picture];
  }
  // Models mean the line breaks that they write.
  if (type === 'softbreak' || type === 'hardbreak') return [element('br'), '\n'];
  if (type === 'hr') return [element('hr')];
  if (type === 'code_inline') return [element('code', {}, ...textNodes(content))];
  if (type === 'fence' || type === 'code_block')
    return [
      element(
        'div',
        { class: 'code-block' },
        element('pre', { tabindex: 0 }, element('code', {}, ...textNodes(content))),
        copyButton(() => content, 'Copy the code'),
      ),
    ];
  return textNodes(content);
}

const WEB = new Set(['http:', 'https:', 'mailto:']);

function linkTo(address: string): HTMLSpanElement {
  const url = URL.parse(address);
  if (url === null || !WEB.has(url.protocol)) return element('span', { title: address });
  return element('a', {
    href: url.href,
    title: url.href,
    target: '_blank',
    rel: 'noopener noreferrer nofollow',
  });
}
