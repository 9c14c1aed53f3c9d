import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as protocol from './serve-request.ts';

type Protocol = typeof protocol;

let loading: Promise<Protocol> | undefined;

/**
 * Loads the protocol's SDK once. It takes a tenth of a second and 30 MB, so it is not loaded with the gateway, and the
 * event loop turns between its parts.
 */
export function loadProtocol(): Promise<Protocol> {
  loading ??= loadInTurns();
  // The next request tries again.
  loading.catch(() => (loading = undefined));
  return loading;
}

async function loadInTurns(): Promise<Protocol> {
  await import('@modelcontextprotocol/sdk/server/zod-compat.js');
  await nextTurn();
  await import('@modelcontextprotocol/sdk/types.js');
  await nextTurn();
  await import('@modelcontextprotocol/sdk/server/zod-json-schema-compat.js');
  await nextTurn();
  await import('@modelcontextprotocol/sdk/server/index.js');
  await nextTurn();
  return await import('./serve-request.ts');
}
