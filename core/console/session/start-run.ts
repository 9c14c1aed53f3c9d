import type { Gateway } from '../shell/gateway.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';

/** An unanswered start is repeated under its idempotency key: it runs once. */
const START_ATTEMPTS = 4;
const START_PAUSE_MS = 1_000;

/** @returns the run's ID. */
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

/** `randomUUID` is withheld from pages that came over plain HTTP. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
