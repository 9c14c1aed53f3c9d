/** @import { Evaluation, PromptResponse, Result } from '../generated/prompt-response.ts' */
import { readProblem } from './gateway-problem.js';
import { readEvents } from './read-events.js';

/**
 * @typedef {object} Ask
 * @property {string} url Of the gateway, without a slash at its end.
 * @property {string} key
 * @property {string} json The request's body.
 * @property {string} [idempotencyKey] The same key and body again bring the same answer and no second charge.
 * @property {AbortSignal} signal
 */

/**
 * @typedef {object} Progress
 * @property {() => void} [started] The gateway has taken the request and holds its credits.
 * @property {(promptLogId: string) => void} [begun] The stream begins at its beginning.
 * @property {(text: string, index: number) => void} [delta] What a model has written since it was last told of.
 * @property {(text: string, index: number) => void} [reasoning]
 * @property {(text: string, index: number) => void} [replaced] What was told of a model's text does not hold; this does.
 * @property {(result: Result, index: number) => void} result
 * @property {(evaluation: Evaluation) => void} evaluation
 */

/**
 * @typedef {object} Answer
 * @property {PromptResponse} response
 * @property {string} json The very body the plain call returns.
 */

/** The gateway has ended the request with an error: nothing more will come of it. */
export class RunFailed extends Error {}

/** The gateway sends a heartbeat every 15 seconds; after four missed ones nobody is there. */
const SILENCE_MS = 60_000;

/**
 * Sends a prompt and tells of its outputs as they are written, and of each result and evaluation as it ends.
 * @param {Ask} ask
 * @param {Progress} progress
 * @returns {Promise<Answer>}
 * @throws {GatewayProblem} where the gateway refuses. @throws {Error} where the connection breaks or falls silent.
 */
export async function askGateway({ url, key, json, idempotencyKey, signal }, progress) {
  const reply = await fetch(`${url}/api/v1/prompt`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    body: json,
    signal,
  });
  if (!reply.ok || reply.body === null) throw await readProblem(reply);
  progress.started?.();
  return readAnswer(reply.body, progress);
}

/**
 * The events of one request up to its answer.
 * @param {ReadableStream<Uint8Array>} body
 * @param {Progress} progress
 * @param {(id: string) => void} [told] Takes the reader's position after each event.
 * @returns {Promise<Answer>}
 * @throws {Error} where the connection breaks or falls silent. @throws {RunFailed}
 */
export async function readAnswer(body, progress, told) {
  for await (const { id, event, data } of readEvents(chunksOf(body))) {
    // The gateway's own answers: the generated types say what they hold.
    if (event === 'delta' || event === 'reasoning' || event === 'replaced') {
      /** @type {{ readonly index: number, readonly text: string }} */
      const { index, text } = JSON.parse(data);
      progress[event]?.(text, index);
    } else if (event === 'result') {
      /** @type {{ readonly result: Result, readonly index: number }} */
      const { result, index } = JSON.parse(data);
      progress.result(result, index);
    } else if (event === 'started') {
      /** @type {{ readonly promptLogId: string }} */
      const { promptLogId } = JSON.parse(data);
      progress.begun?.(promptLogId);
    } else if (event === 'evaluation') {
      progress.evaluation(JSON.parse(data));
    } else if (event === 'done') {
      return { response: JSON.parse(data), json: data };
    } else if (event === 'error') {
      /** @type {{ readonly title: string, readonly detail?: string }} */
      const { title, detail } = JSON.parse(data);
      throw new RunFailed(detail === undefined ? title : `${title}. ${detail}`);
    }
    if (id !== undefined) told?.(id);
  }
  throw new Error('The gateway ended the stream before it was done.');
}

/**
 * A body's chunks, also where streams cannot be iterated (Safari).
 * @param {ReadableStream<Uint8Array>} stream
 * @returns {AsyncGenerator<Uint8Array, void, undefined>}
 */
async function* chunksOf(stream) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever stopped reading wants no more of it; that it had already broken is known by then.
    reader.cancel().catch(() => {});
  }
}

/**
 * @template T
 * @param {Promise<T>} read
 * @returns {Promise<T>}
 */
async function withinSilence(read) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const silent = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The gateway has been silent for a minute; the connection is given up.'));
    }, SILENCE_MS);
  });
  try {
    return await Promise.race([read, silent]);
  } finally {
    clearTimeout(timer);
  }
}
