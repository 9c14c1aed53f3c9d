import type { PromptStatus } from '../generated/prompt-status.ts';
import { readAnswer, RunFailed, type Answer, type Ask, type Progress } from './ask-gateway.ts';
import { openEvents, readGateway } from './call-gateway.ts';
import { GatewayProblem } from './gateway-problem.ts';

/** Progress of a run that is followed through broken connections. */
export type Followed = Progress & FollowedProgress;

interface FollowedProgress {
  /** The connection broke; it is tried again. */
  readonly interrupted: () => void;
  readonly resumed: () => void;
  /** The events begin again from the first. */
  readonly anew: () => void;
}

/** The request runs on without a reader, so it is looked for as long as somebody looks at the page. */
const MAX_FAILURES = 200;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** What may be otherwise a moment later: a limit, a gateway that stops, a proxy without one, texts at another gateway. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Sends a prompt that runs on whether or not anybody is connected. The same key and body again name the same run.
 * @param path below `/api/v1`.
 * @throws GatewayProblem where the gateway refuses.
 * @throws Error where the connection breaks.
 */
export function startRun(
  { json, idempotencyKey, signal, ...target }: Ask & { readonly idempotencyKey: string },
  path = '/prompt',
): Promise<PromptStatus> {
  const headers = { Prefer: 'respond-async', 'Idempotency-Key': idempotencyKey };
  return readGateway(target, path, { json, headers, signal });
}

/**
 * Follows a run to its end, through broken connections: each attempt goes on where the last one was.
 * @throws GatewayProblem where the gateway refuses for good.
 * @throws RunFailed
 * @throws Error where it does not answer any more.
 */
export async function followRun(
  { promptLogId, signal, ...target }: Pick<Ask, 'url' | 'key' | 'signal'> & { readonly promptLogId: string },
  progress: Followed,
): Promise<Answer> {
  let position = '';
  let failures = 0;
  const told = {
    ...progress,
    begun: (id: string, creditsHeld: number) => {
      if (position !== '') progress.anew();
      progress.begun?.(id, creditsHeld);
    },
  };
  for (;;) {
    try {
      const headers = position === '' ? {} : { 'Last-Event-ID': position };
      const body = await openEvents(target, `/prompts/${promptLogId}`, { headers, signal });
      if (failures > 0) progress.resumed();
      return await readAnswer(body, told, (id) => {
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

function isFinal(error: unknown): boolean {
  if (error instanceof RunFailed) return true;
  return error instanceof GatewayProblem && !PASSING.has(error.status) && error.code !== 'texts-elsewhere';
}

/**
 * @param failures from 1.
 * @returns milliseconds.
 */
function waitOf(error: unknown, failures: number): number {
  const asked = error instanceof GatewayProblem ? error.retryAfterSeconds : undefined;
  return asked === undefined ? Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS) : asked * 1_000;
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
