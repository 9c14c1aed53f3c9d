import { readProblem } from '../../client/gateway-problem.ts';
import { gatewayRefusal, networkError } from './gateway-failure.ts';
import type { GatewayTarget } from './gateway-target.ts';

/** A gateway answers what is read here from memory or its ledger. */
const TIMEOUT_MS = 10_000;

/**
 * What a gateway answers at an address below `/api/v1`; the generated types say what it holds.
 * @throws Error that says why there is no answer.
 */
export async function readGateway<T>({ url, key }: GatewayTarget, path: string): Promise<T> {
  try {
    const reply = await fetch(`${url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${key}` },
      // Another address would be sent the key.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!reply.ok) throw await readProblem(reply);
    const answer: T = JSON.parse(await reply.text());
    return answer;
  } catch (error) {
    throw gatewayRefusal(error, url) ?? new Error(networkError(error).message, { cause: error });
  }
}
