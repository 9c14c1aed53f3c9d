import type { BuiltRequest } from './build-request.ts';
import { curlLine } from '../../client/curl-line.ts';
import { copyFrom } from '../shell/copy-text.ts';
import { openDialog } from '../shell/dialog.ts';
import { button, byId, element } from '../shell/element.ts';

/** The shell puts the key in: the command can be shown to anyone. */
const AUTHORIZATION = '"Authorization: Bearer $ASSAY_KEY"';

/**
 * Shows the request as a command for a shell, to be copied.
 * @param build undefined where the draft is no request yet, which it has said.
 */
export function startCurlDialog(url: string, build: () => BuiltRequest | undefined): void {
  byId('curl', HTMLButtonElement).addEventListener('click', () => {
    const built = build();
    if (built === undefined) return;
    const command = curlLine({ url, authorization: AUTHORIZATION, body: built.body });
    const copy = button('Copy', () => void copyFrom(copy, command), { kind: 'primary' });
    openDialog(
      'The same request as a command',
      element(
        'p',
        { class: 'hint' },
        'Put your key into ',
        element('code', {}, 'ASSAY_KEY'),
        '; files are read from the folder it is run in.',
      ),
      element('pre', { id: 'curl-text', tabindex: 0 }, command),
      element('p', {}, copy),
    );
    copy.focus();
  });
}
