import { GatewayError } from '../../errors.ts';
import { retirementState, successorAdvice } from '../../registry/retirement.ts';
import type { RequestContext } from '../request-context.ts';
import type { ModelPlan, ModelPlans } from './model-plan.ts';
import type { Warning } from './warning.ts';

/** The model that runs for an entry of `models` or `judges` on the day of the request. */
export interface ServedModel {
  /** Points to the entry in the request. */
  readonly pointer: string;
  /** The model that runs: the named one or its successor. */
  readonly entry: ModelPlan;
  /** The ID that the request names, if another model runs in its place. */
  readonly inPlaceOf?: string;
  /** Whether it is shut down and no other model runs in its place. */
  readonly isRetired: boolean;
  readonly warnings: readonly Warning[];
}

/**
 * Finds the models that a list of the request names, or the successors that run in their place.
 * @param pointer of the list in the request.
 */
export function serveModels(
  ids: readonly string[],
  pointer: string,
  context: RequestContext,
): readonly ServedModel[] {
  return ids.map((id, index) => serveModel(id, `${pointer}/${index}`, context));
}

/** @param pointer of the entry in the request. */
export function serveModel(id: string, pointer: string, context: RequestContext): ServedModel {
  const entry = planOf(id, context.serving.plans);
  if (entry.noticeFromMs <= context.services.unixMs()) return serveRetiring(entry, pointer, context);
  return { pointer, entry, isRetired: false, warnings: [] };
}

/**
 * Finds what runs for a model whose shutdown is near or past.
 * @param pointer of the entry in the request.
 */
function serveRetiring(named: ModelPlan, pointer: string, context: RequestContext): ServedModel {
  const nowMs = context.services.unixMs();
  const modelId = named.model.id;
  let entry = named;
  // The loop ends, because a successor is shut down later than the model it follows, or never.
  while (retirementState(entry.model, nowMs) === 'retired' && entry.model.isSucceeded)
    entry = planOf(entry.model.successor ?? '', context.serving.plans);
  const isRetired = retirementState(entry.model, nowMs) === 'retired';
  if (entry !== named) {
    const message = `${modelId} was shut down on ${named.model.shutdown}; ${entry.model.id} runs in its place`;
    const warnings = [{ code: 'served_by_other_model', pointer, message } as const];
    return { pointer, entry, inPlaceOf: modelId, isRetired, warnings };
  }
  if (retirementState(named.model, nowMs) !== 'retiring') return { pointer, entry, isRetired, warnings: [] };
  const then = named.model.isSucceeded
    ? `From then on ${named.model.successor} runs in its place.`
    : successorAdvice(named.model);
  const message = `${modelId} is shut down on ${named.model.shutdown}. ${then}`;
  return { pointer, entry, isRetired, warnings: [{ code: 'model_retiring', pointer, message }] };
}

/**
 * The registry has every ID that the validator accepts, because both come from the same manifests; it has each
 * successor too.
 */
function planOf(modelId: string, plans: ModelPlans): ModelPlan {
  const plan = plans.get(modelId);
  if (plan === undefined)
    throw new GatewayError('internal', { detail: 'The registry changed under a request.' });
  return plan;
}
