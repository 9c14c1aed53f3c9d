import type { ListedPrompt } from '../../generated/prompts-response.ts';
import type { Gateway } from '../shell/gateway.ts';
import { formatCount } from '../../client/figures.ts';
import { textOf } from '../../client/request-parts.ts';
import { announce } from '../shell/announce.ts';
import { byId, element } from '../shell/element.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import { parseRunId } from './address.ts';
import { historyItem, type ItemActions } from './history-item.ts';
import { showWinners } from './show-winners.ts';

const PAGE = 20;
const SETTLE_MS = 350;
/** Pages without a match that are read before the reader is asked whether to continue. */
const MAX_EMPTY_PAGES = 5;
const DAY_MS = 24 * 60 * 60 * 1_000;

interface HistoryOptions {
  readonly gateway: Gateway;
  /** IDs for the filter. */
  readonly models: readonly string[];
  readonly handleProblem: (problem: unknown) => boolean;
  readonly open: (promptLogId: string) => void;
  /** Opens the report of the runs that share a name. */
  readonly report: (label: string) => void;
}

/**
 * A dialog that lists and searches the account's earlier runs by day, one page at a time.
 * @returns a function that opens it.
 */
export function startHistory({ gateway, models, handleProblem, open, report }: HistoryOptions): () => void {
  const dialog = byId('history-dialog', HTMLDialogElement);
  const form = byId('history-form', HTMLFormElement);
  const list = byId('history-list', HTMLElement);
  const state = byId('history-state', HTMLElement);
  const more = byId('history-more', HTMLButtonElement);
  const text = byId('history-text', HTMLInputElement);
  byId('history-model', HTMLSelectElement).append(...models.map((id) => element('option', {}, id)));
  let controller = new AbortController();
  let cursor: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const search = async (isNew: boolean) => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    if (isNew) {
      cursor = null;
      list.replaceChildren();
    }
    more.hidden = true;
    const [from, to] = [byId('history-from', HTMLInputElement), byId('history-to', HTMLInputElement)];
    if (from.value !== '' && to.value !== '' && from.value > to.value) {
      state.textContent = 'The day in “From” is after the one in “To”.';
      return;
    }
    state.textContent = 'Looking …';
    try {
      const runId = parseRunId(text.value.trim());
      if (isNew && runId !== undefined && (await isRun(gateway, runId, signal))) {
        text.value = '';
        choose(runId);
        return;
      }
      let count = 0;
      for (let page = 0; page < MAX_EMPTY_PAGES && count < PAGE; page += 1) {
        const { prompts, nextCursor } = await gateway.list(queryOf(form, cursor), signal);
        count += prompts.length;
        cursor = nextCursor;
        addByDay(list, prompts, actions);
        if (cursor === null) break;
      }
      showWinners(list, (id) => gateway.record(id, signal));
      more.hidden = cursor === null;
      more.textContent = count === 0 ? 'Look further back' : 'Show more';
      const total = list.querySelectorAll('li').length;
      const words = total === 0 ? 'No run found' : formatCount(total, 'run');
      state.textContent = cursor === null ? `${words}.` : `${words} so far.`;
      announce(state.textContent);
    } catch (error) {
      if (signal.aborted) return;
      state.textContent = error instanceof Error ? error.message : 'The gateway does not answer.';
      if (handleProblem(error)) dialog.close();
    }
  };
  const choose = (promptLogId: string) => {
    dialog.close();
    open(promptLogId);
  };
  const searchNow = () => {
    clearTimeout(timer);
    void search(true);
  };
  const listLabel = (label: string) => {
    const field = byId('history-label', HTMLInputElement);
    field.value = label;
    field.closest('details')?.setAttribute('open', '');
    searchNow();
    list.focus();
  };
  const actions = {
    choose,
    list: listLabel,
    report(label: string) {
      dialog.close();
      report(label);
    },
    rename: gateway.label,
    erase: gateway.cancel,
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    searchNow();
  });
  // The fields are cleared after the event.
  form.addEventListener('reset', () => setTimeout(searchNow));
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(true), SETTLE_MS);
  });
  more.addEventListener('click', () => void search(false));
  byId('history-close', HTMLButtonElement).addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => controller.abort());
  return () => {
    if (dialog.open) return;
    dialog.showModal();
    void search(true);
  };
}

/** Whether the account has such a run. */
async function isRun(gateway: Gateway, promptLogId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await gateway.record(promptLogId, signal);
    return true;
  } catch (error) {
    if (error instanceof GatewayProblem && error.status === 404) return false;
    throw error;
  }
}

function queryOf(form: HTMLFormElement, cursor: string | null): Record<string, string> {
  const fields = new FormData(form);
  const value = (name: string) => textOf(fields.get(name)).trim();
  const query: Record<string, string> = {};
  for (const name of ['text', 'model', 'label']) if (value(name) !== '') query[name] = value(name);
  // Days in the reader's time zone.
  if (value('from') !== '') query['from'] = dayStart(value('from'), 0);
  if (value('to') !== '') query['to'] = dayStart(value('to'), DAY_MS);
  // A search looks at each run of a group.
  if (Object.keys(query).length === 0) query['grouped'] = 'true';
  return { ...query, limit: String(PAGE), excerpt: 'true', ...(cursor !== null && { cursor }) };
}

/**
 * @param day as 2026-11-02.
 * @param later milliseconds.
 */
function dayStart(day: string, later: number): string {
  return new Date(new Date(`${day}T00:00`).getTime() + later).toISOString();
}

/** Adds runs below the headings of their days, in the reader's time zone. */
function addByDay(list: HTMLElement, prompts: readonly ListedPrompt[], actions: ItemActions): void {
  for (const prompt of prompts) {
    const day = new Date(prompt.createdAt).toLocaleDateString('en', { dateStyle: 'full' });
    let group = list.lastElementChild;
    if (group?.firstElementChild?.textContent !== day) {
      group = element('section', {}, element('h3', {}, day), element('ul', { 'aria-label': day }));
      list.append(group);
    }
    group.lastElementChild?.append(historyItem(prompt, actions));
  }
}
