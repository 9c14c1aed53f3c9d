import { networkError, readGateway as read, type GatewayTarget } from '../../client/call-gateway.ts';
import { gatewayRefusal } from './gateway-failure.ts';

/** A gateway answers these requests from memory or its ledger. */
const TIMEOUT_MS = 10_000;

/**
 * Reads an address below `/api/v1`, whose answer has a generated type.
 * @throws Error that says why there is no answer.
 */
export async function readGateway<T>(target: GatewayTarget, path: string): Promise<T> {
  try {
    // Another address would be sent the key.
    return await read<T>(target, path, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw gatewayRefusal(error, target.url) ?? new Error(networkError(error).message, { cause: error });
  }
}
