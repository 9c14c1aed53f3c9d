import type { Gateway } from '../shell/gateway.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';

/** A start without an answer is repeated with the same idempotency key, so that it runs once. */
const START_ATTEMPTS = 4;
const START_PAUSE_MS = 1_000;

/** Starts a run, also after broken connections. @returns its ID. */
export async function startWithRetries(
  gateway: Gateway,
  question: Parameters<Gateway['start']>[0],
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { promptLogId } = await gateway.start(question);
      return promptLogId;
    } catch (error) {
      if (error instanceof GatewayProblem || question.signal.aborted || attempt === START_ATTEMPTS)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS));
    }
  }
}

/** Browsers offer `randomUUID` only to pages from HTTPS or this machine. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
