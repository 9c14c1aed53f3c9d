import { hash } from 'node:crypto';
import { type JudgedWith, withCriteriaOf } from '../../calibration/judge-prompt-versions.ts';
import type { Evaluation } from '../../generated/prompt-response.ts';
import { digestOf } from '../../text/shared-text.ts';
import { versionOfModel } from '../../registry/version-of-model.ts';
import type { Prompt, RequestContext } from '../request-context.ts';
import { judgeMessage, REPAIR_INSTRUCTION, VERDICT_SCHEMA, type JudgedTask } from './judge-prompt.ts';

const TASK: JudgedTask = { task: 'TASK', criteria: 'CRITERIA', unseenAttachments: [], asksSchema: true };
const ANSWERS = {
  first: { text: 'FIRST', schemaValid: true },
  second: { text: 'SECOND', schemaValid: false },
};

/**
 * Of the words judges are told, whatever the request: another version may judge otherwise, and a calibration holds for
 * one. Twelve hex digits.
 */
export const JUDGE_PROMPT_VERSION: string = hash(
  'sha256',
  JSON.stringify([judgeMessage(TASK, ANSWERS, '0'.repeat(32)), VERDICT_SCHEMA, REPAIR_INSTRUCTION]),
).slice(0, 12);

/** The same with a digest of the request's own criteria, where it has some. */
export function judgePromptVersionFor({ request }: Prompt): string {
  const { judge_prompt: criteria } = request;
  if (criteria === undefined) return JUDGE_PROMPT_VERSION;
  return withCriteriaOf(JUDGE_PROMPT_VERSION, digestOf(criteria));
}

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
