import { GatewayProblem } from '../client/gateway-problem.ts';
import { byId } from './shell/element.ts';
import { showFieldErrors } from './form/field-errors.ts';
import { createGateway } from './shell/gateway.ts';
import { forgetKey, savedKey, saveKey, takeKeyFromAddress } from './shell/session-key.ts';
import { startThemeSwitch } from './shell/theme-switch.ts';
import { forgetRecentModels } from './form/recent-models.ts';
import { forgetDraft, forgetRetentionOff, hasSavedDraft } from './form/saved-draft.ts';
import { runInAddress } from './history/address.ts';
import { startRunViewer } from './eval-viewer/open-run.ts';
import { startWorkspace } from './workspace.ts';

const gateway = createGateway();
const connect = byId('connect', HTMLFormElement);
const keyField = byId('key', HTMLInputElement);
const workspace = byId('workspace', HTMLElement);
const forget = byId('forget', HTMLButtonElement);
/** Controls that need a key. */
const keyControls = [byId('history', HTMLButtonElement), byId('open-run', HTMLButtonElement)];
/** The key of the workspace, once it has started. */
let workspaceKey: string | undefined;

startThemeSwitch();
const viewer = startRunViewer();
forget.addEventListener('click', () => {
  forgetKey();
  forgetDraft();
  forgetRecentModels();
  globalThis.history.replaceState(null, '', location.pathname);
  // Removes all questions and answers from the page.
  location.reload();
});
connect.addEventListener('submit', (event) => {
  event.preventDefault();
  void open(keyField.value.trim());
});

addEventListener('hashchange', () => {
  const linkKey = takeKeyFromAddress();
  if (linkKey !== undefined) void openWithLinkKey(linkKey);
});

const linkKey = takeKeyFromAddress();
const saved = savedKey();
if (linkKey !== undefined) await openWithLinkKey(linkKey);
else if (saved === undefined) showConnect();
else await open(saved);

/**
 * Anybody may send a link with a key and could read what is asked with that key. So the page opens without a confirmation
 * only on this machine, where the demo prints such links.
 */
async function openWithLinkKey(key: string): Promise<void> {
  if (key !== saved) forgetRetentionOff();
  if (['127.0.0.1', '[::1]', 'localhost'].includes(location.hostname)) {
    await open(key);
    return;
  }
  showConnect();
  keyField.value = key;
}

async function open(key: string): Promise<void> {
  const button = byId('connect-button', HTMLButtonElement);
  button.disabled = true;
  gateway.useKey(key);
  try {
    const [{ models, panels, simulated = false }, balance] = await Promise.all([
      gateway.models(),
      gateway.balance(),
    ]);
    const allowedModels = models.filter(({ allowed }) => allowed);
    const allowedIds = new Set(allowedModels.map(({ id }) => id));
    const allowedPanels = panels.filter((panel) =>
      [...panel.models, ...panel.judges].every((id) => allowedIds.has(id)),
    );
    if (workspaceKey !== undefined && workspaceKey !== key) {
      await reloadWithKey(key);
      return;
    }
    saveKey(key);
    byId('simulated', HTMLElement).hidden = !simulated;
    keyField.value = '';
    showWorkspace();
    if (workspaceKey === undefined)
      startWorkspace({
        gateway,
        models: allowedModels,
        panels: allowedPanels,
        balance,
        handleProblem: handleRefusedKey,
        viewer,
      });
    workspaceKey = key;
    byId('prompt', HTMLTextAreaElement).focus();
  } catch (error) {
    showConnect(keyWords(error));
  } finally {
    button.disabled = false;
  }
}

/**
 * Another key may belong to another account, with other models and another retention. So the page is reloaded without
 * earlier answers, and a run stays in its address only if the key may read it. The draft stays.
 */
async function reloadWithKey(key: string): Promise<void> {
  const promptLogId = runInAddress();
  const isReadable =
    promptLogId !== undefined &&
    (await gateway.record(promptLogId, new AbortController().signal).then(
      () => true,
      () => false,
    ));
  if (!isReadable) globalThis.history.replaceState(null, '', location.pathname);
  saveKey(key);
  location.reload();
}

/** Asks for another key if the current one was revoked. The draft stays. */
function handleRefusedKey(problem: unknown): boolean {
  if (!(problem instanceof GatewayProblem) || problem.status !== 401) return false;
  showConnect(keyWords(problem));
  return true;
}

function showConnect(reason?: string): void {
  forgetKey();
  forgetRetentionOff();
  workspace.hidden = true;
  // The draft and the answers can still be deleted.
  forget.hidden = workspaceKey === undefined && !hasSavedDraft();
  for (const control of keyControls) control.hidden = true;
  connect.hidden = false;
  keyField.focus();
  if (reason !== undefined) showFieldErrors([{ pointer: '#key', message: reason }], { focus: true });
}

function showWorkspace(): void {
  connect.hidden = true;
  workspace.hidden = false;
  forget.hidden = false;
  for (const control of keyControls) control.hidden = false;
}

function keyWords(error: unknown): string {
  if (error instanceof GatewayProblem && error.status === 401)
    return 'This key is not valid here: it may be mistyped, revoked or expired. Paste all of it again, or ask for a new one; assay key create makes it.';
  if (error instanceof TypeError) return 'The gateway does not answer. Is it running, and are you online?';
  return error instanceof Error ? error.message : 'The gateway does not answer.';
}
