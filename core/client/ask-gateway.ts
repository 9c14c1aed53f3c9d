import type { Evaluation, Judging, PromptResponse, Result } from '../generated/prompt-response.ts';
import { openEvents, type GatewayTarget } from './call-gateway.ts';
import { readEvents } from './read-events.ts';

export interface PromptCall extends GatewayTarget {
  /** The request's body. */
  readonly json: string;
  /** Repeating a call with the same key and body returns the same answer without a second charge. */
  readonly idempotencyKey?: string;
  readonly signal: AbortSignal;
}

export interface Progress {
  /** The first event of a request, which is also sent again if the stream starts over. */
  readonly started?: (promptLogId: string, creditsHeld: number) => void;
  /** New text of a model. */
  readonly delta?: (text: string, index: number) => void;
  readonly reasoning?: (text: string, index: number) => void;
  /** Replaces all earlier text of a model. */
  readonly replaced?: (text: string, index: number) => void;
  readonly result: (result: Result, index: number) => void;
  readonly evaluation: (evaluation: Evaluation) => void;
  /** The state after a round of judging, if judging stops once a leader is sure. */
  readonly bestSoFar?: (best: Pick<Judging, 'asked' | 'of' | 'leader' | 'probability'>) => void;
}

export interface Answer {
  readonly response: PromptResponse;
  /** The body that the call without events returns. */
  readonly json: string;
}

/** The gateway ended the request with an error. Repeating the connection does not help. */
export class RunFailed extends Error {}

/** The gateway sends a heartbeat every 15 seconds; after four missed ones the connection counts as lost. */
const SILENCE_MS = 60_000;

/**
 * Sends a prompt and reports its outputs as they are written, and each result and evaluation as it ends.
 * @param onAccepted is called once the gateway has accepted the request and holds its credits.
 * @throws GatewayProblem if the gateway refuses.
 * @throws Error if the connection breaks or no event arrives for a minute.
 */
export async function askGateway(
  { json, idempotencyKey, signal, ...target }: PromptCall,
  onAccepted: () => Progress,
): Promise<Answer> {
  const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  const body = await openEvents(target, '/prompt', { json, headers, signal });
  return readAnswer(body, onAccepted());
}

/**
 * Reads the events of one request up to its answer.
 * @param onHandled is called with the ID of each event after `progress` has received it.
 * @throws Error if the connection breaks or no event arrives for a minute.
 * @throws RunFailed
 */
export async function readAnswer(
  body: ReadableStream<Uint8Array>,
  progress: Progress,
  onHandled?: (id: string) => void,
): Promise<Answer> {
  for await (const { id, event, data } of readEvents(chunksOf(body))) {
    // The data comes from the gateway, so the generated types are not checked again.
    if (event === 'delta' || event === 'reasoning' || event === 'replaced') {
      const { index, text }: { readonly index: number; readonly text: string } = JSON.parse(data);
      progress[event]?.(text, index);
    } else if (event === 'result') {
      const { result, index }: { readonly result: Result; readonly index: number } = JSON.parse(data);
      progress.result(result, index);
    } else if (event === 'started') {
      const { promptLogId, creditsHeld }: { readonly promptLogId: string; readonly creditsHeld: number } =
        JSON.parse(data);
      progress.started?.(promptLogId, creditsHeld);
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
    if (id !== undefined) onHandled?.(id);
  }
  throw new Error('The gateway ended the stream before it was done.');
}

/** The chunks of a body, for browsers whose streams are not async iterables (Safari), too. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // A stream that has failed already rejects this, and the reader has thrown its error.
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
