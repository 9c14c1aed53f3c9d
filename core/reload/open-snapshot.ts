import {
  baseUrlOverride,
  readCredentials,
  refuseUnknownBaseUrls,
  regionOf,
  type Environment,
} from '../config.ts';
import { withFileKeys, type FileKeys } from '../config/key-files.ts';
import type { NamedCalibration } from '../calibration/calibrations.ts';
import { openCalibrations } from '../calibration/calibration-files.ts';
import type { Provider } from '../contract.ts';
import type { Panel } from '../panels/panels.ts';
import { type ModelPlans, planModels } from '../pipeline/plan/model-plan.ts';
import { Upstream, type UpstreamTarget } from '../upstream/upstream.ts';
import type { RegistryLocation } from '../registry/find-registry.ts';
import { openRegistry, type LoadedRegistry } from '../registry/load-registry.ts';

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

/**
 * Opens a registry with the operator's keys and addresses.
 * @param environment has the addresses, and the keys that are not in files.
 * @param earlier its connections are reused for providers that have not changed.
 * @throws Error that names a plugin that does not fit, or a variable and its valid values.
 */
export async function openSnapshot(
  location: RegistryLocation,
  environment: Environment,
  keys: FileKeys,
  earlier?: Upstream,
): Promise<RegistrySnapshot> {
  const [loaded, calibrations] = await Promise.all([
    openRegistry(location),
    openCalibrations(location.calibrations),
  ]);
  const { providers } = loaded.registry;
  refuseUnknownBaseUrls(
    environment,
    providers.map(({ id }) => id),
  );
  const withKeys = withFileKeys(environment, keys);
  const targets = providers.map((provider) => targetOf(provider, withKeys));
  const { hash, panels = [] } = location;
  const plans = planModels(loaded.registry);
  const upstream = new Upstream(targets, earlier);
  return { ...loaded, hash, plans, calibrations, panels, keys, upstream };
}

function targetOf(provider: Provider, environment: Environment): UpstreamTarget {
  const region = provider.auth.scheme === 'sigv4' ? regionOf(environment, provider.auth) : '';
  return {
    provider,
    baseUrl:
      baseUrlOverride(environment, provider.id) ?? provider.baseUrl.replaceAll('{region}', () => region),
    credentials: readCredentials(environment, provider.auth),
  };
}
