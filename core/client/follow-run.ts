import type { PromptStatus } from '../generated/prompt-status.ts';
import { readAnswer, RunFailed, type Answer, type Progress, type PromptCall } from './ask-gateway.ts';
import { openEvents, readGateway } from './call-gateway.ts';
import { GatewayProblem } from './gateway-problem.ts';

/** Progress of a run that is followed through broken connections. */
export interface FollowProgress extends Progress {
  /** The connection broke and will be opened again. */
  readonly interrupted: () => void;
  readonly resumed: () => void;
  /** The events start over from the first. */
  readonly restarted: () => void;
}

/** The request runs without a reader, so the page keeps trying for about half an hour. */
const MAX_FAILURES = 200;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** Statuses worth a retry: a rate limit, a gateway that stops, a proxy that has no gateway to forward to. */
const RETRYABLE_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Sends a prompt that runs without a connection. Repeating the call with the same key and body finds the same run.
 * @param path below `/api/v1`.
 * @throws GatewayProblem if the gateway refuses.
 * @throws Error if the connection breaks.
 */
export function startRun(
  { json, idempotencyKey, signal, ...target }: PromptCall & { readonly idempotencyKey: string },
  path = '/prompt',
): Promise<PromptStatus> {
  const headers = { Prefer: 'respond-async', 'Idempotency-Key': idempotencyKey };
  return readGateway(target, path, { json, headers, signal });
}

/**
 * Follows a run to its end. After a broken connection it continues from the last event it received.
 * @throws GatewayProblem if the gateway refuses and a retry would not help.
 * @throws RunFailed
 * @throws Error if the gateway no longer answers.
 */
export async function followRun(
  {
    promptLogId,
    signal,
    ...target
  }: Pick<PromptCall, 'url' | 'key' | 'signal'> & { readonly promptLogId: string },
  progress: FollowProgress,
): Promise<Answer> {
  let lastEventId = '';
  let failures = 0;
  const restartable = {
    ...progress,
    started: (id: string, creditsHeld: number) => {
      if (lastEventId !== '') progress.restarted();
      progress.started?.(id, creditsHeld);
    },
  };
  for (;;) {
    try {
      const headers = lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId };
      const body = await openEvents(target, `/prompts/${promptLogId}`, { headers, signal });
      if (failures > 0) progress.resumed();
      return await readAnswer(body, restartable, (id) => {
        lastEventId = id;
        failures = 0;
      });
    } catch (error) {
      if (signal.aborted || isFinal(error) || failures >= MAX_FAILURES) throw error;
      failures += 1;
      progress.interrupted();
      await pause(pauseMsAfter(error, failures), signal);
    }
  }
}

function isFinal(error: unknown): boolean {
  if (error instanceof RunFailed) return true;
  return (
    error instanceof GatewayProblem &&
    !RETRYABLE_STATUSES.has(error.status) &&
    error.code !== 'texts-elsewhere'
  );
}

/**
 * @param failures from 1.
 * @returns milliseconds.
 */
function pauseMsAfter(error: unknown, failures: number): number {
  const seconds = error instanceof GatewayProblem ? error.retryAfterSeconds : undefined;
  return seconds === undefined
    ? Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS)
    : seconds * 1_000;
}

/** @param signal ends the pause, and throws its reason. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
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
