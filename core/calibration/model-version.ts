import { hash } from 'node:crypto';
import type { Model, Provider } from '../contract.ts';

/**
 * What a model is asked as: its name at the provider, and a digest of what else in the manifests decides how it judges.
 * A calibration holds for one version: another may judge otherwise.
 */
export function modelVersion(model: Model, provider: Pick<Provider, 'id' | 'plugin'>): string {
  const { upstream, sampling, schemaEnforcement, send, tuning } = model;
  const asked = [provider.id, provider.plugin, upstream, sampling.temperature, schemaEnforcement, send];
  const digest = hash('sha256', JSON.stringify([...asked, tuning])).slice(0, 8);
  return `${upstream}#${digest}`;
}
