import { GatewayError } from '../../errors.ts';
import { retirementState, successorAdvice } from '../../registry/retirement.ts';
import type { RequestContext } from '../request-context.ts';
import type { ModelPlan, ModelPlans } from './model-plan.ts';
import type { Warning } from './warning.ts';

/** What an entry of `models` or `judges` comes to on the day of its request. */
export interface ServedModel {
  /** Of the entry in the request. */
  readonly pointer: string;
  /** What runs: the model itself, or its successor. */
  readonly entry: ModelPlan;
  /** The ID that the request names, where another model runs in its place. */
  readonly inPlaceOf?: string;
  /** It is shut down, and nothing runs in its place. */
  readonly isRetired: boolean;
  readonly warnings: readonly Warning[];
}

/**
 * The models that a list of the request names, or what runs in their place.
 * @param pointer of the list in the request.
 */
export function serveModels(
  ids: readonly string[],
  pointer: string,
  context: RequestContext,
): readonly ServedModel[] {
  const nowMs = context.services.unixMs();
  return ids.map((id, index) => {
    const entry = planOf(id, context.serving.plans);
    const place = `${pointer}/${index}`;
    if (entry.noticeFromMs <= nowMs) return serveRetiring(entry, place, context);
    return { pointer: place, entry, isRetired: false, warnings: [] };
  });
}

/**
 * A model whose shutdown is near or past, or the one that runs in its place.
 * @param pointer of the entry in the request.
 */
function serveRetiring(named: ModelPlan, pointer: string, context: RequestContext): ServedModel {
  const nowMs = context.services.unixMs();
  const modelId = named.model.id;
  let entry = named;
  // It ends: a successor is shut down later than the model it follows, or never.
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

/** The validator was generated with this registry, so an ID it let pass is in it, and so is each successor. */
function planOf(modelId: string, plans: ModelPlans): ModelPlan {
  const plan = plans.get(modelId);
  if (plan === undefined)
    throw new GatewayError('internal', { detail: 'The registry changed under a request.' });
  return plan;
}
