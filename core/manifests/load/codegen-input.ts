import type { PricedModels } from '../../model-facts.ts';

/** Everything the generator reads, as texts: it touches no disk, no clock and no environment. */
export interface CodegenInput {
  /** Path of a manifest, as problems shall name it -> its YAML. */
  readonly manifests: ReadonlyMap<string, string>;
  /** File name in codegen/schemas -> its JSON. */
  readonly schemas: ReadonlyMap<string, string>;
  /** Names a manifest's `plugin` may have; an installed package stands there as `npm:` and its name. */
  readonly plugins: readonly string[];
  /** Folder of the operator's own plugins, where ASSAY_PLUGINS names one. */
  readonly pluginsPath?: string | undefined;
  /** The registry these manifests replace; given, prices that jump are refused. */
  readonly previous?: PricedModels | undefined;
}
