/** @import { RunFacts } from './run-view.js' */
import { element } from '../frame/element.js';
import { figuresTable } from './figures-table.js';
import { outputCard } from './output-card.js';
import { verdictTable } from './verdict-table.js';

/**
 * Everything a run is shown in, still empty.
 * @param {RunFacts} facts
 */
export function createRunParts({ models, judges, retained, cancel }) {
  const heading = element('h2', {}, 'Running');
  const state = element('p', { class: 'run-facts' });
  // Where the form is above the results, its own button is out of sight while they are read.
  const stop = element('button', { type: 'button', class: 'quiet narrow-only' }, 'Cancel');
  stop.addEventListener('click', cancel);
  const actions = element('p', { class: 'run-actions' }, stop);
  const figures = figuresTable(models, judges.length > 0);
  const plot = element('div', { class: 'plot-slot' });
  const cards = models.map(outputCard);
  const compared = models.length > 1 ? judges : [];
  const verdicts = compared.map((modelId, index) => verdictTable({ index, modelId }, models));
  const consensus = element('div', { class: 'consensus-slot' });
  const legend = element('ul', { class: 'legend', 'aria-label': 'What the marks mean' });
  const node = element(
    'div',
    { class: 'run' },
    element(
      'header',
      { class: 'run-head' },
      heading,
      ...(retained ? [] : [element('span', { class: 'badge good' }, 'not retained')]),
      state,
      actions,
    ),
    element('div', { class: 'overview' }, figures.node, plot),
    element('h3', {}, models.length > 1 ? 'Answers side by side' : 'The answer'),
    element('div', { class: 'outputs' }, ...cards.map((card) => card.node)),
    ...(verdicts.length === 0
      ? []
      : [
          consensus,
          element(
            'h3',
            {},
            'Verdicts',
            element('span', { class: 'hint' }, ' row against column; choose one to read why'),
          ),
          element('div', { class: 'judges' }, ...verdicts.map((verdict) => verdict.node)),
          legend,
        ]),
  );
  return { node, heading, state, actions, figures, plot, cards, consensus, verdicts, legend };
}
