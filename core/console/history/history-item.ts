import type { ListedPrompt } from '../../generated/prompts-response.ts';
import { formatCount, formatFigure } from '../../client/figures.ts';
import { button, element } from '../shell/element.ts';
import { textNodes } from '../run/text-nodes.ts';
import { addressOf, followHere } from './address.ts';
import { askForName } from './rename.ts';

/** The gateway does not count further. */
const MAX_COUNT = 1_000;

export interface ItemActions {
  readonly choose: (promptLogId: string) => void;
  /** Lists the runs that share a name. */
  readonly list: (label: string) => void;
  /** Opens the report of the runs that share a name. */
  readonly report: (label: string) => void;
  /** Stores another name of a run. @throws GatewayProblem if the gateway refuses, as `erase` does. */
  readonly rename: (promptLogId: string, label: string | null) => Promise<unknown>;
  /** Deletes the texts of a run that has ended. */
  readonly erase: (promptLogId: string) => Promise<unknown>;
}

/** One run of the list, with buttons that rename and delete it, or the runs that share a name. */
export function historyItem(prompt: ListedPrompt, actions: ItemActions): HTMLLIElement {
  const { promptLogId, creditsUsed, models, judges, textsRetained, label, labelCount = 1 } = prompt;
  if (label !== undefined && labelCount > 1) return groupItem(prompt, label, actions);
  const isJudged = judges.length > 0 && models.length > 1 && textsRetained;
  const judgesWords = judges.length === 0 ? '' : ` · ${formatCount(judges.length, 'judge')}`;
  const link = element(
    'a',
    { href: addressOf(promptLogId), ...(isJudged && { 'data-judged': promptLogId }) },
    ...titleOf(prompt),
    timeOf(prompt, ` · ${formatFigure(creditsUsed)} credits${judgesWords}`),
    element('span', { class: 'hint history-of' }, modelWords(models)),
  );
  followHere(link, () => actions.choose(promptLogId));
  const node = element('li', { class: 'row' }, link);
  const { label: _, ...unnamed } = prompt;
  const replace = (next: ListedPrompt) => {
    const item = historyItem(next, actions);
    node.replaceWith(item);
    item.querySelector('a')?.focus();
  };
  if (textsRetained)
    node.append(
      button('Rename', () =>
        askForName(label ?? '', async (name) => {
          await actions.rename(promptLogId, name);
          replace({ ...unnamed, ...(name !== null && { label: name }) });
        }),
      ),
      deleteButton(
        () => actions.erase(promptLogId),
        () => replace({ ...unnamed, promptStart: null, zeroDataRetention: true, textsRetained: false }),
      ),
    );
  return node;
}

function groupItem(prompt: ListedPrompt, label: string, actions: ItemActions): HTMLLIElement {
  const { models, labelCount = 1 } = prompt;
  const words = element('span', { class: 'history-prompt' }, ...textNodes(label));
  const count = ` · ${labelCount < MAX_COUNT ? formatCount(labelCount, 'run') : `${MAX_COUNT} runs or more`}`;
  const open = button('', () => actions.list(label), { kind: 'history-group' });
  open.append(
    words,
    timeOf(prompt, count),
    element('span', { class: 'hint history-of' }, modelWords(models)),
  );
  const report = button('Report', () => actions.report(label), { label: `Report of ${label}` });
  return element('li', { class: 'row' }, open, report);
}

function timeOf({ createdAt }: ListedPrompt, more: string): HTMLElement {
  const time = new Date(createdAt).toLocaleTimeString('en', { timeStyle: 'short' });
  return element('span', { class: 'hint' }, element('time', { datetime: createdAt }, time), more);
}

/** Deletes when it is pressed a second time. */
function deleteButton(erase: () => Promise<unknown>, onErased: () => void): HTMLButtonElement {
  const remove = button('Delete', () => {
    if (remove.textContent === 'Delete') {
      remove.textContent = 'Delete for good';
      return;
    }
    remove.disabled = true;
    erase().then(onErased, (error) => {
      remove.disabled = false;
      remove.textContent = `Not deleted: ${error instanceof Error ? error.message : ''}`;
    });
  });
  remove.addEventListener('blur', () => {
    if (!remove.disabled) remove.textContent = 'Delete';
  });
  return remove;
}

/** The name of a run, if it has one, and the start of its prompt. */
function titleOf(prompt: ListedPrompt): readonly HTMLSpanElement[] {
  const { label } = prompt;
  if (label === undefined) return [startOf(prompt, 'history-prompt')];
  const name = element('span', { class: 'history-prompt' }, ...textNodes(label));
  return [name, startOf(prompt, 'hint history-start')];
}

function startOf({ promptStart, state, zeroDataRetention }: ListedPrompt, kind: string): HTMLSpanElement {
  if (typeof promptStart === 'string')
    return element('span', { class: kind }, ...textNodes(promptStart.replaceAll(/\s+/g, ' ')));
  const ended = zeroDataRetention ? 'Zero data retention: no text is stored' : 'Its texts are not stored';
  const words = { reserved: 'Running …', voided: 'Its gateway failed; nothing was charged', settled: ended };
  return element('span', { class: `${kind} is-gone` }, words[state]);
}

function modelWords(models: readonly string[]): string {
  return models.length <= 4
    ? models.join(', ')
    : `${models.slice(0, 3).join(', ')} and ${models.length - 3} more`;
}
