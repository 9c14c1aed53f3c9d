import { element } from '../shell/element.ts';
import type { Answer, Progress } from '../../client/ask-gateway.ts';
import type { RequestBody } from '../../client/request-parts.ts';
import { createRenderBudget } from './answer-text.ts';
import { outputCard } from './output-card.ts';
import type { Voting } from '../vote/voting.ts';
import { verdictPanel } from './verdict-panel.ts';

export interface RunFacts {
  readonly models: readonly string[];
  readonly judges: readonly string[];
  /** Whether the gateway stores its texts. */
  readonly isRetained: boolean;
  /** Time of the request in ISO 8601. */
  readonly createdAt: string;
  /** Undefined until it is known. */
  readonly request: RequestBody | undefined;
  /** From the quote before it was sent, if there was one. */
  readonly creditsExpected?: number | undefined;
  /** Undefined until the gateway has held them. */
  readonly creditsHeld?: number | undefined;
  /** Starts a request that continues from an answer. */
  readonly continueFrom: (request: RequestBody, output: string) => void;
  /** Undefined if its texts are not stored. */
  readonly voting: Voting | undefined;
  /** Puts the request back into the form. */
  readonly editRequest: (request: RequestBody) => void;
  /** Asks the reader for another name of the run. */
  readonly rename: (promptLogId: string, request: RequestBody) => void;
  /** Sends another request, whose answer this run shows. */
  readonly sendAlongside: (request: RequestBody, progress: Progress) => Promise<Answer>;
}

/** A run whose request may arrive later. */
export interface RunWithLateRequest extends Omit<RunFacts, 'request'> {
  /** @returns undefined until it is known. */
  readonly request: () => RunFacts['request'];
}

/** The empty elements of a run: headline, answers, figures and verdicts. */
export function createRunParts({ models, judges, isRetained }: RunFacts) {
  const heading = element('h2', {}, 'Running');
  const state = element('p', { class: 'run-facts' });
  const actions = element('p', { class: 'row run-actions' });
  const editSlot = element('span', { class: 'slot' });
  const reading = element('div', { class: 'slot' });
  const budget = createRenderBudget();
  const cards = models.map((modelId, index) => outputCard(modelId, index, budget));
  const outputs = element('div', { class: 'outputs' }, ...cards.map((card) => card.node));
  const vote = element('div', { class: 'slot' });
  const figures = element('div', { class: 'stack overview' });
  const isCompared = judges.length > 0 && models.length > 1;
  const verdicts = isCompared ? verdictPanel(models, judges.length) : undefined;
  const node = element(
    'div',
    { class: 'stack run' },
    element(
      'header',
      { class: 'run-head' },
      heading,
      ...(isRetained ? [] : [element('span', { class: 'badge good' }, 'not retained')]),
      state,
      actions,
    ),
    reading,
    outputs,
    vote,
    ...(verdicts === undefined ? [] : [verdicts.node]),
    figures,
  );
  return { node, heading, state, actions, editSlot, reading, outputs, vote, figures, cards, verdicts };
}
