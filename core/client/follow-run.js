/** @import { PromptStatus } from '../generated/prompt-status.ts' */
/** @import { Answer, Ask, Progress } from './ask-gateway.js' */
import { readAnswer, RunFailed } from './ask-gateway.js';
import { GatewayProblem, readProblem } from './gateway-problem.js';

/**
 * What is told of a run that is followed through cuts.
 * @typedef {Progress & FollowedProgress} Followed
 * @typedef {object} FollowedProgress
 * @property {() => void} interrupted The connection broke; it is tried again.
 * @property {() => void} resumed
 * @property {() => void} anew What was told so far is told again from its beginning.
 */

/** The request runs on without a reader, so it is looked for as long as somebody looks at the page. */
const MAX_FAILURES = 200;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** What may be otherwise a moment later: a limit, a gateway that stops, a proxy without one, texts at another gateway. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Sends a prompt that runs on whether or not anybody is connected. The same key and body again name the same run.
 * @param {Ask & { readonly idempotencyKey: string }} ask
 * @returns {Promise<PromptStatus>}
 * @throws {GatewayProblem} where the gateway refuses. @throws {Error} where the connection breaks.
 */
export async function startRun({ url, key, json, idempotencyKey, signal }) {
  const reply = await fetch(`${url}/api/v1/prompt`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Prefer: 'respond-async',
      'Idempotency-Key': idempotencyKey,
    },
    body: json,
    signal,
  });
  if (!reply.ok) throw await readProblem(reply);
  return reply.json();
}

/**
 * Follows a run to its end, through broken connections: each attempt goes on where the last one was.
 * @param {{ readonly url: string, readonly key: string, readonly promptLogId: string, readonly signal: AbortSignal }} run
 * @param {Followed} progress
 * @returns {Promise<Answer>}
 * @throws {GatewayProblem} where the gateway refuses for good. @throws {RunFailed} @throws {Error} where it does not answer any more.
 */
export async function followRun({ url, key, promptLogId, signal }, progress) {
  let position = '';
  let failures = 0;
  const told = {
    ...progress,
    begun: () => {
      if (position !== '') progress.anew();
    },
  };
  for (;;) {
    try {
      const reply = await fetch(`${url}/api/v1/prompts/${promptLogId}`, {
        headers: {
          Authorization: `Bearer ${key}`,
          Accept: 'text/event-stream',
          ...(position !== '' && { 'Last-Event-ID': position }),
        },
        cache: 'no-store',
        signal,
      });
      if (!reply.ok || reply.body === null) throw await readProblem(reply);
      if (failures > 0) progress.resumed();
      return await readAnswer(reply.body, told, (id) => {
        position = id;
        failures = 0;
      });
    } catch (error) {
      if (signal.aborted || isFinal(error) || failures >= MAX_FAILURES) throw error;
      failures += 1;
      progress.interrupted();
      await pause(waitOf(error, failures), signal);
    }
  }
}

/** @param {unknown} error */
function isFinal(error) {
  if (error instanceof RunFailed) return true;
  return error instanceof GatewayProblem && !PASSING.has(error.status) && error.code !== 'texts-elsewhere';
}

/**
 * @param {unknown} error
 * @param {number} failures From 1.
 * @returns {number} Milliseconds.
 */
function waitOf(error, failures) {
  const asked = error instanceof GatewayProblem ? error.retryAfterSeconds : undefined;
  return asked === undefined ? Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS) : asked * 1_000;
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal Ends the pause, and throws its reason.
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new Error('Nobody waits for it any more.'));
      },
      { once: true },
    );
  });
}
