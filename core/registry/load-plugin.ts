import { pathToFileURL } from 'node:url';
import { findPackage, PACKAGE_MARK } from '../manifests/load/find-package.ts';
import { findPlugins } from '../manifests/load/find-plugins.ts';
import {
  CONTRACT_VERSION,
  type LinkedProvider,
  type Provider,
  type StreamReader,
  type WirePlugin,
} from '../contract.ts';

/** A provider with its plugin. */
export interface PluggedProvider {
  readonly provider: Provider;
  readonly plugin: WirePlugin;
}

/**
 * Each provider with its plugin, by the provider's ID.
 * @param operatorsFolder the folder of ASSAY_PLUGINS, if it is set.
 * @throws Error that names the file, the breach of the contract and a remedy.
 */
export async function loadPlugins(
  providers: readonly LinkedProvider[],
  operatorsFolder?: string,
): Promise<ReadonlyMap<string, PluggedProvider>> {
  const files = await findPlugins(operatorsFolder);
  const plugins = new Map<string, PluggedProvider>();
  for (const provider of providers) {
    const file = fileOf(provider.plugin, files);
    if (file === undefined)
      throw new Error(`provider ${provider.id}: ${howToInstall(provider.plugin, operatorsFolder)}`);
    plugins.set(provider.id, await plugIn(provider, await loadPlugin(file)));
  }
  return plugins;
}

/**
 * The provider with the plugin that `forProvider` makes for it, or else with the plugin itself.
 * @throws Error if the manifest has a bridge that the plugin does not take, or if neither says how tokens are counted;
 * and the errors of `forProvider`.
 */
export async function plugIn(linked: LinkedProvider, plugin: WirePlugin): Promise<PluggedProvider> {
  const { id, bridge, usage = plugin.usage } = linked;
  if (bridge !== undefined && plugin.forProvider === undefined)
    throw wrongProvider(
      linked,
      ['bridge'],
      `the plugin ${linked.plugin} takes no bridge; remove it in ${id}.yaml, or name another plugin`,
    );
  if (usage === undefined)
    throw wrongProvider(
      linked,
      ['plugin'],
      `the plugin ${linked.plugin} does not say where replies count tokens; add provider.usage, with input and output`,
    );
  const provider: Provider = { ...linked, usage };
  return { provider, plugin: (await plugin.forProvider?.(provider, importPackage)) ?? plugin };
}

function wrongProvider({ id }: LinkedProvider, path: readonly string[], message: string): Error {
  return Object.assign(new Error(`provider ${id}: ${message}`), { path });
}

function fileOf(name: string, files: ReadonlyMap<string, string>): string | undefined {
  return name.startsWith(PACKAGE_MARK) ? findPackage(name.slice(PACKAGE_MARK.length)) : files.get(name);
}

function howToInstall(name: string, operatorsFolder: string | undefined): string {
  if (name.startsWith(PACKAGE_MARK)) return missingPackage(name.slice(PACKAGE_MARK.length));
  const folder =
    operatorsFolder === undefined
      ? 'a folder and set ASSAY_PLUGINS, which is not set, to it'
      : `${operatorsFolder}, the folder of ASSAY_PLUGINS`;
  return `there is no plugin "${name}"; put ${name}.ts, .js or .mjs into ${folder}`;
}

function missingPackage(name: string): string {
  return `the package ${name} is not installed in ${process.cwd()}; run there: npm install ${name}`;
}

async function importPackage(name: string): Promise<Readonly<Record<string, unknown>>> {
  const file = findPackage(name);
  if (file === undefined) throw new Error(missingPackage(name));
  return importFile(file, `the package ${name}`);
}

/** @throws Error that names the file, the breach of the contract and a remedy. */
export async function loadPlugin(file: string): Promise<WirePlugin> {
  const { default: plugin } = await importFile(file, `plugin ${file}`);
  const wrong = checkContract(plugin);
  if (wrong !== undefined) throw new Error(`plugin ${file}: ${wrong}`);
  // `checkContract` has checked every function's member; arguments and results cannot be checked at run time.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return plugin as WirePlugin;
}

async function importFile(file: string, what: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(file).href);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown error';
    throw new Error(`${what} cannot be loaded: ${reason}`, { cause });
  }
}

/** The reason why a value is not a plugin of this contract; undefined if it is one. */
export function checkContract(plugin: unknown): string | undefined {
  if (typeof plugin !== 'object' || plugin === null)
    return 'has no default export that is an object; export default { contractVersion, buildRequest, readReply }, see core/contract.ts, WirePlugin';
  const members = new Map<string, unknown>(Object.entries(plugin));
  const version = members.get('contractVersion');
  if (version !== CONTRACT_VERSION) {
    const advice =
      typeof version === 'number' && version > CONTRACT_VERSION ? 'update the gateway' : 'update the plugin';
    return `contractVersion is ${JSON.stringify(version)}, this gateway speaks ${CONTRACT_VERSION}: ${advice}, or use a plugin made for version ${CONTRACT_VERSION}`;
  }
  for (const name of ['buildRequest', 'readReply']) {
    if (typeof members.get(name) !== 'function') return `member ${name} must be a function`;
  }
  for (const name of ['readModel', 'readFault', 'describeError', 'sign', 'forProvider']) {
    if (members.get(name) !== undefined && typeof members.get(name) !== 'function')
      return `member ${name} must be a function or absent`;
  }
  return wrongStream(members.get('stream'));
}

const FRAMINGS: ReadonlySet<unknown> = new Set(['sse', 'binary'] satisfies StreamReader['framing'][]);

function wrongStream(stream: unknown): string | undefined {
  if (stream === undefined) return undefined;
  if (typeof stream !== 'object' || stream === null) return 'member stream must be an object or absent';
  const members = new Map<string, unknown>(Object.entries(stream));
  if (!FRAMINGS.has(members.get('framing')))
    return `member stream.framing must be one of ${[...FRAMINGS].join(', ')}`;
  for (const name of ['request', 'fold']) {
    if (typeof members.get(name) !== 'function') return `member stream.${name} must be a function`;
  }
  if (members.get('comparable') !== undefined && typeof members.get('comparable') !== 'function')
    return 'member stream.comparable must be a function or absent';
  return undefined;
}
