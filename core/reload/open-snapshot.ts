import {
  baseUrlOverride,
  readCredentials,
  refuseUnknownBaseUrls,
  regionOf,
  type Environment,
} from '../config.ts';
import { withFileKeys, type FileKeys } from '../config/key-files.ts';
import { openCalibrations } from '../calibration/calibration-files.ts';
import type { Provider } from '../contract.ts';
import type { Metrics, MetricSources, ProviderState } from '../metrics.ts';
import { planModels } from '../pipeline/plan/model-plan.ts';
import { createUpstream, type Upstream, type UpstreamTarget } from '../upstream/upstream.ts';
import type { ModelShutdown } from '../metrics/registry-metrics.ts';
import { shutdownMs } from '../registry/retirement.ts';
import type { RegistryLocation } from '../registry/find-registry.ts';
import { openRegistry } from '../registry/load-registry.ts';
import { RegistrySnapshots, type RegistrySnapshot } from './registry-snapshots.ts';

/** The sources of the operator's keys and addresses. */
interface OperatorSettings {
  readonly environment: Environment;
  readonly keys: FileKeys;
}

/**
 * Opens a registry with the operator's keys and addresses.
 * @param earlier its connections are reused for providers that have not changed.
 * @throws Error that names a plugin that does not fit, or a variable and its valid values.
 */
export async function openSnapshot(
  location: RegistryLocation,
  { environment, keys }: OperatorSettings,
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
  const upstream = createUpstream(targets, earlier);
  return { ...loaded, hash, plans, calibrations, panels, keys, upstream };
}

/** Registries are opened with the addresses that the environment sets at the start. */
export function createSnapshots(
  first: RegistrySnapshot,
  environment: Environment,
  metrics: Pick<Metrics, 'setBuild'>,
): RegistrySnapshots {
  const onSwap = ({ hash }: RegistrySnapshot): void => metrics.setBuild(hash);
  onSwap(first);
  return new RegistrySnapshots({
    first,
    open: (location, keys, earlier) => openSnapshot(location, { environment, keys }, earlier),
    onSwap,
  });
}

/** The sources of the metrics about the current registry. */
export function snapshotSources(
  current: () => RegistrySnapshot,
): Pick<MetricSources, 'providers' | 'shutdowns'> {
  return { providers: () => providerStates(current()), shutdowns: () => modelShutdowns(current()) };
}

/** Leaves out breakers of models that a reload removed, because their providers keep them. */
function providerStates({ registry, upstream }: RegistrySnapshot): readonly ProviderState[] {
  return upstream.state().map((state) => ({
    ...state,
    breakers: state.breakers.filter(({ model }) => registry.find(model) !== undefined),
  }));
}

function modelShutdowns({
  registry: { entries },
}: Pick<RegistrySnapshot, 'registry'>): readonly ModelShutdown[] {
  return entries
    .filter(({ model }) => model.shutdown !== null)
    .map(({ model, provider }) => ({
      model: model.id,
      provider: provider.id,
      seconds: shutdownMs(model) / 1_000,
    }));
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
