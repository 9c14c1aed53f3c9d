import { requestTexts, textOf, type RequestBody } from '../../client/request-parts.ts';
import { element } from '../shell/element.ts';
import { textNodes } from '../run/text-nodes.ts';

const MAX_SUMMARY_CHARACTERS = 160;
/** The page cuts longer texts; the exported JSON contains all of them. */
const MAX_SHOWN_CHARACTERS = 100_000;

/**
 * The question of a run in one line, which opens to its texts.
 * @param request as it was sent or stored.
 * @param name of the run, if it has one.
 */
export function questionNode(request: RequestBody, name: string | undefined): HTMLElement {
  const prompt = textOf(request['prompt']);
  const start = prompt.slice(0, MAX_SUMMARY_CHARACTERS).replaceAll(/\s+/g, ' ');
  const cut = prompt.length > MAX_SUMMARY_CHARACTERS ? ' …' : '';
  return element(
    'details',
    { class: 'question' },
    element(
      'summary',
      {},
      ...(name === undefined ? [] : [element('strong', {}, ...textNodes(name)), ' ']),
      element('span', { class: 'question-start' }, ...textNodes(start), cut),
    ),
    ...requestTexts(request).flatMap(([title, text]) => textPart(title, text)),
  );
}

function textPart(title: string, text: string): readonly HTMLElement[] {
  const cut = text.length > MAX_SHOWN_CHARACTERS ? ['\n…'] : [];
  return [
    element('h4', {}, title),
    element(
      'pre',
      { class: 'long-text', tabindex: 0, role: 'region', 'aria-label': title, dir: 'auto' },
      ...textNodes(text.slice(0, MAX_SHOWN_CHARACTERS)),
      ...cut,
    ),
  ];
}
