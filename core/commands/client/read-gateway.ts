import { networkError, readGateway as read, type GatewayTarget } from '../../client/call-gateway.ts';
import { gatewayRefusal } from './gateway-failure.ts';

/** A gateway answers what is read here from memory or its ledger. */
const TIMEOUT_MS = 10_000;

/**
 * What a gateway answers at an address below `/api/v1`; the generated types say what it holds.
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
