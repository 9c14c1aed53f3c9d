import type { Result } from '../../generated/prompt-response.ts';
import { diffArrays } from 'diff';
import { element } from '../frame/element.ts';
import { textNodes } from '../run/text-nodes.ts';
import { wordDiff, type DiffPart } from './word-diff.ts';
import { placeLetter } from '../run/place-letter.ts';

/**
 * Two answers beside each other with their differences marked. Closed at first: comparing takes work.
 * @returns nothing where there are no two answers.
 */
export function comparePanel(results: readonly Result[]): readonly HTMLElement[] {
  const answered = results.flatMap((result, index) =>
    result.status === 'completed' && result.output !== '' ? [{ ...result, index }] : [],
  );
  const [first, second] = answered;
  if (first === undefined || second === undefined) return [];
  const options = () =>
    answered.map(({ index, modelId }) =>
      element('option', { value: index }, `${placeLetter(index)} ${modelId}`),
    );
  const left = element('select', { 'aria-label': 'Answer on the left' }, ...options());
  const right = element('select', { 'aria-label': 'Answer on the right' }, ...options());
  left.value = String(first.index);
  right.value = String(second.index);
  const body = element('div', { class: 'compare-body' });
  const show = () => {
    const texts = [left, right].map(({ value }) => results[Number(value)]?.output ?? '');
    body.replaceChildren(...sides(texts[0] ?? '', texts[1] ?? ''));
  };
  for (const select of [left, right]) select.addEventListener('change', show);
  const panel = element(
    'details',
    { class: 'compare panel' },
    element('summary', {}, 'Compare two answers word by word'),
    element('div', { class: 'compare-choice' }, left, right),
    body,
  );
  panel.addEventListener('toggle', () => {
    if (panel.open && body.childElementCount === 0) show();
  });
  return [panel];
}

function sides(left: string, right: string): readonly HTMLElement[] {
  const parts = wordDiff(left, right, diffArrays);
  if (parts === undefined)
    return [
      element('p', { class: 'hint' }, 'They differ too much to mark where.'),
      side('left', [{ side: 'same', text: left }]),
      side('right', [{ side: 'same', text: right }]),
    ];
  return [side('left', parts), side('right', parts)];
}

function side(own: 'left' | 'right', parts: readonly DiffPart[]): HTMLPreElement {
  const nodes = parts
    .filter((part) => part.side === 'same' || part.side === own)
    .flatMap((part) =>
      part.side === 'same'
        ? textNodes(part.text)
        : [element('mark', { class: own }, ...textNodes(part.text))],
    );
  return element(
    'pre',
    { class: 'long-text', tabindex: 0, role: 'region', 'aria-label': `Answer on the ${own}`, dir: 'auto' },
    ...nodes,
  );
}
