import { element } from '../shell/element.ts';
import { visibleParts } from '../../report/visible-text.ts';

/**
 * A model's or judge's text with its invisible characters named.
 * @param maxMarked how many are named.
 */
export function textNodes(text: string, maxMarked?: number): readonly (Node | string)[] {
  return visibleParts(text, maxMarked).map((part) =>
    part.isHidden
      ? element('span', { class: 'hidden-character', title: 'A character that is not shown' }, part.text)
      : part.text,
  );
}
