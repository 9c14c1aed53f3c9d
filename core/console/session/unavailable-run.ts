import type { PromptRecord } from '../../generated/prompt-record.ts';
import { formatCredits } from '../../client/figures.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import { element } from '../shell/element.ts';
import { timeWords } from '../shell/time-words.ts';

export function showRunWithoutTexts(
  container: HTMLElement,
  { state, zeroDataRetention, createdAt, creditsUsed, models, judges }: PromptRecord,
): void {
  const reason = zeroDataRetention
    ? 'It ran under zero data retention, so its texts were never stored.'
    : 'Its texts are no longer stored.';
  const words = state === 'voided' ? 'The gateway that ran it failed. Nothing was charged.' : reason;
  const judged = judges.length === 0 ? '' : `, judged by ${judges.join(', ')}`;
  const facts = `${timeWords(createdAt)} · ${formatCredits(creditsUsed)} credits · ${models.join(', ')}${judged}`;
  show(
    container,
    'This run cannot be shown',
    element('p', {}, words),
    element('p', { class: 'run-facts' }, facts),
  );
}

export function showOpenFailure(
  container: HTMLElement,
  error: unknown,
  handleProblem: (problem: unknown) => boolean,
): void {
  if (handleProblem(error)) return;
  const isUnknown = error instanceof GatewayProblem && error.status === 404;
  const words = isUnknown
    ? 'The account of your key has no run with this ID. If a colleague sent you the link, use a key of the same account.'
    : error instanceof Error
      ? error.message
      : 'The gateway does not answer.';
  show(container, 'This run cannot be opened', element('p', { role: 'alert' }, words));
}

function show(container: HTMLElement, title: string, ...content: HTMLElement[]): void {
  const head = element('header', { class: 'run-head' }, element('h2', {}, title));
  container.replaceChildren(element('div', { class: 'stack run' }, head, ...content));
}
