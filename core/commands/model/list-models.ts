import { describeOperatorsModel } from '../../administration/models.ts';
import { loadConfig, type Environment } from '../../config.ts';
import { readKeyFiles, withFileKeys } from '../../config/key-files.ts';
import type { GatewayTarget } from '../../client/call-gateway.ts';
import type { ModelsResponse } from '../../generated/models-response.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import { retirementState, shutdownMs } from '../../registry/retirement.ts';
import type { CommandArguments } from '../command-table.ts';
import { gatewayTarget } from '../client/gateway-target.ts';
import { readProfile } from '../client/profile.ts';
import { readGateway } from '../client/read-gateway.ts';
import { say } from '../../terminal/say.ts';
import { printRows } from '../print.ts';

export async function listModels(args: CommandArguments, environment: Environment): Promise<void> {
  const models = await modelsOf(args, environment);
  printRows(
    args,
    models.map(({ model }) => model),
    models.map(rowOf),
    'No manifest declares a model.',
  );
}

export async function listRetiring(args: CommandArguments, environment: Environment): Promise<void> {
  const nowMs = Date.now();
  const models = (await modelsOf(args, environment))
    .filter(({ model }) => model.shutdown !== null)
    // Those of one day stay in the manifests' order.
    .toSorted((one, other) => shutdownMs(one.model) - shutdownMs(other.model));
  printRows(
    args,
    models.map(({ model }) => model),
    models.map((one) => retiringRow(one, nowMs)),
    'No model has an announced shutdown.',
  );
}

async function modelsOf(args: CommandArguments, environment: Environment): Promise<readonly ListedModel[]> {
  const hasUrl = args.text('url') !== undefined;
  // A shell with the port of a gateway has its other variables too.
  const isLoggedIn =
    environment['ASSAY_PORT'] === undefined && (await readProfile(environment)) !== undefined;
  const target = hasUrl || isLoggedIn ? await gatewayTarget(args, environment) : undefined;
  if (target !== undefined && !hasUrl) say(`These are the models of ${target.url}, where you are logged in.`);
  const models = target === undefined ? await modelsOfManifests(environment) : await modelsOfGateway(target);
  const group = args.text('group');
  return models.filter(({ model }) => group === undefined || model.group === group);
}

async function modelsOfGateway(target: GatewayTarget): Promise<readonly ListedModel[]> {
  const { models } = await readGateway<ModelsResponse>(target, '/models');
  return models.map((model) => ({ model, allowed: model.allowed }));
}

type ModelFacts = Omit<ReturnType<typeof describeOperatorsModel>, 'variable' | 'keys'>;

interface ListedModel {
  readonly model: ModelFacts;
  /** The environment variable of its provider's key; undefined for models of a gateway. */
  readonly variable?: string | undefined;
  /** Whether the API key may ask it; undefined for models of manifests. */
  readonly allowed?: boolean;
}

async function modelsOfManifests(environment: Environment): Promise<readonly ListedModel[]> {
  const { registry } = await loadRegistry(loadConfig(environment));
  const withKeys = withFileKeys(environment, await readKeyFiles(environment, registry.providers));
  return registry.entries.map((entry) => {
    const { variable, keys: _, ...model } = describeOperatorsModel(entry, withKeys);
    return { model, variable: variable ?? undefined };
  });
}

function retiringRow(entry: ListedModel, nowMs: number) {
  const { model } = entry;
  const { id, provider, shutdown, successor, onShutdown } = model;
  const isRetired = retirementState(model, nowMs) === 'retired';
  return {
    id,
    'days left': isRetired ? 0 : Math.ceil((shutdownMs(model) - nowMs) / DAY_MS),
    successor,
    shutdown,
    'on that day': onShutdown === 'successor' ? 'the successor runs' : 'fails as model_retired',
    provider,
    key: keyWord(entry),
  };
}

const DAY_MS = 86_400_000;

function keyWord({ model: { configured }, variable, allowed = true }: ListedModel): string {
  if (!allowed) return 'not allowed';
  if (configured) return 'yes';
  return variable === undefined ? 'no' : `needs ${variable}`;
}

function rowOf(entry: ListedModel) {
  const { id, group, provider, price, limits, schemaEnforcement, judge, shutdown } = entry.model;
  return {
    id,
    'in $/M': price.inputUsdPerMillion,
    'out $/M': price.outputUsdPerMillion,
    key: keyWord(entry),
    provider,
    group,
    context: limits.contextTokens,
    schema: schemaEnforcement,
    judge,
    shutdown,
  };
}
