import type { NamedCalibration } from '../calibration/calibrations.ts';
import type { FileKeys } from '../config/key-files.ts';
import type { PricedModels } from '../model-facts.ts';
import type { Panel } from '../panels/panels.ts';
import type { ModelPlans } from '../pipeline/plan/model-plan.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { RegistryLocation } from '../registry/find-registry.ts';
import type { LoadedRegistry } from '../registry/load-registry.ts';
import { compareRegistries, type RegistryChanges } from '../registry/registry-changes.ts';

/** A registry and the connections to its providers. A request keeps the one that it began with. */
export interface RegistrySnapshot extends LoadedRegistry {
  /** Hash of the manifests, calibrations and panels. */
  readonly hash: string;
  readonly plans: ModelPlans;
  readonly calibrations: readonly NamedCalibration[];
  readonly panels: readonly Panel[];
  /** The providers' keys from files. */
  readonly keys: FileKeys;
  readonly upstream: Upstream;
}

export interface SnapshotsOptions {
  readonly first: RegistrySnapshot;
  /** Opens a registry. Providers that have not changed share their earlier connections. */
  readonly open: (location: RegistryLocation, keys: FileKeys, earlier: Upstream) => Promise<RegistrySnapshot>;
  /** Called for each registry that is swapped in. */
  readonly onSwap: (snapshot: RegistrySnapshot) => void;
}

/** The current registry, and earlier ones until their last request ends. */
export class RegistrySnapshots {
  readonly #options: SnapshotsOptions;
  /** The number of requests that use each. The current one is kept even if no request uses it. */
  readonly #uses = new Map<RegistrySnapshot, number>();
  #current: RegistrySnapshot;

  constructor(options: SnapshotsOptions) {
    this.#options = options;
    this.#current = options.first;
    this.#uses.set(options.first, 0);
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

  /** Hash of the current registry. */
  get hash(): string {
    return this.#current.hash;
  }

  get models(): number {
    return this.#current.registry.entries.length;
  }

  prices(): PricedModels {
    return { models: this.#current.registry.entries.map(({ model }) => model) };
  }

  /** The providers' keys from files. */
  get keys(): FileKeys {
    return this.#current.keys;
  }

  /**
   * Uses another registry and other keys as soon as they are open. Calls must not overlap.
   * @throws Error that says why they cannot be used. The current registry is then kept.
   */
  async swap(location: RegistryLocation, keys: FileKeys): Promise<RegistryChanges> {
    const next = await this.#options.open(location, keys, this.#current.upstream);
    const earlier = this.#current;
    this.#current = next;
    this.#uses.set(next, 0);
    // Requests that began earlier use the new keys in their later calls.
    for (const { upstream } of this.#uses.keys()) upstream.useKeys(next.upstream.targets);
    this.#options.onSwap(next);
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
