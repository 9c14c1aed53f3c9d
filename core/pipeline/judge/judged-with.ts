import type { JudgedWith } from '../../calibration/judge-prompt-versions.ts';
import type { Evaluation } from '../../generated/prompt-response.ts';
import type { RequestContext } from '../request-context.ts';
import { judgePromptVersionFor } from './judge-prompt-version.ts';
import { versionOfModel } from '../../registry/version-of-model.ts';

/** What judged a request, as the log keeps it. */
export function judgedWith(
  evaluations: readonly Pick<Evaluation, 'judge'>[],
  { prompt, serving: { registry } }: RequestContext,
): string {
  const judges = new Set(evaluations.map(({ judge: { modelId, servedBy } }) => servedBy ?? modelId));
  const kept: JudgedWith = {
    judgePrompt: judgePromptVersionFor(prompt),
    judges: Object.fromEntries(
      [...judges].flatMap((id) => {
        const version = versionOfModel(id, registry);
        return version === undefined ? [] : [[id, version]];
      }),
    ),
  };
  return JSON.stringify(kept);
}
