import type { NamedCalibration } from '../calibration/calibrations.ts';
import type { FileKeys } from '../config/key-files.ts';
import type { PricedModels } from '../model-facts.ts';
import type { Panel } from '../panels/panels.ts';
import type { ModelPlans } from '../pipeline/plan/model-plan.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { FoundRegistry } from '../registry/find-registry.ts';
import type { LoadedRegistry } from '../registry/load-registry.ts';
import { compareRegistries, type RegistryChanges } from '../registry/registry-changes.ts';

/** A registry and the connections to its providers: what a request begins with, it keeps to its end. */
export interface Serving extends LoadedRegistry {
  /** Of the manifests, calibrations and panels. */
  readonly hash: string;
  readonly plans: ModelPlans;
  readonly calibrations: readonly NamedCalibration[];
  readonly panels: readonly Panel[];
  /** Of the providers, as they were read from files. */
  readonly keys: FileKeys;
  readonly upstream: Upstream;
}

export interface ServingsOptions {
  readonly first: Serving;
  /** A registry ready to answer; providers that have not changed share the earlier one's connections. */
  readonly open: (found: FoundRegistry, keys: FileKeys, earlier: Upstream) => Promise<Serving>;
  /** Called for each that is swapped in. */
  readonly onSwap: (serving: Serving) => void;
}

/** The serving of this moment, and those before it for as long as a request is on them. */
export class Servings {
  readonly #options: ServingsOptions;
  /** Requests on each; the current one stays, whether it has any or not. */
  readonly #uses = new Map<Serving, number>();
  #current: Serving;

  constructor(options: ServingsOptions) {
    this.#options = options;
    this.#current = options.first;
    this.#uses.set(options.first, 0);
  }

  readonly current = (): Serving => this.#current;

  /** Runs a request on the serving of this moment, which stands until it ends. */
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

  /** Of the registry that answers. */
  get hash(): string {
    return this.#current.hash;
  }

  get models(): number {
    return this.#current.registry.entries.length;
  }

  prices(): PricedModels {
    return { models: this.#current.registry.entries.map(({ model }) => model) };
  }

  /** Of the providers, as they were read from files. */
  get keys(): FileKeys {
    return this.#current.keys;
  }

  /**
   * Answers by another registry and keys as soon as they are open. To be called one time after the other.
   * @throws Error saying why they cannot be used; what answered before answers on.
   */
  async swap(found: FoundRegistry, keys: FileKeys): Promise<RegistryChanges> {
    const next = await this.#options.open(found, keys, this.#current.upstream);
    const earlier = this.#current;
    this.#current = next;
    this.#uses.set(next, 0);
    // A request that began before makes its later calls with the keys of now as well.
    for (const { upstream } of this.#uses.keys()) upstream.useKeys(next.upstream.targets);
    this.#options.onSwap(next);
    this.#retire(earlier);
    return compareRegistries(earlier, next);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#uses.keys()].map(({ upstream }) => upstream.close()));
  }

  /** Closes what none of the others shares, once nobody is on it. */
  #retire(serving: Serving): void {
    if (this.#uses.get(serving) !== 0) return;
    this.#uses.delete(serving);
    // Nobody uses them any more, whether they close or not.
    serving.upstream.close([...this.#uses.keys()].map(({ upstream }) => upstream)).catch(() => {});
  }
}
