import { isDeepStrictEqual } from 'node:util';
import type { Credentials } from '../config.ts';
import type { ProviderState } from '../metrics.ts';
import { refusedHost } from '../refused-address.ts';
import { Connection, type ConnectionTarget, nextReplyTurn, nextTurn } from './connection.ts';

/** The address of one provider, and its keys. */
export interface UpstreamTarget extends ConnectionTarget {
  /** In the order of rotation; empty if the operator has set none. */
  readonly credentials: readonly Credentials[];
}

/** The connections to the providers of one registry. */
export class Upstream {
  /** By provider ID. A provider without a key has none. */
  readonly connections: ReadonlyMap<string, Connection>;
  /** All providers, even those without a key. */
  readonly targets: readonly UpstreamTarget[];
  /** Waits for a turn of the event loop before more is sent or prepared. */
  readonly nextTurn = nextTurn;
  /** Waits for a turn of the event loop before more is received. */
  readonly nextReplyTurn = nextReplyTurn;

  /**
   * @param earlier hands on the pools, slots, keys and breakers of all providers that have not changed. Their new keys
   * are used only after `useKeys`.
   * @throws Error that names a provider whose base URL has a refused address, and the remedy.
   */
  constructor(targets: readonly UpstreamTarget[], earlier?: Upstream) {
    // An address is checked even before it has a key, so that no key is ever sent to a wrong one. A host name is checked
    // when it is resolved.
    for (const { provider, baseUrl } of targets) {
      const reason = refusedHost(new URL(baseUrl));
      if (reason === undefined) continue;
      throw new Error(
        `the base URL of ${provider.id} ${reason}. Give the address of the provider, in its manifest or its ASSAY_BASE_URL_ variable`,
      );
    }
    const configured = targets.filter(({ credentials }) => credentials.length > 0);
    this.targets = targets;
    this.connections = new Map(
      configured.map(({ credentials, ...target }) => {
        const existing = earlier?.connections.get(target.provider.id);
        const isUnchanged = existing !== undefined && isDeepStrictEqual(existing.target, target);
        return [target.provider.id, isUnchanged ? existing : new Connection(target, credentials)];
      }),
    );
  }

  /**
   * Makes later calls use the keys of these targets. A provider keeps its present keys if it is not among the targets,
   * has no key there, or now expects its key in another form.
   */
  useKeys(targets: readonly UpstreamTarget[]): void {
    for (const { provider, credentials } of targets) {
      const connection = this.connections.get(provider.id);
      if (connection === undefined || credentials.length === 0) continue;
      if (isDeepStrictEqual(connection.target.provider.auth, provider.auth))
        connection.keys.replace(credentials);
    }
  }

  /** The state of every provider that is configured, for the metrics. */
  state(): readonly ProviderState[] {
    return [...this.connections.values()].map((connection) => connection.state());
  }

  /** Closes the connections that none of the others shares, which ends the calls on them. */
  async close(others: readonly Upstream[] = []): Promise<void> {
    const shared = new Set(others.flatMap((other) => [...other.connections.values()]));
    const own = [...this.connections.values()].filter((connection) => !shared.has(connection));
    await Promise.all(own.map(({ pool }) => pool.destroy()));
  }
}
