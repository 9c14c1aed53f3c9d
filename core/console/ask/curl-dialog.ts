import type { BuiltRequest } from './build-request.ts';
import { curlLine } from '../../client/curl-line.ts';
import { copyFrom } from '../frame/copy-text.ts';
import { byId } from '../frame/element.ts';

/** The shell puts the key in: the command can be shown to anyone. */
const AUTHORIZATION = '"Authorization: Bearer $ASSAY_KEY"';

/**
 * Shows the request as a command for a shell, to be copied.
 * @param build undefined where the draft is no request yet, which it has said.
 */
export function startCurlDialog(url: string, build: () => BuiltRequest | undefined): void {
  const dialog = byId('curl-dialog', HTMLDialogElement);
  const text = byId('curl-text', HTMLPreElement);
  const copy = byId('curl-copy', HTMLButtonElement);
  byId('curl', HTMLButtonElement).addEventListener('click', () => {
    const built = build();
    if (built === undefined) return;
    text.textContent = curlLine({ url, authorization: AUTHORIZATION, body: built.body });
    dialog.showModal();
    copy.focus();
  });
  copy.addEventListener('click', () => void copyFrom(copy, text.textContent ?? ''));
  byId('curl-close', HTMLButtonElement).addEventListener('click', () => dialog.close());
}
