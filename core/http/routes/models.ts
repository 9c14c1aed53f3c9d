import { isSandboxKey } from '../../config.ts';
import type { ModelsResponse, PanelDescription } from '../../generated/models-response.ts';
import { EVERY_MODEL, type KeyLimits, mayUse } from '../../ledger/administration/settings.ts';
import type { Panel } from '../../panels/panels.ts';
import { JUDGE_PROMPT_VERSION } from '../../pipeline/judge/judge-prompt.ts';
import { describeModel } from '../../registry/describe-model.ts';
import { plainJson } from '../../text/plain-json.ts';
import type { HandlerOf } from '../admit/admit.ts';
import { sendStatic, staticJson, staticJsonOf } from '../answer/static-answer.ts';
import type { HttpSnapshot } from '../run/open-request.ts';

/** A panel's public fields. */
function describePanel(panel: Panel): PanelDescription {
  const { judge_weights: weights, judge_until: until, fuse, judge_prompt: criteria } = panel;
  return {
    id: panel.id,
    models: panel.models,
    judges: panel.judges,
    ...(weights !== undefined && { judge_weights: weights }),
    ...(until !== undefined && { judge_until: until }),
    ...(fuse !== undefined && { fuse }),
    ...(criteria !== undefined && { judge_prompt: criteria }),
  };
}

function describeModels(
  { registry, panels, upstream }: HttpSnapshot,
  key: Pick<KeyLimits, 'models'>,
): ModelsResponse {
  const models = registry.entries.map((entry) => ({
    ...describeModel(entry, upstream.connections.has(entry.provider.id)),
    allowed: mayUse(key, entry.model.id),
  }));
  const simulated = upstream.targets.some(({ credentials }) => credentials.some(isSandboxKey));
  return {
    judgePrompt: JUDGE_PROMPT_VERSION,
    models,
    panels: panels.map(describePanel),
    ...(simulated && { simulated }),
  };
}

function bytesOf(models: ModelsResponse): Buffer {
  return Buffer.from(plainJson(models));
}

/** GET /api/v1/models: the public part of the registry, and which models can be used, also with this key. */
export function modelsRoute(services: { readonly current: () => HttpSnapshot }): HandlerOf['key'] {
  const answerOf = staticJsonOf((snapshot: HttpSnapshot) => bytesOf(describeModels(snapshot, EVERY_MODEL)));
  return async function models({ response, caller: { account } }) {
    const snapshot = services.current();
    const answer =
      account.models === null ? answerOf(snapshot) : staticJson(bytesOf(describeModels(snapshot, account)));
    await sendStatic(response, answer, 'private, no-cache');
  };
}
