import type { Request } from 'express';
import type { RpcId } from '../../dialects/rpc-message.ts';

/** A client of a key, by its session ID. */
export type McpClient = string & { readonly kind: unique symbol };

/** Visible ASCII, as the protocol requires. */
const SESSION_ID = /^[\x21-\x7e]{1,128}$/;

/**
 * Identifies a client by its key and by the session ID of the answer to `initialize`. No session is stored, so any ID is
 * accepted. It only distinguishes clients of one key, whose messages may have the same IDs.
 * @returns undefined if the request has no session ID.
 */
export function clientOf({ headersDistinct }: Request, keyId: string): McpClient | undefined {
  const [id, ...others] = headersDistinct['mcp-session-id'] ?? [];
  if (id === undefined || others.length > 0 || !SESSION_ID.test(id)) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only maker
  return `${keyId} ${id}` as McpClient;
}

/** Calls that this gateway runs, so that a later message can cancel them. They are bounded as requests in flight are. */
export class ClientCalls {
  readonly #cancels = new Map<string, () => void>();

  /** @returns a function that removes the call; harmless to call twice. */
  add(client: McpClient, id: RpcId, cancel: () => void): () => void {
    const name = nameOf(client, id);
    this.#cancels.set(name, cancel);
    return () => {
      // A client may have used the ID again.
      if (this.#cancels.get(name) === cancel) this.#cancels.delete(name);
    };
  }

  /** Cancels the call. Does nothing if this gateway does not run it. */
  cancel(client: McpClient, id: RpcId): void {
    this.#cancels.get(nameOf(client, id))?.();
  }
}

function nameOf(client: McpClient, id: RpcId): string {
  return `${client} ${JSON.stringify(id)}`;
}
