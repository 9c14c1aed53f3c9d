import type { AttachedFile, Draft } from './draft.ts';
import type { Store } from '../shell/store.ts';
import { announce } from '../shell/announce.ts';
import { button, byId, element } from '../shell/element.ts';
import { visibleText } from '../../report/visible-text.ts';
import { textNodes } from '../run/text-nodes.ts';
import { MAX_FILES, readFile, refuseFile } from './read-file.ts';
import { isTextFile, readTextFile, refuseTextFile, TEXT_ACCEPT } from './text-file.ts';

interface FilesPanelOptions {
  /** Media types that any model reads. */
  readonly types: readonly string[];
  /** Opens the file of an eval in place of attaching it, if one of the files is. */
  readonly openRun: (files: readonly File[]) => Promise<boolean>;
}

/** Files by drag and drop, from the clipboard and by the button. A text goes to the end of the prompt. */
export function startFilesPanel(draft: Store<Draft>, { types, openRun }: FilesPanelOptions): void {
  const input = byId('file-input', HTMLInputElement);
  const list = byId('file-list', HTMLElement);
  input.accept = [...types, ...TEXT_ACCEPT].join(',');
  const add = async (files: readonly File[]) => {
    if (await openRun(files)) return;
    const { taken, texts, refused } = sort(files, draft.get().files.length, types);
    const [read, blocks] = await Promise.all([
      readable(taken, readFile, refused),
      readable(texts, readTextFile, refused),
    ]);
    const { files: attached, prompt } = draft.get();
    if (read.length > 0) {
      draft.change({ files: [...attached, ...read] });
      announce(`Attached ${read.map(({ name }) => visibleText(name)).join(', ')}`);
    }
    if (blocks.length > 0) {
      draft.change({ prompt: [prompt.trimEnd(), ...blocks].join('\n\n').trimStart() });
      announce(
        `The prompt ends with the text of ${blocks.length === 1 ? 'the file' : `${blocks.length} files`} now.`,
      );
    }
    byId('files-refused', HTMLElement).textContent = visibleText(refused.join(' '));
  };
  byId('add-files', HTMLButtonElement).addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    void add([...(input.files ?? [])]);
    input.value = '';
  });
  acceptDrops(byId('workspace', HTMLElement), add);
  byId('workspace', HTMLElement).addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void add(files);
  });
  draft.subscribe((now, before) => {
    if (now.files === before.files) return;
    const remove = (file: AttachedFile) => {
      if (file.previewUrl !== undefined) URL.revokeObjectURL(file.previewUrl);
      draft.change({ files: draft.get().files.filter((other) => other !== file) });
      byId('add-files', HTMLButtonElement).focus();
    };
    list.replaceChildren(...now.files.map((file, index) => fileItem(file, index, () => remove(file))));
  });
}

/** What could be read; why something could not goes to `refused`. */
async function readable<T>(
  files: readonly File[],
  read: (file: File) => Promise<T>,
  refused: string[],
): Promise<readonly T[]> {
  const results: T[] = [];
  for (const file of files)
    try {
      results.push(await read(file));
    } catch (error) {
      refused.push(error instanceof Error ? error.message : `“${file.name}” cannot be read.`);
    }
  return results;
}

function sort(
  files: readonly File[],
  already: number,
  types: readonly string[],
): { readonly taken: readonly File[]; readonly texts: readonly File[]; readonly refused: string[] } {
  const taken: File[] = [];
  const texts: File[] = [];
  const refused: string[] = [];
  for (const file of files) {
    const isText = isTextFile(file);
    const isTooMany = (isText ? texts.length : already + taken.length) >= MAX_FILES;
    const most = isText ? `${MAX_FILES} texts are taken at once` : `a request takes ${MAX_FILES}`;
    const wrong = isText ? refuseTextFile(file) : refuseFile(file, types);
    const reason = isTooMany ? `“${file.name}” is one too many: ${most}.` : wrong;
    if (reason !== undefined) refused.push(reason);
    else (isText ? texts : taken).push(file);
  }
  return { taken, texts, refused };
}

function acceptDrops(target: HTMLElement, add: (files: readonly File[]) => Promise<void>): void {
  const shown = byId('drop', HTMLElement);
  target.addEventListener('dragover', () => shown.classList.add('is-dragging'));
  for (const name of ['dragleave', 'drop'])
    target.addEventListener(name, () => shown.classList.remove('is-dragging'));
  target.addEventListener('drop', (event) => void add([...(event.dataTransfer?.files ?? [])]));
}

function fileItem(
  { name, bytes, previewUrl }: AttachedFile,
  index: number,
  remove: () => void,
): HTMLLIElement {
  const preview =
    previewUrl === undefined
      ? element('span', { class: 'file-kind', 'aria-hidden': 'true' }, 'PDF')
      : element('img', { class: 'file-preview', src: previewUrl, alt: '' });
  return element(
    'li',
    { class: 'file', 'data-pointer': `/attachments/${index}` },
    preview,
    element('span', { class: 'file-name' }, ...textNodes(name)),
    element('span', { class: 'hint' }, sizeOf(bytes)),
    button('Remove', remove, { label: `Remove ${visibleText(name)}` }),
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1_024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
