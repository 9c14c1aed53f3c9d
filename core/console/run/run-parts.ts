import { element } from '../frame/element.ts';
import { roomOfRun } from './answer-text.ts';
import { figuresTable } from './figures-table.ts';
import { outputCard } from './output-card.ts';
import type { Voting } from '../vote/voting.ts';
import { verdictTable } from './verdict-table.ts';

export interface RunFacts {
  readonly models: readonly string[];
  readonly judges: readonly string[];
  /** Whether the gateway stores its texts. */
  readonly retained: boolean;
  /** When it was sent, in ISO 8601. */
  readonly createdAt: string;
  /** As it was sent, where that is known. */
  readonly request: Readonly<Record<string, unknown>> | undefined;
  readonly cancel: () => void;
  /** Goes on from an answer. */
  readonly answerOn: (request: Readonly<Record<string, unknown>>, output: string) => void;
  /** None where its texts are not stored. */
  readonly voting: Voting | undefined;
  /** Puts the request back into the form. */
  readonly askAgain: (request: Readonly<Record<string, unknown>>) => void;
}

/** Everything a run is shown in, still empty. */
export function createRunParts({ models, judges, retained, cancel }: RunFacts) {
  const heading = element('h2', {}, 'Running');
  const state = element('p', { class: 'run-facts' });
  // Where the form is above the results, its own button is out of sight while they are read.
  const stop = element('button', { type: 'button', class: 'quiet narrow-only' }, 'Cancel');
  stop.addEventListener('click', cancel);
  const actions = element('p', { class: 'run-actions' }, stop);
  const again = element('span', { class: 'slot' });
  const question = element('div', { class: 'slot' });
  const orders = { figures: element('div', { class: 'slot' }), answers: element('div', { class: 'slot' }) };
  const besides = element('div', { class: 'slot besides' });
  const figures = figuresTable(models, judges.length > 0);
  const plot = element('div', { class: 'plot-slot' });
  const room = roomOfRun();
  const cards = models.map((modelId, index) => outputCard(modelId, index, room));
  const outputs = element('div', { class: 'outputs' }, ...cards.map((card) => card.node));
  const compared = models.length > 1 ? judges : [];
  const verdicts = compared.map((modelId, index) => verdictTable({ index, modelId }, models));
  const consensus = element('div', { class: 'consensus-slot' });
  const legend = element('ul', { class: 'legend', 'aria-label': 'What the marks mean' });
  const answers = models.length > 1 ? 'Answers side by side' : 'The answer';
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
    question,
    element('div', { class: 'outputs-head' }, element('h3', {}, 'Figures'), orders.figures),
    element('div', { class: 'overview' }, figures.node, plot),
    element('div', { class: 'outputs-head' }, element('h3', {}, answers), orders.answers),
    outputs,
    besides,
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
  return {
    node,
    heading,
    state,
    actions,
    again,
    question,
    orders,
    outputs,
    besides,
    figures,
    plot,
    cards,
    consensus,
    verdicts,
    legend,
  };
}
