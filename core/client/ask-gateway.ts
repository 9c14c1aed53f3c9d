import type { Evaluation, Judging, PromptResponse, Result } from '../generated/prompt-response.ts';
import { openEvents, type GatewayTarget } from './call-gateway.ts';
import { readEvents } from './read-events.ts';

export interface Ask extends GatewayTarget {
  /** The request's body. */
  readonly json: string;
  /** The same key and body again bring the same answer and no second charge. */
  readonly idempotencyKey?: string;
  readonly signal: AbortSignal;
}

export interface Progress {
  /** The stream begins at its beginning; the credits are held. */
  readonly begun?: (promptLogId: string, creditsHeld: number) => void;
  /** What a model has written since the last call. */
  readonly delta?: (text: string, index: number) => void;
  readonly reasoning?: (text: string, index: number) => void;
  /** Replaces all that was passed of a model's text. */
  readonly replaced?: (text: string, index: number) => void;
  readonly result: (result: Result, index: number) => void;
  readonly evaluation: (evaluation: Evaluation) => void;
  /** A round of judging has ended that stops once a leader is sure. */
  readonly bestSoFar?: (best: Pick<Judging, 'asked' | 'of' | 'leader' | 'probability'>) => void;
}

export interface Answer {
  readonly response: PromptResponse;
  /** The very body the plain call returns. */
  readonly json: string;
}

/** The gateway has ended the request with an error: nothing more will come of it. */
export class RunFailed extends Error {}

/** The gateway sends a heartbeat every 15 seconds; after four missed ones the connection counts as lost. */
const SILENCE_MS = 60_000;

/**
 * Sends a prompt and reports its outputs as they are written, and each result and evaluation as it ends.
 * @param started is called once the gateway has taken the request and holds its credits.
 * @throws GatewayProblem where the gateway refuses.
 * @throws Error where the connection breaks or falls silent.
 */
export async function askGateway(
  { json, idempotencyKey, signal, ...target }: Ask,
  started: () => Progress,
): Promise<Answer> {
  const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  const body = await openEvents(target, '/prompt', { json, headers, signal });
  return readAnswer(body, started());
}

/**
 * The events of one request up to its answer.
 * @param told is called with the ID of each event, once it is handled.
 * @throws Error where the connection breaks or falls silent.
 * @throws RunFailed
 */
export async function readAnswer(
  body: ReadableStream<Uint8Array>,
  progress: Progress,
  told?: (id: string) => void,
): Promise<Answer> {
  for await (const { id, event, data } of readEvents(chunksOf(body))) {
    // The gateway's own answers: the generated types say what they hold.
    if (event === 'delta' || event === 'reasoning' || event === 'replaced') {
      const { index, text }: { readonly index: number; readonly text: string } = JSON.parse(data);
      progress[event]?.(text, index);
    } else if (event === 'result') {
      const { result, index }: { readonly result: Result; readonly index: number } = JSON.parse(data);
      progress.result(result, index);
    } else if (event === 'started') {
      const { promptLogId, creditsHeld }: { readonly promptLogId: string; readonly creditsHeld: number } =
        JSON.parse(data);
      progress.begun?.(promptLogId, creditsHeld);
    } else if (event === 'evaluation') {
      progress.evaluation(JSON.parse(data));
    } else if (event === 'best_so_far') {
      progress.bestSoFar?.(JSON.parse(data));
    } else if (event === 'done') {
      return { response: JSON.parse(data), json: data };
    } else if (event === 'error') {
      const { title, detail }: { readonly title: string; readonly detail?: string } = JSON.parse(data);
      throw new RunFailed(detail === undefined ? title : `${title}. ${detail}`);
    }
    if (id !== undefined) told?.(id);
  }
  throw new Error('The gateway ended the stream before it was done.');
}

/** A body's chunks, also where streams cannot be iterated (Safari). */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // The stream may have failed already, which the reader knows by now.
    reader.cancel().catch(() => {});
  }
}

async function withinSilence<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_resolve, reject) => {
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
