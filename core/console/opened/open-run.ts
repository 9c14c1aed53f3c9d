import type { Run } from '../../board/read-run.ts';
import { buildBoard } from '../../board/board.ts';
import { announce } from '../frame/announce.ts';
import { byId, element, treeNode } from '../frame/element.ts';
import { visibleText } from '../../report/visible-text.ts';
import { promptBody, promptKinds, promptSummary } from '../../report/prompt-item.ts';
import { reportBody } from '../../report/report-body.ts';
import { tree } from '../../report/tree.ts';
import { readRunFile } from './read-run-file.ts';

/** The button that opens the file of a run, whose report then takes the page until it is closed. It needs no key. */
export function startRunViewer(): void {
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
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    // The same file can be chosen again, once it has grown.
    input.value = '';
    if (file !== undefined) void open(file);
  });

  async function open(file: File): Promise<void> {
    opened.hidden = false;
    main.classList.add('shows-run');
    report.replaceChildren();
    const name = visibleText(file.name);
    state.textContent = `Reading ${name} …`;
    try {
      const run = await readRunFile(file, (share) => {
        state.textContent = `Reading ${name} … ${Math.round(share * 100)} %`;
      });
      report.replaceChildren(reportNode(run));
      state.textContent = name;
      announce(`The report of ${name} is open.`);
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

function reportNode({ head, answers, ...rest }: Run): Element {
  const { models } = head.suite;
  const board = buildBoard({ head, answers, ...rest });
  const items = answers.map((answer) =>
    tree('details', { class: promptKinds(answer) }, promptSummary(answer, models)),
  );
  const node = treeNode(reportBody(board, items));
  // A prompt's answers and verdicts are many nodes: they are made when somebody wants to see them.
  for (const [place, item] of node.querySelectorAll('.prompt').entries()) {
    const answer = answers[place];
    if (answer !== undefined)
      item.addEventListener('toggle', () => item.append(treeNode(promptBody(answer, models))), {
        once: true,
      });
  }
  return node;
}
