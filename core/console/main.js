import { GatewayProblem } from './client/gateway-problem.js';
import { byId } from './frame/element.js';
import { showFieldErrors } from './ask/field-errors.js';
import { createGateway } from './frame/gateway.js';
import { forgetKey, savedKey, saveKey } from './frame/session-key.js';
import { startThemeSwitch } from './frame/theme-switch.js';
import { forgetDraft } from './ask/kept-draft.js';
import { startRunViewer } from './opened/open-run.js';
import { startWorkspace } from './workspace.js';

const gateway = createGateway();
const connect = byId('connect', HTMLFormElement);
const keyField = byId('key', HTMLInputElement);
const workspace = byId('workspace', HTMLElement);
const forget = byId('forget', HTMLButtonElement);
const history = byId('history', HTMLButtonElement);
let isStarted = false;

startThemeSwitch();
startRunViewer();
forget.addEventListener('click', () => {
  forgetKey();
  forgetDraft();
  globalThis.history.replaceState(null, '', location.pathname);
  // Nothing of what was asked and answered stays on the page either.
  location.reload();
});
connect.addEventListener('submit', (event) => {
  event.preventDefault();
  void open(keyField.value.trim());
});

const saved = savedKey();
if (saved === undefined) showConnect();
else await open(saved);

/** @param {string} key */
async function open(key) {
  const button = byId('connect-button', HTMLButtonElement);
  button.disabled = true;
  gateway.useKey(key);
  try {
    const [{ models, panels }, balance] = await Promise.all([gateway.models(), gateway.balance()]);
    saveKey(key);
    keyField.value = '';
    showWorkspace();
    if (!isStarted) startWorkspace({ gateway, models, panels, balance, handled: handleRefusedKey });
    isStarted = true;
    byId('prompt', HTMLTextAreaElement).focus();
  } catch (error) {
    showConnect(keyWords(error));
  } finally {
    button.disabled = false;
  }
}

/**
 * A key can be revoked while the page is open: then another is asked for, and the draft stays.
 * @param {unknown} problem
 * @returns {boolean}
 */
function handleRefusedKey(problem) {
  if (!(problem instanceof GatewayProblem) || problem.status !== 401) return false;
  showConnect(keyWords(problem));
  return true;
}

/** @param {string} [reason] */
function showConnect(reason) {
  forgetKey();
  workspace.hidden = true;
  forget.hidden = true;
  history.hidden = true;
  connect.hidden = false;
  keyField.focus();
  if (reason !== undefined) showFieldErrors([{ pointer: '#key', message: reason }], { focus: true });
}

function showWorkspace() {
  connect.hidden = true;
  workspace.hidden = false;
  forget.hidden = false;
  history.hidden = false;
}

/**
 * @param {unknown} error
 * @returns {string}
 */
function keyWords(error) {
  if (error instanceof GatewayProblem && error.status === 401)
    return 'This key is not valid here: it may be mistyped, revoked or expired. Paste all of it again, or ask for a new one; assay key create makes it.';
  if (error instanceof TypeError) return 'The gateway does not answer. Is it running, and are you online?';
  return error instanceof Error ? error.message : 'The gateway does not answer.';
}
