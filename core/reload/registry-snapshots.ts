import type { Environment } from '../config.ts';
import type { FileKeys } from '../config/key-files.ts';
import type { Metrics, ModelShutdown, ProviderState } from '../metrics.ts';
import type { RegistryLocation } from '../registry/find-registry.ts';
import { compareRegistries, type RegistryChanges } from '../registry/registry-changes.ts';
import { shutdownMs } from '../registry/retirement.ts';
import { openSnapshot, type RegistrySnapshot } from './open-snapshot.ts';

/** The current registry, and earlier ones until their last request ends. */
export class RegistrySnapshots {
  readonly #environment: Environment;
  readonly #metrics: Pick<Metrics, 'setBuild'>;
  /** The number of requests that use each. The current one is kept even if no request uses it. */
  readonly #uses = new Map<RegistrySnapshot, number>();
  #current: RegistrySnapshot;

  /** @param environment has the providers' addresses and the keys that are not in files. */
  constructor(first: RegistrySnapshot, environment: Environment, metrics: Pick<Metrics, 'setBuild'>) {
    this.#environment = environment;
    this.#metrics = metrics;
    this.#current = first;
    this.#uses.set(first, 0);
    metrics.setBuild(first.hash);
  }

  readonly current = (): RegistrySnapshot => this.#current;

  /** Runs a request on the current registry, which stays open until the request ends. */
  readonly withSnapshot = async <T>(work: (snapshot: RegistrySnapshot) => Promise<T>): Promise<T> => {
    const snapshot = this.#current;
    this.#uses.set(snapshot, (this.#uses.get(snapshot) ?? 0) + 1);
    try {
      return await work(snapshot);
    } finally {
      this.#uses.set(snapshot, (this.#uses.get(snapshot) ?? 0) - 1);
      if (snapshot !== this.#current) this.#retire(snapshot);
    }
  };

  /** Leaves out breakers of models that a reload removed, because their providers keep them. */
  providerStates(): readonly ProviderState[] {
    const { registry, upstream } = this.#current;
    return upstream.state().map((state) => ({
      ...state,
      breakers: state.breakers.filter(({ model }) => registry.find(model) !== undefined),
    }));
  }

  /** The days on which models of the current registry are shut down. */
  modelShutdowns(): readonly ModelShutdown[] {
    return this.#current.registry.entries
      .filter(({ model }) => model.shutdown !== null)
      .map(({ model, provider }) => ({
        model: model.id,
        provider: provider.id,
        seconds: shutdownMs(model) / 1_000,
      }));
  }

  /**
   * Uses another registry and other keys as soon as they are open. Providers that have not changed share their earlier
   * connections. Calls must not overlap.
   * @throws Error that says why they cannot be used. The current registry is then kept.
   */
  async swap(location: RegistryLocation, keys: FileKeys): Promise<RegistryChanges> {
    const earlier = this.#current;
    const next = await openSnapshot(location, this.#environment, keys, earlier.upstream);
    this.#current = next;
    this.#uses.set(next, 0);
    // Requests that began earlier use the new keys in their later calls.
    for (const { upstream } of this.#uses.keys()) upstream.useKeys(next.upstream.targets);
    this.#metrics.setBuild(next.hash);
    this.#retire(earlier);
    return compareRegistries(earlier, next);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#uses.keys()].map(({ upstream }) => upstream.close()));
  }

  /** Closes the connections that no other registry shares, once no request uses this one. */
  #retire(snapshot: RegistrySnapshot): void {
    if (this.#uses.get(snapshot) !== 0) return;
    this.#uses.delete(snapshot);
    // No request uses them, so a failure to close has no effect.
    snapshot.upstream.close([...this.#uses.keys()].map(({ upstream }) => upstream)).catch(() => {});
  }
}
