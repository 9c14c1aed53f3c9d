import type { FileKeys } from '../config/key-files.ts';
import type { PricedModels } from '../model-facts.ts';
import type { FoundRegistry } from '../registry/find-registry.ts';
import type { RegistryChanges } from '../registry/registry-changes.ts';

/** What a registry would change, once it is in. */
export interface Prepared {
  readonly models: number;
  readonly changed: RegistryChanges;
}

/** What answers requests by a registry and keys, and can take others: a gateway, or all workers of a primary as one. */
export interface Swappable {
  /** Of the registry that answers. */
  readonly hash: string;
  readonly models: number;
  /** Of that registry. @throws Error where they cannot be read. */
  prices(): Promise<PricedModels>;
  /** Of the providers, as they were read from files. */
  readonly keys: FileKeys;
  /** Makes a registry ready, and answers nothing by it or the keys yet. @throws Error saying why it cannot be used. */
  prepare(found: FoundRegistry, keys: FileKeys): Promise<Prepared>;
  /** From now on the prepared registry answers. @returns false where it is not the one that is prepared. */
  commit(hash: string): boolean | Promise<boolean>;
  /** Forgets what was prepared. */
  abort(): void;
}
