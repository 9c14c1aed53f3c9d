import type { OtherModel } from '../../registry/served-by.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { Warning } from '../plan/warning.ts';
import { logFieldsOf } from './log-attempt.ts';
import type { RequestContext } from '../request-context.ts';

interface ServedRun {
  readonly planned: PlannedCall;
  readonly servedBy?: OtherModel | undefined;
}

/** The ID of the model that answered, if the request does not name it. */
export function servedIdOf({ planned: { inPlaceOf, entry }, servedBy }: ServedRun): string | undefined {
  return servedBy?.id ?? (inPlaceOf === undefined ? undefined : entry.model.id);
}

/** Warns the caller that the provider answered with another model. */
export function servedWarning(run: ServedRun): Warning | undefined {
  const { planned, servedBy } = run;
  if (servedBy === undefined) return undefined;
  const { model, provider } = planned.entry;
  const priced =
    servedBy.entry === undefined
      ? `no price of that is known here, so the call is priced as ${model.id}`
      : 'the call is charged at the lower of their prices';
  const message = `${provider.name} was asked for ${model.id} and answered with ${servedBy.id}; ${priced}`;
  return { code: 'served_by_other_model', pointer: planned.pointer ?? '', message };
}

/** Tells the operator which model answered, since the metric names only models of the registry. */
export function logServed({ planned, servedBy }: ServedRun, context: RequestContext): void {
  if (servedBy === undefined) return;
  const { model, provider } = planned.entry;
  context.services.log.warn(
    {
      ...logFieldsOf(context),
      provider: provider.id,
      model: model.id,
      role: context.role,
      // An unknown name may contain text of the prompt.
      ...(!(context.keepsNothing && servedBy.entry === undefined) && { servedBy: servedBy.id }),
      isPriced: servedBy.entry !== undefined,
    },
    'served by other model',
  );
}
