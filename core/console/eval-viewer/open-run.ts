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
import type { KeptRun } from './kept-run.ts';
import { readRunFile } from './read-run-file.ts';

/** How every file of a run begins. */
const BEGINNING = '{"type":"run",';

/** @param progress from 0 to 1. @throws Error that says why there is no run. */
type ReadRun = (progress: (share: number) => void) => Promise<Run | KeptRun>;

export interface RunViewer {
  /** Opens the first of some files that is of a run. @returns whether there is one. */
  readonly openDropped: (files: readonly File[]) => Promise<boolean>;
  /** @param name what the report is called while it is open. */
  readonly open: (name: string, read: ReadRun) => Promise<void>;
}

/**
 * The button that opens the file of a run, whose report then takes the page until it is closed, as a file does that is
 * dropped on the page, also without a key.
 */
export function startRunViewer(): RunViewer {
  const main = byId('main', HTMLElement);
  const opened = byId('opened', HTMLElement);
  const report = byId('opened-report', HTMLElement);
  const state = byId('opened-state', HTMLElement);
  const input = byId('run-file', HTMLInputElement);
  const close = () => {
    opened.hidden = true;
    report.replaceChildren();
    main.classList.remove('shows-run');
    byId('open-run', HTMLButtonElement).focus();
  };
  byId('open-run', HTMLButtonElement).addEventListener('click', () => input.click());
  byId('close-run', HTMLButtonElement).addEventListener('click', close);
  // Without this the page would be left for a file that is dropped.
  for (const name of ['dragover', 'drop']) addEventListener(name, (event) => event.preventDefault());
  addEventListener('drop', ({ target, dataTransfer }) => {
    // The form looks by itself at what it gets.
    const isForForm = target instanceof Element && target.closest('#workspace') !== null;
    if (!isForForm) void openDropped([...(dataTransfer?.files ?? [])]);
  });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    // The same file can be chosen again, once it has grown.
    input.value = '';
    if (file !== undefined) void openFile(file);
  });

  return { openDropped, open };

  async function openDropped(files: readonly File[]): Promise<boolean> {
    for (const file of files) {
      if ((await file.slice(0, BEGINNING.length).text()) !== BEGINNING) continue;
      await openFile(file);
      return true;
    }
    return false;
  }

  async function openFile(file: File): Promise<void> {
    await open(visibleText(file.name), (progress) => readRunFile(file, progress));
  }

  async function open(name: string, read: ReadRun): Promise<void> {
    opened.hidden = false;
    main.classList.add('shows-run');
    report.replaceChildren();
    state.textContent = `Reading ${name} …`;
    try {
      const run = await read((share) => {
        state.textContent = `Reading ${name} … ${Math.round(share * 100)} %`;
      });
      report.replaceChildren(reportNode(run, close));
      const leftOut = 'leftOut' in run ? leftOutWords(run.leftOut) : '';
      state.textContent = `${name}${leftOut}`;
      announce(`The report of ${name} is open${leftOut}.`);
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

/** Follows the name of a report. @param count of requests. */
function leftOutWords(count: number): string {
  if (count === 0) return '';
  return `; ${formatCount(count, 'run')} with other models or judges ${count === 1 ? 'is' : 'are'} left out`;
}

/** @param close gives the page back to the record of a prompt. */
function reportNode({ head, answers, ...rest }: Run, close: () => void): Element {
  const { models } = head.suite;
  const board = buildBoard({ head, answers, ...rest });
  const items = answers.map((answer) =>
    tree('details', { class: promptClasses(answer) }, promptSummary(answer, models)),
  );
  const node = treeNode(reportBody(board, items));
  // A prompt's answers and verdicts are many nodes: they are made when somebody wants to see them.
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

/** A link to what the gateway keeps of a prompt, if the reader's key is of the account that asked it. */
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
