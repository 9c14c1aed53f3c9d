import type { ModelCall } from '../../contract.ts';
import { bytesOf } from '../../text/long-text.ts';
import { fitContext } from '../plan/fit-context.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { ModelRun } from './run-model.ts';

/** What a model is told whose answer did not keep to a schema it was given in words. */
export const CORRECTION =
  'Your answer does not satisfy the JSON Schema. Answer again with one JSON value that does: every required property, no other, and nothing before or after it.';

/**
 * The call that asks once more, with the unfit answer before it.
 * @returns undefined where asking again is no use: the provider enforces the schema, or the answer was cut or refused.
 */
export function correctedCall({ planned, outcome }: ModelRun): PlannedCall | undefined {
  if (
    planned.fitted?.enforcement !== 'instruction' ||
    !('text' in outcome) ||
    outcome.finishReason !== 'stop'
  )
    return undefined;
  if (outcome.text.trim() === '') return undefined;
  const turns: ModelCall['turns'] = [
    ...planned.call.turns,
    { role: 'assistant', text: outcome.text, cacheBreakpoint: false },
    { role: 'user', text: CORRECTION, cacheBreakpoint: false },
  ];
  const call = { ...planned.call, turns };
  const added = bytesOf(outcome.text, planned.texts) + Buffer.byteLength(CORRECTION);
  const { settings } = fitContext(
    { settings: call.settings, warnings: [] },
    {
      call,
      inputBytes: planned.textBytes + planned.fitted.schemaBytes + added,
      asked: call.settings.maxTokens,
    },
  );
  return { ...planned, call: { ...call, settings } };
}
