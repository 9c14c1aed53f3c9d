import type { Evaluation, PromptResponse, Result } from '../../core/generated/prompt-response.ts';
import { readEvents } from './read-events.ts';

export interface Ask {
  readonly url: string;
  readonly key: string;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

export interface Progress {
  result(result: Result, index: number): void;
  evaluation(evaluation: Evaluation): void;
}

/** Sends a prompt and tells of each result and evaluation as it ends. @throws Error with the problem the gateway names. */
export async function askGateway(
  { url, key, body, signal }: Ask,
  progress: Progress,
): Promise<PromptResponse> {
  const reply = await fetch(`${url}/api/v1/prompt`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
    },
    body: JSON.stringify(body),
    signal,
  });
  if (!reply.ok || reply.body === null)
    throw new Error(`the gateway answered ${reply.status}: ${await reply.text()}`);
  for await (const { event, data } of readEvents(reply.body)) {
    // The gateway's own answers: the generated types say what they hold.
    if (event === 'result') {
      const { result, index } = JSON.parse(data) as { readonly result: Result; readonly index: number };
      progress.result(result, index);
    } else if (event === 'evaluation') {
      progress.evaluation(JSON.parse(data) as Evaluation);
    } else if (event === 'done') {
      return JSON.parse(data) as PromptResponse;
    }
  }
  throw new Error('the gateway ended the stream before it was done');
}
