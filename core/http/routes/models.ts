import type { RequestHandler } from 'express';
import type { PanelDescription } from '../../generated/models-response.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Panel } from '../../panels/panels.ts';
import { JUDGE_PROMPT_VERSION } from '../../pipeline/judge/judge-prompt-version.ts';
import { describeModel } from '../../registry/describe-model.ts';
import { plainJson } from '../../text/plain-json.ts';
import { authenticate } from '../admit/admit.ts';
import { sendStatic, staticAnswerOf } from '../answer/static-answer.ts';
import type { RequestServing } from '../run/run-registered.ts';

/** What of a panel a request can say. */
function describePanel(panel: Panel): PanelDescription {
  const { id, models, judges, judge_weights: weights, judge_prompt: criteria } = panel;
  return {
    id,
    models,
    judges,
    ...(weights !== undefined && { judge_weights: weights }),
    ...(criteria !== undefined && { judge_prompt: criteria }),
  };
}

/** GET /api/v1/models: the registry as a client needs it, and which of it can be asked. */
export function modelsRoute(services: {
  readonly ledger: Ledger;
  readonly current: () => RequestServing;
}): RequestHandler {
  const answerOf = staticAnswerOf(({ registry, panels, upstream }: RequestServing) => {
    const models = registry.entries.map((entry) =>
      describeModel(entry, upstream.connections.has(entry.provider.id)),
    );
    return Buffer.from(
      plainJson({ judgePrompt: JUDGE_PROMPT_VERSION, models, panels: panels.map(describePanel) }),
    );
  });
  return async function models(request, response) {
    await authenticate(request, services.ledger);
    sendStatic(response, await answerOf(services.current()), 'private, no-cache');
  };
}
