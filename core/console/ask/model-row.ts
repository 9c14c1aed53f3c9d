import type { ModelDescription } from '../../generated/models-response.ts';
import { element } from '../frame/element.ts';
import { endOf, inputsOf, shortPrice, shortTokens, spokenFacts } from './model-words.ts';

/**
 * One model as a checkbox with its facts.
 * @param picker what ids are made of.
 */
export function modelRow(
  model: ModelDescription,
  picker: string,
): { readonly row: HTMLElement; readonly box: HTMLInputElement } {
  const box = element('input', {
    type: 'checkbox',
    id: `${picker}-${model.id}`,
    value: model.id,
    'aria-describedby': `${picker}-${model.id}-facts`,
  });
  const { price, limits, configured } = model;
  const nowMs = Date.now();
  const end = endOf(model, nowMs);
  const row = element(
    'div',
    { class: 'model-row' },
    box,
    element('label', { for: box.id }, model.id),
    element(
      'span',
      { class: 'model-facts', 'aria-hidden': 'true' },
      model.provider,
      ...inputsOf(model).map((input) => element('span', { class: 'tag' }, input)),
      ...(configured ? [] : [element('span', { class: 'tag ends' }, 'no provider key')]),
      ...(end === undefined ? [] : [element('span', { class: 'tag ends' }, end)]),
    ),
    element('span', { class: 'model-context', 'aria-hidden': 'true' }, shortTokens(limits.contextTokens)),
    element(
      'span',
      { class: 'model-price', 'aria-hidden': 'true' },
      `${shortPrice(price.inputUsdPerMillion)} / ${shortPrice(price.outputUsdPerMillion)}`,
    ),
    element(
      'span',
      { class: 'visually-hidden', id: `${picker}-${model.id}-facts` },
      spokenFacts(model, nowMs),
    ),
  );
  return { row, box };
}
