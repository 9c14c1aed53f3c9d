import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { CONTRACT_VERSION, type WirePlugin } from '../contract.ts';

/** @throws Error naming the file and the member that is not as the contract has it. */
export async function loadPlugins(
  folder: string,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, WirePlugin>> {
  const plugins = new Map<string, WirePlugin>();
  for (const name of new Set(names)) plugins.set(name, await loadPlugin(join(folder, `${name}.ts`)));
  return plugins;
}

async function loadPlugin(file: string): Promise<WirePlugin> {
  const module: { readonly default?: unknown } = await import(pathToFileURL(file).href).catch(
    (cause: unknown) => {
      throw new Error(
        `plugin ${file} cannot be loaded: ${cause instanceof Error ? cause.message : 'unknown error'}`,
        { cause },
      );
    },
  );
  const plugin = module.default;
  const fault = contractFault(plugin);
  if (fault !== undefined) throw new Error(`plugin ${file}: ${fault}`);
  // `contractFault` has checked every member it can; argument types cannot be checked at run time.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return plugin as WirePlugin;
}

/** What keeps a value from being a plugin of this contract; undefined where nothing does. */
export function contractFault(plugin: unknown): string | undefined {
  if (typeof plugin !== 'object' || plugin === null)
    return 'has no default export that is an object; see core/contract.ts, WirePlugin';
  const members = new Map<string, unknown>(Object.entries(plugin));
  const version = members.get('contractVersion');
  if (version !== CONTRACT_VERSION) {
    return `contractVersion is ${JSON.stringify(version)}, this gateway speaks ${CONTRACT_VERSION}: use a plugin made for it`;
  }
  for (const name of ['buildRequest', 'readReply']) {
    if (typeof members.get(name) !== 'function') return `member ${name} must be a function`;
  }
  for (const name of ['readFault', 'sign']) {
    if (members.get(name) !== undefined && typeof members.get(name) !== 'function')
      return `member ${name} must be a function or absent`;
  }
  return undefined;
}
