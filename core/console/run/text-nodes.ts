import { visibleNodes } from '../../report/plain-text.ts';
import { treeNode } from '../shell/element.ts';

/**
 * A text of a model or a judge, with names in place of its invisible characters.
 * @param maxNames further ones become dots.
 */
export function textNodes(text: string, maxNames?: number): readonly (Node | string)[] {
  return visibleNodes(text, maxNames).map((part) => (typeof part === 'string' ? part : treeNode(part)));
}
