import type { ListedPrompt } from '../../generated/prompts-response.ts';
import { counted, formatFigure } from '../../client/figures.ts';
import { button, element } from '../frame/element.ts';
import { textNodes } from '../run/text-nodes.ts';
import { addressOf } from './address.ts';

export interface ItemActions {
  readonly choose: (promptLogId: string) => void;
  /** Deletes the texts of a run that has ended. @throws GatewayProblem where the gateway refuses. */
  readonly erase: (promptLogId: string) => Promise<unknown>;
}

/** One run of the list: a link, and a button that deletes its texts where there are any. */
export function historyItem(prompt: ListedPrompt, { choose, erase }: ItemActions): HTMLLIElement {
  const { promptLogId, createdAt, creditsUsed, models, judges, textsRetained } = prompt;
  const isJudged = judges.length > 0 && models.length > 1 && textsRetained;
  const time = new Date(createdAt).toLocaleTimeString('en', { timeStyle: 'short' });
  const link = element(
    'a',
    { href: addressOf(promptLogId), ...(isJudged && { 'data-judged': promptLogId }) },
    ...startOf(prompt),
    element(
      'span',
      { class: 'hint' },
      element('time', { datetime: createdAt }, time),
      ` · ${formatFigure(creditsUsed)} credits${judges.length === 0 ? '' : ` · ${counted(judges.length, 'judge')}`}`,
    ),
    element('span', { class: 'hint history-of' }, modelWords(models)),
  );
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(promptLogId);
  });
  const node = element('li', { class: 'row' }, link);
  if (!textsRetained) return node;
  const remove = button('Delete', () => {
    if (remove.textContent === 'Delete') {
      remove.textContent = 'Delete for good';
      return;
    }
    remove.disabled = true;
    erase(promptLogId).then(
      () => {
        const gone = { ...prompt, promptStart: null, zeroDataRetention: true, textsRetained: false };
        const left = historyItem(gone, { choose, erase });
        node.replaceWith(left);
        left.querySelector('a')?.focus();
      },
      (error) => {
        remove.disabled = false;
        remove.textContent = `Not deleted: ${error instanceof Error ? error.message : ''}`;
      },
    );
  });
  remove.addEventListener('blur', () => {
    if (!remove.disabled) remove.textContent = 'Delete';
  });
  node.append(remove);
  return node;
}

function startOf({ promptStart, state, zeroDataRetention }: ListedPrompt): readonly HTMLSpanElement[] {
  if (typeof promptStart === 'string')
    return [element('span', { class: 'history-prompt' }, ...textNodes(promptStart.replaceAll(/\s+/g, ' ')))];
  const ended = zeroDataRetention ? 'Zero data retention: no text is stored' : 'Its texts are not stored';
  const words = { reserved: 'Running …', voided: 'Its gateway failed; nothing was charged', settled: ended };
  return [element('span', { class: 'history-prompt is-gone' }, words[state])];
}

function modelWords(models: readonly string[]): string {
  return models.length <= 4
    ? models.join(', ')
    : `${models.slice(0, 3).join(', ')} and ${models.length - 3} more`;
}
