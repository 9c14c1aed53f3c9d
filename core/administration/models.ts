import { keyVariable, readCredentials, type Environment } from '../config.ts';
import type { Model, Provider } from '../contract.ts';
import { describeModel, type ModelDescription } from '../registry/describe-model.ts';

/** A model as operators see it: also what there is to do for its key. */
export interface OperatorsModel extends ModelDescription {
  /** The environment variable that takes the key; null where none is needed. */
  readonly variable: string | null;
  /** How many keys the environment has for the provider. */
  readonly keys: number;
}

export interface OperatorsRegistry {
  readonly models: readonly OperatorsModel[];
  /** IDs of models that are in a manifest and that no request may name. */
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
