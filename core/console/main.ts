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
/** What only a reader with a key is offered. */
const offers = [byId('history', HTMLButtonElement), byId('open-run', HTMLButtonElement)];
/** The key that the workspace was started with. */
let startedWith: string | undefined;

startThemeSwitch();
const viewer = startRunViewer();
forget.addEventListener('click', () => {
  forgetKey();
  forgetDraft();
  forgetRecentModels();
  globalThis.history.replaceState(null, '', location.pathname);
  // Nothing of what was asked and answered stays on the page either.
  location.reload();
});
connect.addEventListener('submit', (event) => {
  event.preventDefault();
  void open(keyField.value.trim());
});

addEventListener('hashchange', () => {
  const brought = takeKeyFromAddress();
  if (brought !== undefined) void openBrought(brought);
});

const brought = takeKeyFromAddress();
const saved = savedKey();
if (brought !== undefined) await openBrought(brought);
else if (saved === undefined) showConnect();
else await open(saved);

/**
 * A link may come from anybody, and whoever has a key can read what is asked with it: only on this machine, where the demo
 * prints such links, the page opens without a word from the reader.
 */
async function openBrought(key: string): Promise<void> {
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
    const askable = models.filter(({ allowed }) => allowed);
    const askableIds = new Set(askable.map(({ id }) => id));
    const askablePanels = panels.filter(({ models: asked, judges }) =>
      [...asked, ...judges].every((id) => askableIds.has(id)),
    );
    if (startedWith !== undefined && startedWith !== key) {
      await startAnew(key);
      return;
    }
    saveKey(key);
    byId('simulated', HTMLElement).hidden = !simulated;
    keyField.value = '';
    showWorkspace();
    if (startedWith === undefined)
      startWorkspace({
        gateway,
        models: askable,
        panels: askablePanels,
        balance,
        handleProblem: handleRefusedKey,
        viewer,
      });
    startedWith = key;
    byId('prompt', HTMLTextAreaElement).focus();
  } catch (error) {
    showConnect(keyWords(error));
  } finally {
    button.disabled = false;
  }
}

/**
 * Another key may be another account's, with other models and another retention: nothing that was answered before stays
 * on the page, and a run stays in its address only if the key may read it. The draft stays, as through any reload.
 */
async function startAnew(key: string): Promise<void> {
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

/** A key can be revoked while the page is open: then another is asked for, and the draft stays. */
function handleRefusedKey(problem: unknown): boolean {
  if (!(problem instanceof GatewayProblem) || problem.status !== 401) return false;
  showConnect(keyWords(problem));
  return true;
}

function showConnect(reason?: string): void {
  forgetKey();
  forgetRetentionOff();
  workspace.hidden = true;
  // What was written and answered is still here to be forgotten.
  forget.hidden = startedWith === undefined && !hasSavedDraft();
  for (const offer of offers) offer.hidden = true;
  connect.hidden = false;
  keyField.focus();
  if (reason !== undefined) showFieldErrors([{ pointer: '#key', message: reason }], { focus: true });
}

function showWorkspace(): void {
  connect.hidden = true;
  workspace.hidden = false;
  forget.hidden = false;
  for (const offer of offers) offer.hidden = false;
}

function keyWords(error: unknown): string {
  if (error instanceof GatewayProblem && error.status === 401)
    return 'This key is not valid here: it may be mistyped, revoked or expired. Paste all of it again, or ask for a new one; assay key create makes it.';
  if (error instanceof TypeError) return 'The gateway does not answer. Is it running, and are you online?';
  return error instanceof Error ? error.message : 'The gateway does not answer.';
}
