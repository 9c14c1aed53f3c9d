import type { ModelDescription } from '../../generated/models-response.ts';
import { element } from '../frame/element.ts';
import { endOf, inputsOf, shortPrice, shortTokens, spokenFacts } from './model-words.ts';

/**
 * One model with its facts, as an option of a list.
 * @param prefix what its id is made of.
 */
export function modelOption(model: ModelDescription, prefix: string): HTMLElement {
  const { id, price, limits, configured, provider } = model;
  const nowMs = Date.now();
  const end = endOf(model, nowMs);
  return element(
    'div',
    {
      class: 'option',
      role: 'option',
      id: `${prefix}-${id}`,
      'data-model': id,
      'aria-selected': 'false',
      'aria-label': `${id}. ${spokenFacts(model, nowMs)}`,
    },
    element('span', { class: 'option-name' }, id),
    element('span', { class: 'option-context' }, shortTokens(limits.contextTokens)),
    element(
      'span',
      { class: 'option-price' },
      `${shortPrice(price.inputUsdPerMillion)} / ${shortPrice(price.outputUsdPerMillion)}`,
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
