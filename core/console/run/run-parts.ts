import { element } from '../shell/element.ts';
import type { Answer, Progress } from '../../client/ask-gateway.ts';
import { roomOfRun } from './answer-text.ts';
import { outputCard } from './output-card.ts';
import type { Voting } from '../vote/voting.ts';
import { verdictPanel } from './verdict-panel.ts';

/** As it was sent, or as a record has it. */
export type RequestBody = Readonly<Record<string, unknown>>;

export interface RunFacts {
  readonly models: readonly string[];
  readonly judges: readonly string[];
  /** Whether the gateway stores its texts. */
  readonly retained: boolean;
  /** When it was sent, in ISO 8601. */
  readonly createdAt: string;
  /** As it was sent, where that is known. */
  readonly request: RequestBody | undefined;
  /** Credits that it was to cost in the mean, where that was asked. */
  readonly expected?: number | undefined;
  /** Credits that are reserved for it, where that is known. */
  readonly held?: number | undefined;
  /** Goes on from an answer. */
  readonly answerOn: (request: RequestBody, output: string) => void;
  /** None where its texts are not stored. */
  readonly voting: Voting | undefined;
  /** Puts the request back into the form. */
  readonly askAgain: (request: RequestBody) => void;
  /** Has the reader give the run another name. */
  readonly rename: (promptLogId: string, request: RequestBody) => void;
  /** Sends another request whose answer is shown in this run. */
  readonly askBesides: (request: RequestBody, progress: Progress) => Promise<Answer>;
}

/** A run whose request may become known later. */
export interface KnownRun extends Omit<RunFacts, 'request'> {
  /** As far as it is known by now. */
  readonly request: () => RunFacts['request'];
}

/** Everything a run is shown in, still empty: what came of it, the answers, the figures, the verdicts. */
export function createRunParts({ models, judges, retained }: RunFacts) {
  const heading = element('h2', {}, 'Running');
  const state = element('p', { class: 'run-facts' });
  const actions = element('p', { class: 'row run-actions' });
  const again = element('span', { class: 'slot' });
  const reading = element('div', { class: 'slot' });
  const room = roomOfRun();
  const cards = models.map((modelId, index) => outputCard(modelId, index, room));
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
      ...(retained ? [] : [element('span', { class: 'badge good' }, 'not retained')]),
      state,
      actions,
    ),
    reading,
    outputs,
    vote,
    ...(verdicts === undefined ? [] : [verdicts.node]),
    figures,
  );
  return { node, heading, state, actions, again, reading, outputs, vote, figures, cards, verdicts };
}
