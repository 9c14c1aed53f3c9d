import type { AttachedFile, Draft } from './draft.ts';
import type { Store } from '../shell/store.ts';
import { announce } from '../shell/announce.ts';
import { button, byId, element } from '../shell/element.ts';
import { visibleText } from '../../report/visible-text.ts';
import { textNodes } from '../run/text-nodes.ts';
import { MAX_FILES, readFile, refuseFile } from './read-file.ts';
import { isTextFile, readTextFile, refuseTextFile, TEXT_ACCEPT } from './text-file.ts';

interface FilesPanelOptions {
  /** Media types that at least one model reads. */
  readonly types: readonly string[];
  /** Opens the first file of an eval run. @returns whether there is one. */
  readonly openRun: (files: readonly File[]) => Promise<boolean>;
}

/** Attaches files that are dropped, pasted or chosen by the button. Texts are appended to the prompt. */
export function startFilesPanel(draft: Store<Draft>, { types, openRun }: FilesPanelOptions): void {
  const input = byId('file-input', HTMLInputElement);
  const list = byId('file-list', HTMLElement);
  input.accept = [...types, ...TEXT_ACCEPT].join(',');
  const add = async (files: readonly File[]) => {
    if (await openRun(files)) return;
    const { attachable, texts, refusals } = sort(files, draft.get().files.length, types);
    const [read, blocks] = await Promise.all([
      readAll(attachable, readFile, refusals),
      readAll(texts, readTextFile, refusals),
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
    byId('files-refused', HTMLElement).textContent = visibleText(refusals.join(' '));
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

/** Reads files, and adds a reason to `refusals` for each one that fails. */
async function readAll<T>(
  files: readonly File[],
  read: (file: File) => Promise<T>,
  refusals: string[],
): Promise<readonly T[]> {
  const results: T[] = [];
  for (const file of files)
    try {
      results.push(await read(file));
    } catch (error) {
      refusals.push(error instanceof Error ? error.message : `“${file.name}” cannot be read.`);
    }
  return results;
}

function sort(
  files: readonly File[],
  attachedCount: number,
  types: readonly string[],
): {
  readonly attachable: readonly File[];
  readonly texts: readonly File[];
  readonly refusals: string[];
} {
  const attachable: File[] = [];
  const texts: File[] = [];
  const refusals: string[] = [];
  for (const file of files) {
    const isText = isTextFile(file);
    const isTooMany = (isText ? texts.length : attachedCount + attachable.length) >= MAX_FILES;
    const most = isText ? `${MAX_FILES} texts are taken at once` : `a request takes ${MAX_FILES}`;
    const wrong = isText ? refuseTextFile(file) : refuseFile(file, types);
    const reason = isTooMany ? `“${file.name}” is one too many: ${most}.` : wrong;
    if (reason !== undefined) refusals.push(reason);
    else (isText ? texts : attachable).push(file);
  }
  return { attachable, texts, refusals };
}

function acceptDrops(target: HTMLElement, add: (files: readonly File[]) => Promise<void>): void {
  const dropZone = byId('drop', HTMLElement);
  target.addEventListener('dragover', () => dropZone.classList.add('is-dragging'));
  for (const name of ['dragleave', 'drop'])
    target.addEventListener(name, () => dropZone.classList.remove('is-dragging'));
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
