import type { Request } from 'express';
import type { RpcId } from '../../dialects/rpc-message.ts';

/** A client of a key, as it names itself. */
export type McpClient = string & { readonly kind: unique symbol };

/** Visible ASCII, as the protocol has it. */
const SESSION_ID = /^[\x21-\x7e]{1,128}$/;

/**
 * Who asks: the key, and the session ID that `initialize` was answered with. No session is stored, so any ID will do; it
 * only tells clients of one key apart, whose messages have the same IDs.
 * @returns undefined if it sends none.
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

  /** @returns takes it out again; harmless to call twice. */
  add(client: McpClient, id: RpcId, cancel: () => void): () => void {
    const name = nameOf(client, id);
    this.#cancels.set(name, cancel);
    return () => {
      // A client may have used the ID again.
      if (this.#cancels.get(name) === cancel) this.#cancels.delete(name);
    };
  }

  /** Lets the call start nothing new. Does nothing if the call is not here or has ended. */
  cancel(client: McpClient, id: RpcId): void {
    this.#cancels.get(nameOf(client, id))?.();
  }
}

function nameOf(client: McpClient, id: RpcId): string {
  return `${client} ${JSON.stringify(id)}`;
}
