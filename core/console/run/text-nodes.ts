import { element } from '../shell/element.ts';
import { visibleParts } from '../../report/visible-text.ts';

/**
 * A text of a model or a judge, with names in place of its invisible characters.
 * @param maxNames further ones become dots.
 */
export function textNodes(text: string, maxNames?: number): readonly (Node | string)[] {
  return visibleParts(text, maxNames).map((part) =>
    part.isHidden
      ? element('span', { class: 'hidden-character', title: 'A character that is not shown' }, part.text)
      : part.text,
  );
}
