import type { ListModelsResult } from '../../../generated/tool-results.ts';
import { describeModel } from '../../../registry/describe-model.ts';
import { mayAsk } from '../../../ledger/listed-key.ts';
import { checkInput, type Tool } from '../tool.ts';

/** As GET /api/v1/models, without what only programs need. */
export const listModels: Tool = {
  name: 'list_models',
  title: 'List the models',
  description:
    'IDs, prices and limits of all models that ask_models can ask and have as judges with this key. Models that are not configured fail.',
  spends: false,
  async run(call): Promise<ListModelsResult> {
    checkInput('list_models', call);
    const { registry, upstream } = call.serving;
    const allowed = registry.entries.filter(({ model }) =>
      mayAsk(call.admittedRequest.caller.account, model.id),
    );
    const models = allowed.map((entry) => {
      const { id, provider, configured, price, limits, shutdown, successor } = describeModel(
        entry,
        upstream.connections.has(entry.provider.id),
      );
      const { inputUsdPerMillion, outputUsdPerMillion } = price;
      const { contextTokens, outputTokens } = limits;
      return {
        id,
        provider,
        configured,
        inputUsdPerMillion,
        outputUsdPerMillion,
        contextTokens,
        outputTokens,
        shutdown,
        successor,
      };
    });
    return { models };
  },
};
