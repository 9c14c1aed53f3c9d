import type { BuiltRequest } from './build-request.ts';
import { curlLine } from '../../client/curl-line.ts';
import { copyFrom } from '../shell/copy-text.ts';
import { openDialog } from '../shell/dialog.ts';
import { button, byId, element } from '../shell/element.ts';

/** The shell inserts the key, so the command contains no secret. */
const AUTHORIZATION = '"Authorization: Bearer $ASSAY_KEY"';

/**
 * Shows the request as a shell command to copy.
 * @param build returns undefined after it has shown why the draft is not a request yet.
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
