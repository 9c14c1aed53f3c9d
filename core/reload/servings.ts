import type { NamedCalibration } from '../calibration/calibrations.ts';
import type { FileKeys } from '../config/key-files.ts';
import type { PricedModels } from '../model-facts.ts';
import type { Panel } from '../panels/panels.ts';
import type { ModelPlans } from '../pipeline/plan/model-plan.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { FoundRegistry } from '../registry/find-registry.ts';
import type { LoadedRegistry } from '../registry/load-registry.ts';
import { compareRegistries, type RegistryChanges } from '../registry/registry-changes.ts';

/** A registry and the connections to its providers. A request keeps the one that it began with. */
export interface Serving extends LoadedRegistry {
  /** Hash of the manifests, calibrations and panels. */
  readonly hash: string;
  readonly plans: ModelPlans;
  readonly calibrations: readonly NamedCalibration[];
  readonly panels: readonly Panel[];
  /** The providers' keys from files. */
  readonly keys: FileKeys;
  readonly upstream: Upstream;
}

export interface ServingsOptions {
  readonly first: Serving;
  /** Opens a registry. Providers that have not changed share their earlier connections. */
  readonly open: (location: FoundRegistry, keys: FileKeys, earlier: Upstream) => Promise<Serving>;
  /** Called for each registry that is swapped in. */
  readonly onSwap: (serving: Serving) => void;
}

/** The current registry, and earlier ones until their last request ends. */
export class Servings {
  readonly #options: ServingsOptions;
  /** The number of requests that use each. The current one is kept even if no request uses it. */
  readonly #uses = new Map<Serving, number>();
  #current: Serving;

  constructor(options: ServingsOptions) {
    this.#options = options;
    this.#current = options.first;
    this.#uses.set(options.first, 0);
  }

  readonly current = (): Serving => this.#current;

  /** Runs a request on the current registry, which stays open until the request ends. */
  readonly use = async <T>(work: (serving: Serving) => Promise<T>): Promise<T> => {
    const serving = this.#current;
    this.#uses.set(serving, (this.#uses.get(serving) ?? 0) + 1);
    try {
      return await work(serving);
    } finally {
      this.#uses.set(serving, (this.#uses.get(serving) ?? 0) - 1);
      if (serving !== this.#current) this.#retire(serving);
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
  async swap(location: FoundRegistry, keys: FileKeys): Promise<RegistryChanges> {
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
  #retire(serving: Serving): void {
    if (this.#uses.get(serving) !== 0) return;
    this.#uses.delete(serving);
    // No request uses them, so a failure to close has no effect.
    serving.upstream.close([...this.#uses.keys()].map(({ upstream }) => upstream)).catch(() => {});
  }
}
