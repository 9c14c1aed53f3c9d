import type { Run } from '../../board/read-run.ts';
import { formatCount } from '../../client/figures.ts';
import { buildBoard } from '../../board/board.ts';
import type { AnswerLine } from '../../board/run-lines.ts';
import { announce } from '../shell/announce.ts';
import { addressOf, followHere } from '../history/address.ts';
import { byId, element, treeNode } from '../shell/element.ts';
import { visibleText } from '../../report/visible-text.ts';
import { promptBody, promptClasses, promptSummary } from '../../report/prompt-item.ts';
import { reportBody } from '../../report/report-body.ts';
import { tree } from '../../report/tree.ts';
import type { StoredRun } from './stored-run.ts';
import { readRunFile } from './read-run-file.ts';

/** The start of every run's file. */
const FILE_START = '{"type":"run",';

/** @param progress is called with values from 0 to 1. @throws Error with the reason for the reader. */
type ReadRun = (progress: (share: number) => void) => Promise<Run | StoredRun>;

export interface RunViewer {
  /** Opens the first file that is of a run. @returns whether there is one. */
  readonly openDropped: (files: readonly File[]) => Promise<boolean>;
  /** @param name of the report while it is open. */
  readonly open: (name: string, read: ReadRun) => Promise<void>;
}

/**
 * Connects the button that opens the file of a run. Its report fills the page until it is closed. Files can be dropped on
 * the page, too. Works without a key.
 */
export function startRunViewer(): RunViewer {
  const main = byId('main', HTMLElement);
  const viewer = byId('viewer', HTMLElement);
  const report = byId('viewer-report', HTMLElement);
  const state = byId('viewer-state', HTMLElement);
  const input = byId('run-file', HTMLInputElement);
  const close = () => {
    viewer.hidden = true;
    report.replaceChildren();
    main.classList.remove('shows-run');
    byId('open-run', HTMLButtonElement).focus();
  };
  byId('open-run', HTMLButtonElement).addEventListener('click', () => input.click());
  byId('close-run', HTMLButtonElement).addEventListener('click', close);
  // Otherwise the browser would leave the page and open a dropped file.
  for (const name of ['dragover', 'drop']) addEventListener(name, (event) => event.preventDefault());
  addEventListener('drop', ({ target, dataTransfer }) => {
    // The form handles files that are dropped on it.
    const isForForm = target instanceof Element && target.closest('#workspace') !== null;
    if (!isForForm) void openDropped([...(dataTransfer?.files ?? [])]);
  });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    // Otherwise choosing the same file again would have no effect.
    input.value = '';
    if (file !== undefined) void openFile(file);
  });

  return { openDropped, open };

  async function openDropped(files: readonly File[]): Promise<boolean> {
    for (const file of files) {
      if ((await file.slice(0, FILE_START.length).text()) !== FILE_START) continue;
      await openFile(file);
      return true;
    }
    return false;
  }

  async function openFile(file: File): Promise<void> {
    await open(visibleText(file.name), (progress) => readRunFile(file, progress));
  }

  async function open(name: string, read: ReadRun): Promise<void> {
    viewer.hidden = false;
    main.classList.add('shows-run');
    report.replaceChildren();
    state.textContent = `Reading ${name} …`;
    try {
      const run = await read((share) => {
        state.textContent = `Reading ${name} … ${Math.round(share * 100)} %`;
      });
      report.replaceChildren(reportNode(run, close));
      const omitted = 'omittedRequests' in run ? omittedWords(run.omittedRequests) : '';
      state.textContent = `${name}${omitted}`;
      announce(`The report of ${name} is open${omitted}.`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'it cannot be read';
      report.replaceChildren(
        element('p', { class: 'failure', role: 'alert' }, `${name} cannot be shown: ${reason}`),
      );
      state.textContent = name;
    }
    byId('close-run', HTMLButtonElement).focus();
  }
}

/** Text after the name of a report. @param count of requests. */
function omittedWords(count: number): string {
  if (count === 0) return '';
  return `; ${formatCount(count, 'run')} with other models or judges ${count === 1 ? 'is' : 'are'} left out`;
}

/** @param close is called before the record of a prompt is shown. */
function reportNode({ head, answers, ...rest }: Run, close: () => void): Element {
  const { models } = head.suite;
  const board = buildBoard({ head, answers, ...rest });
  const items = answers.map((answer) =>
    tree('details', { class: promptClasses(answer) }, promptSummary(answer, models)),
  );
  const node = treeNode(reportBody(board, items));
  // The many nodes of a prompt's answers and verdicts are created when it is opened.
  for (const [place, item] of node.querySelectorAll('.prompt').entries()) {
    const answer = answers[place];
    if (answer !== undefined)
      item.addEventListener(
        'toggle',
        () => item.append(treeNode(promptBody(answer, models)), recordLink(answer, close)),
        { once: true },
      );
  }
  return node;
}

/** A link to the stored record of a prompt, which a key of the same account can open. */
function recordLink({ response }: AnswerLine, close: () => void): HTMLElement {
  const href = addressOf(response.promptLogId);
  const link = element('a', { href }, 'Open its record');
  followHere(link, () => {
    close();
    history.pushState(null, '', href);
    dispatchEvent(new PopStateEvent('popstate'));
  });
  return element('p', { class: 'prompt-record' }, link);
}
