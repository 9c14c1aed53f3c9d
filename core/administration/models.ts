import { keyVariable, readCredentials, type Environment } from '../config.ts';
import type { Model, Provider } from '../contract.ts';
import { describeModel, type ModelDescription } from '../registry/describe-model.ts';

/** A model as operators see it, with the configuration of its provider's keys. */
export interface OperatorsModel extends ModelDescription {
  /** The environment variable of the key; null if the provider needs none. */
  readonly variable: string | null;
  /** How many keys the environment has for the provider. */
  readonly keys: number;
}

export interface OperatorsRegistry {
  readonly models: readonly OperatorsModel[];
  /** IDs of models that are in a manifest but not available to requests. */
  readonly switchedOff: readonly string[];
}

/** @throws Error naming a variable whose keys cannot be read. */
export function describeOperatorsModel(
  entry: { readonly model: Model; readonly provider: Provider },
  environment: Environment,
): OperatorsModel {
  const { auth } = entry.provider;
  const credentials = readCredentials(environment, auth);
  return {
    ...describeModel(entry, credentials.length > 0),
    variable: keyVariable(auth) ?? null,
    keys: credentials.filter(({ kind }) => kind !== 'none').length,
  };
}
