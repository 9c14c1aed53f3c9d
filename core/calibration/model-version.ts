import { hash } from 'node:crypto';
import type { Model, Provider } from '../contract.ts';

/**
 * The version of a model as a judge: its name at the provider, and a digest of the other facts in the manifests that
 * decide how it judges. A calibration holds for one version: another may judge differently.
 */
export function modelVersion(model: Model, provider: Pick<Provider, 'id' | 'plugin'>): string {
  const { upstream, sampling, schemaEnforcement, send, tuning } = model;
  const facts = [provider.id, provider.plugin, upstream, sampling.temperature, schemaEnforcement, send];
  const digest = hash('sha256', JSON.stringify([...facts, tuning])).slice(0, 8);
  return `${upstream}#${digest}`;
}
