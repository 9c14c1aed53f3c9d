import { openDialog } from '../shell/dialog.ts';
import { button, element } from '../shell/element.ts';
import { saveFile } from '../shell/save-file.ts';
import { runMarkdown, type ExportedRun } from './run-markdown.ts';

/**
 * The button that opens a dialog, which describes the contents of a run's file and saves it.
 * @param run returns what is known of the run.
 */
export function exportButton(run: () => ExportedRun): HTMLButtonElement {
  const node = button('Export', () => openExport(run()));
  node.ariaHasPopup = 'dialog';
  return node;
}

function openExport(run: ExportedRun): void {
  const { request, response, createdAt } = run;
  const name = `run-${response.promptLogId}`;
  const save = (words: string, ending: string, type: string, text: () => string) =>
    button(words, () => {
      saveFile(`${name}.${ending}`, type, text());
      dialog.close();
    });
  const json = () => `${JSON.stringify({ createdAt, request, response }, undefined, 2)}\n`;
  const dialog = openDialog(
    'Export this run',
    element(
      'p',
      {},
      'The file holds the prompt, the system prompt, every answer, every verdict with its reasons, and the costs, ',
      'as readable text. Whoever gets the file can read it. Your key is not in it.',
    ),
    element(
      'p',
      { class: 'row' },
      save('JSON', 'json', 'application/json', json),
      save('Markdown', 'md', 'text/markdown', () => runMarkdown(run)),
    ),
  );
}
