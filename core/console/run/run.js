/** @import { BuiltRequest } from '../ask/build-request.js' */
/** @import { Gateway } from '../frame/gateway.js' */
import { announce } from '../frame/announce.js';
import { GatewayProblem } from '../client/gateway-problem.js';
import { formatCredits } from '../client/figures.js';
import { byId, element } from '../frame/element.js';
import { clearFieldErrors, showFieldErrors, showGeneralErrors } from '../ask/field-errors.js';
import { createRunView } from './run-view.js';

const TICK_MS = 100;

/**
 * @typedef {object} RunnerOptions
 * @property {Gateway} gateway
 * @property {(problem: unknown) => boolean} handled Whether someone else has dealt with it, as with a refused key.
 * @property {() => void} changed The balance has moved, or may have.
 * @property {() => void} ended
 */

/** @typedef {{ readonly body: BuiltRequest['body'], readonly json: string, readonly idempotencyKey: string }} Sent */

/**
 * Sends requests, one at a time, and shows them run.
 * @param {RunnerOptions} options
 * @returns {{ send: (body: BuiltRequest['body']) => void, cancel: () => void, isRunning: () => boolean }}
 */
export function createRunner({ gateway, handled, changed, ended }) {
  const send = byId('send', HTMLButtonElement);
  const cancel = byId('cancel', HTMLButtonElement);
  /** @type {AbortController | undefined} */
  let running;

  const showRunning = (/** @type {boolean} */ isRunning) => {
    const hadFocus = document.activeElement === send || document.activeElement === cancel;
    send.hidden = isRunning;
    cancel.hidden = !isRunning;
    if (hadFocus) (isRunning ? cancel : send).focus();
  };

  const run = async (/** @type {Sent} */ sent) => {
    const controller = new AbortController();
    running = controller;
    clearFieldErrors();
    showGeneralErrors([]);
    showRunning(true);
    const view = startView(sent.body, () => controller.abort());
    const startedAt = performance.now();
    const timer = setInterval(() => view.tick(performance.now() - startedAt), TICK_MS);
    try {
      const question = { json: sent.json, idempotencyKey: sent.idempotencyKey, signal: controller.signal };
      const { response, json } = await gateway.ask(question, { ...view, started: changed });
      view.tick(performance.now() - startedAt);
      view.done(response, json);
    } catch (error) {
      showFailure(error, {
        view,
        isCancelled: controller.signal.aborted,
        again: () => void run(sent),
        handled,
      });
    } finally {
      clearInterval(timer);
      running = undefined;
      showRunning(false);
      changed();
      ended();
    }
  };

  return {
    send: (body) => void run({ body, json: JSON.stringify(body), idempotencyKey: randomName() }),
    cancel: () => running?.abort(),
    isRunning: () => running !== undefined,
  };
}

/**
 * @param {BuiltRequest['body']} body
 * @param {() => void} cancel
 */
function startView(body, cancel) {
  byId('empty', HTMLElement).hidden = true;
  const { models, judges = [] } = body;
  const view = createRunView(byId('run', HTMLElement), {
    models,
    judges,
    retained: body['zero_data_retention'] !== true,
    cancel,
  });
  announce(`Asking ${models.length} models`);
  // On a phone the results stand below the form; elsewhere the last ones may have been scrolled away.
  byId('run', HTMLElement).scrollIntoView({ block: 'start' });
  return view;
}

/**
 * @param {unknown} error
 * @param {{ view: ReturnType<typeof createRunView>, isCancelled: boolean, again: () => void, handled: (problem: unknown) => boolean }} options
 */
function showFailure(error, { view, isCancelled, again, handled }) {
  if (isCancelled) {
    view.stop('Cancelled', 'What had been sent to providers is charged; nothing more is sent.');
    announce('Cancelled');
    return;
  }
  if (error instanceof GatewayProblem) {
    view.stop('Not sent', error.message);
    if (handled(error)) return;
    const homeless = showFieldErrors(error.errors, { focus: true });
    showGeneralErrors(error.errors.length === 0 ? [problemWords(error)] : homeless);
    return;
  }
  const message = error instanceof Error ? error.message : 'The connection broke.';
  view.stop('Connection lost', message);
  const button = element('button', { type: 'button', class: 'quiet' }, 'Fetch the answer');
  button.addEventListener('click', again);
  showGeneralErrors(
    ['The connection broke. The request runs on; its answer can be fetched without paying twice.'],
    button,
  );
}

/** @param {GatewayProblem} problem */
function problemWords({ message, estimatedCreditsRequired: credits, retryAfterSeconds }) {
  const needed = credits === undefined ? '' : ` It takes ${formatCredits(credits)} credits.`;
  const wait = retryAfterSeconds === undefined ? '' : ` Try again in ${retryAfterSeconds} s.`;
  return message + needed + wait;
}

/** `randomUUID` is withheld from pages that came over plain HTTP. */
function randomName() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
