import { refusedHost } from '../../refused-address.ts';
import type { Provider } from '../../generated/manifest.ts';
import type { ProblemMaker } from './check-constants.ts';
import type { ShapedManifest } from './check-shape.ts';
import { fileName } from '../load/hash-manifests.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import { PACKAGE_MARK } from '../load/find-package.ts';
import { nearestName } from '../../text/nearest-name.ts';

/** Headers that the core writes itself. In a manifest they would break the request or contain a credential. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'proxy-authorization',
  'transfer-encoding',
  'upgrade',
]);

export interface KnownPlugins {
  /** Names of the wire formats that exist. */
  readonly plugins: readonly string[];
  /** The folder of the operator's plugins; undefined if ASSAY_PLUGINS is not set. */
  readonly pluginsPath?: string | undefined;
}

/** Checks the provider of a manifest for mistakes that the schema cannot find. */
export function* checkProvider(
  { source, manifest }: ShapedManifest,
  { plugins, pluginsPath }: KnownPlugins,
): Generator<ManifestProblem> {
  const { provider } = manifest;
  const { baseUrl, bridge } = provider;
  const problem: ProblemMaker = (path, message) => source.factProblem(['provider', ...path], message);
  const name = fileName(source.file);
  if (provider.id !== name) {
    yield problem(
      ['id'],
      `"${provider.id}" is not the file's name; write ${name}, or rename the file to ${provider.id}.yaml`,
    );
  }
  if (!plugins.includes(provider.plugin))
    yield problem(['plugin'], unknownPlugin(provider.plugin, { plugins, pluginsPath }));
  const address = provider.auth.scheme === 'sigv4' ? baseUrl.replace('{region}', '') : baseUrl;
  if (baseUrl.includes('{') && /[{}]/.test(address)) {
    yield problem(
      ['baseUrl'],
      'only {region} may stand here in braces, and only with auth.scheme sigv4; write the address out',
    );
  }
  const refusal = URL.canParse(baseUrl) ? refusedHost(new URL(baseUrl)) : undefined;
  if (refusal !== undefined) yield problem(['baseUrl'], `${refusal}; give the address of the provider`);
  // The plugin itself refuses a bridge that it does not take, when it is loaded.
  if (bridge !== undefined && !plugins.includes(PACKAGE_MARK + bridge.package))
    yield problem(['bridge', 'package'], notInstalled(bridge.package));
  yield* checkTimeouts(provider, problem);
  yield* checkRests(provider, problem);
  for (const header of Object.keys(provider.headers ?? {})) {
    const isCredential = provider.auth.scheme === 'header' && provider.auth.header === header;
    if (RESERVED_HEADERS.has(header) || isCredential) {
      yield source.problem(
        ['provider', 'headers', header],
        `the gateway writes ${header} itself; remove it here`,
        'key',
      );
    }
  }
}

/** Each with the timeout that includes it. */
const NESTED_TIMEOUTS = [
  ['connectMs', 'firstByteMs'],
  ['firstByteMs', 'totalMs'],
  ['idleMs', 'totalMs'],
] as const;

function* checkTimeouts({ timeouts }: Provider, problem: ProblemMaker): Generator<ManifestProblem> {
  for (const [inner, outer] of NESTED_TIMEOUTS)
    if (timeouts[inner] > timeouts[outer])
      yield problem(
        ['timeouts', inner],
        `is longer than ${outer} (${timeouts[outer]}), which includes it; lower it`,
      );
}

function* checkRests({ retries, keys }: Provider, problem: ProblemMaker): Generator<ManifestProblem> {
  const { firstPauseMs, maxPauseMs } = retries;
  if (firstPauseMs > maxPauseMs)
    yield problem(['retries', 'firstPauseMs'], `is longer than maxPauseMs (${maxPauseMs}); lower it`);
  const { limitedRestMs, refusedRestMs } = keys;
  if (limitedRestMs > refusedRestMs) {
    yield problem(
      ['keys', 'limitedRestMs'],
      `is longer than refusedRestMs (${refusedRestMs}); a refused key mends no sooner than a limited one, so correct one of them`,
    );
  }
}

function unknownPlugin(plugin: string, { plugins, pluginsPath }: KnownPlugins): string {
  if (plugin.startsWith(PACKAGE_MARK)) return notInstalled(plugin.slice(PACKAGE_MARK.length));
  const nearest = nearestName(plugin, plugins);
  const advice = nearest === undefined ? `use one of: ${plugins.join(', ')}` : `did you mean "${nearest}"?`;
  const place =
    pluginsPath === undefined
      ? `(plugins/${plugin}.ts), and ASSAY_PLUGINS, which names the folder of your own plugins, is not set`
      : `in plugins/ or in ASSAY_PLUGINS (${pluginsPath})`;
  return `there is no plugin "${plugin}" ${place}; ${advice}`;
}

function notInstalled(name: string): string {
  return `the package ${name} is not installed in the folder this was started in; run there: npm install ${name}`;
}
