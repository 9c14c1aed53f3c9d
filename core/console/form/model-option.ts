import type { ModelDescription } from '../../generated/models-response.ts';
import { element } from '../shell/element.ts';
import { screenReaderText } from '../../report/pair-matrix.ts';
import { endOf, inputsOf, shortPrice, shortTokens } from './model-words.ts';

/**
 * One model with its facts, as an option of a list.
 * @param prefix of its ID.
 */
export function modelOption(model: ModelDescription, prefix: string): HTMLElement {
  const { id, price, limits, configured, provider } = model;
  const end = endOf(model, Date.now());
  return element(
    'div',
    {
      class: 'option',
      role: 'option',
      id: `${prefix}-${id}`,
      'data-model': id,
      'aria-selected': 'false',
    },
    element('span', { class: 'option-name' }, id),
    element(
      'span',
      { class: 'option-context' },
      shortTokens(limits.contextTokens),
      screenReaderText(' tokens of context'),
    ),
    element(
      'span',
      { class: 'option-price' },
      `${shortPrice(price.inputUsdPerMillion)} / ${shortPrice(price.outputUsdPerMillion)}`,
      screenReaderText(' for a million tokens in and out'),
    ),
    element(
      'span',
      { class: 'option-facts' },
      provider,
      ...inputsOf(model).map((input) => element('span', { class: 'tag' }, input)),
      ...(configured ? [] : [element('span', { class: 'tag ends' }, 'no provider key')]),
      ...(end === undefined ? [] : [element('span', { class: 'tag ends' }, end)]),
    ),
  );
}
