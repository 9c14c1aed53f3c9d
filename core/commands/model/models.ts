import { loadConfig, readCredentials } from '../../config.ts';
import { describeModel } from '../../registry/describe-model.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import { print, readArguments, usageError, type Command } from '../command.ts';

const HELP = `assay models: every model the manifests declare.

  assay models [--group reasoning|fast|legacy]

  --json    print JSON, with limits, capabilities and tuning schemas

Example: assay models --group fast
`;

const GROUPS = new Set(['reasoning', 'fast', 'legacy']);

export const models: Command = {
  async run(rest, environment) {
    const args = readArguments(rest, HELP, { group: { type: 'string' } });
    if (args === undefined) return 0;
    if (args.positionals.length > 0) throw usageError(HELP);
    const group = args.text('group');
    if (group !== undefined && !GROUPS.has(group)) throw usageError(HELP);
    const { registry } = await loadRegistry(loadConfig(environment));
    const listed = registry.entries
      .filter(({ model }) => group === undefined || model.group === group)
      .map((entry) => describeModel(entry, readCredentials(environment, entry.provider.auth).length > 0));
    const rows = listed.map(
      ({ id, group: kind, provider, price, limits, schemaEnforcement, judge, shutdown, configured }) => ({
        id,
        group: kind,
        provider,
        'in $/M': price.inputUsdPerMillion,
        'out $/M': price.outputUsdPerMillion,
        context: limits.contextTokens,
        schema: schemaEnforcement,
        judge,
        shutdown,
        key: configured ? 'yes' : 'no',
      }),
    );
    print(listed, rows, args.json);
    return 0;
  },
};
