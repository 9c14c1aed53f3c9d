import { describeOperatorsModel } from '../../administration/models.ts';
import { loadConfig, type Environment } from '../../config.ts';
import { readKeyFiles, withFileKeys } from '../../config/key-files.ts';
import { readProblem } from '../../client/gateway-problem.ts';
import type { ModelsResponse } from '../../generated/models-response.ts';
import type { ModelDescription } from '../../registry/describe-model.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import { retirementState, shutdownMs } from '../../registry/retirement.ts';
import { print, defineCommand, usageError, type Command } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { gatewayRefusal, networkError } from '../gateway-failure.ts';
import { DEFAULT_URL, gatewayTarget, type GatewayTarget } from '../gateway-target.ts';

const GROUPS = new Set(['reasoning', 'fast', 'legacy']);
/** A gateway answers this from memory. */
const TIMEOUT_MS = 10_000;

const TABLE: CommandTable = {
  command: 'assay models',
  purpose: 'every model the manifests declare.',
  forms: [
    {
      inline: '[--group reasoning|fast|legacy] [--retiring] [--url URL]',
      options: { group: { value: 'reasoning|fast|legacy' } },
    },
  ],
  notes: `The column "key" says whether this shell has a key for the provider, in a variable or a key file, or which variable to set. A
running gateway may have others, from its own variables and the key files of its last reload: --url asks it for its models and
keys instead, with the API key in ASSAY_KEY.`,
  options: {
    retiring: {
      says: 'only models with an announced shutdown, the next one first: the days left, the successor to name instead, and what happens from 00:00 UTC of the day',
    },
    url: { value: 'URL', says: `of a running gateway, such as ${DEFAULT_URL}` },
  },
  json: 'print JSON, with limits, capabilities and tuning schemas',
  examples: ['assay models --group fast', 'assay models --retiring'],
};

export const models: Command = defineCommand(TABLE, async (args, environment) => {
  const group = args.text('group');
  if (group !== undefined && !GROUPS.has(group))
    throw usageError(TABLE, args.positionals, `--group takes ${[...GROUPS].join(', ')}`);
  const isAsked = args.text('url') !== undefined;
  const all = isAsked ? await askFor(gatewayTarget(args, environment)) : await declared(environment);
  const ofGroup = all.filter(({ model }) => group === undefined || model.group === group);
  const isRetiring = args.flag('retiring');
  const listed = isRetiring ? retiringFirst(ofGroup) : ofGroup;
  const nowMs = Date.now();
  print(
    listed.map(({ model }) => model),
    isRetiring ? listed.map((one) => retiringRow(one, nowMs)) : listed.map(rowOf),
    args.json,
  );
  if (!isAsked && !args.json)
    process.stderr.write(
      'key: whether this shell has one. A running gateway may have others: assay models --url URL asks it.\n',
    );
  return 0;
});

type Shown = Pick<
  ModelDescription,
  | 'id'
  | 'group'
  | 'provider'
  | 'price'
  | 'limits'
  | 'schemaEnforcement'
  | 'judge'
  | 'shutdown'
  | 'successor'
  | 'onShutdown'
  | 'configured'
>;

interface Listed {
  readonly model: Shown;
  /** Its provider's key is set in it; undefined where that is not known. */
  readonly variable?: string | undefined;
}

async function declared(environment: Environment): Promise<readonly Listed[]> {
  const { registry } = await loadRegistry(loadConfig(environment));
  const withKeys = withFileKeys(environment, await readKeyFiles(environment, registry.providers));
  return registry.entries.map((entry) => {
    const { variable, keys: _, ...model } = describeOperatorsModel(entry, withKeys);
    return { model, variable: variable ?? undefined };
  });
}

/** @throws Error that says why there is no answer. */
async function askFor({ url, key }: GatewayTarget): Promise<readonly Listed[]> {
  try {
    const reply = await fetch(`${url}/api/v1/models`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!reply.ok) throw await readProblem(reply);
    const answer: ModelsResponse = JSON.parse(await reply.text());
    return answer.models.map((model) => ({ model }));
  } catch (error) {
    throw gatewayRefusal(error, url) ?? new Error(networkError(error).message, { cause: error });
  }
}

/** Of one day in the manifests' order. */
function retiringFirst(listed: readonly Listed[]): readonly Listed[] {
  return listed
    .filter(({ model }) => model.shutdown !== null)
    .toSorted((one, other) => shutdownMs(one.model) - shutdownMs(other.model));
}

function retiringRow({ model, variable }: Listed, nowMs: number) {
  const { id, provider, shutdown, successor, onShutdown, configured } = model;
  const isRetired = retirementState(model, nowMs) === 'retired';
  return {
    id,
    provider,
    shutdown,
    'days left': isRetired ? 0 : Math.ceil((shutdownMs(model) - nowMs) / DAY_MS),
    successor,
    'on that day': onShutdown === 'successor' ? 'the successor runs' : 'fails as model_retired',
    key: keyWord(configured, variable),
  };
}

const DAY_MS = 86_400_000;

function keyWord(isConfigured: boolean, variable: string | undefined): string {
  if (isConfigured) return 'yes';
  return variable === undefined ? 'no' : `no: set ${variable}`;
}

function rowOf({ model, variable }: Listed) {
  const { id, group, provider, price, limits, schemaEnforcement, judge, shutdown, configured } = model;
  return {
    id,
    group,
    provider,
    'in $/M': price.inputUsdPerMillion,
    'out $/M': price.outputUsdPerMillion,
    context: limits.contextTokens,
    schema: schemaEnforcement,
    judge,
    shutdown,
    key: keyWord(configured, variable),
  };
}
