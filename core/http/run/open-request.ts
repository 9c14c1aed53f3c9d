import type { NamedCalibration } from '../../calibration/calibrations.ts';
import type { Response } from 'express';
import type { IdempotencyClaim } from '../../ledger/ledger.ts';
import { type Prompt, type PromptServices, RequestContext } from '../../pipeline/request-context.ts';
import type { ModelPlans } from '../../pipeline/plan/model-plan.ts';
import type { Panel } from '../../panels/panels.ts';
import type { LoadedRegistry } from '../../registry/load-registry.ts';
import { retirementHeaders } from '../../registry/retirement.ts';
import type { Span, Tracing } from '../../tracing/span.ts';
import type { AskedGateways } from '../../pipeline/running/ask-gateways.ts';
import type { StopSignal } from '../../upstream/stop-signal.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import { type AdmitServices, type AdmittedRequest, whenClosed } from '../admit/admit.ts';
import type { MemoryBudget } from '../../stores/memory-budget.ts';
import { stateOf } from '../answer/answer-state.ts';
import type { ReadPromptServices } from '../read/read-prompt.ts';

/** What a request began with and keeps to its end, whatever is swapped in meanwhile. */
export interface RequestServing extends LoadedRegistry {
  readonly plans: ModelPlans;
  readonly calibrations: readonly NamedCalibration[];
  readonly panels: readonly Panel[];
  readonly upstream: Upstream;
}

/** What the addresses of the public interface need. */
export interface RouteServices extends PromptServices, ReadPromptServices, AdmitServices {
  readonly bodies: MemoryBudget;
  /** For an answer that is given at once. */
  readonly current: () => RequestServing;
  /** Runs a request on the registry and the connections of this moment. */
  readonly use: <T>(work: (serving: RequestServing) => Promise<T>) => Promise<T>;
  /** Undefined where it is off. */
  readonly tracing: Tracing | undefined;
  /** Undefined where no other gateway is on the ledger. */
  readonly gateways: AskedGateways | undefined;
  /** The gateway stops: clients that follow a request of another gateway are disconnected, and go on elsewhere. */
  readonly stopping: StopSignal;
  /** Between comments of an event stream, milliseconds. */
  readonly heartbeatMs: number;
}

/**
 * Requests without a valid key are not traced.
 * @param route the address, never a path that a client made up.
 */
export function openSpan({ request, response }: AdmittedRequest, route: string, tracing: Tracing): Span {
  const span = tracing.request(request.headers, { 'http.request.method': 'POST', 'http.route': route });
  if (!span.isRecording) return span;
  response.on('close', () => {
    span.set({ 'http.response.status_code': response.statusCode });
    if (response.statusCode >= 500) span.fail(String(response.statusCode));
    span.end();
  });
  return span;
}

/** What an address has read of a request that it runs. */
export interface RequestTerms {
  readonly serving: RequestServing;
  readonly prompt: Prompt;
  /** Null where the client sent no `Idempotency-Key`. */
  readonly idempotency: IdempotencyClaim | null;
  readonly isAsync: boolean;
  readonly span: Span;
}

/**
 * A request that stops when its client leaves, until `forgetClient` is called. One under an idempotency key never does:
 * its client repeats it for the whole answer, even if it left before it knew the ID. Whoever opens it closes it.
 */
export function openRequest(
  { response, caller, clientSignal }: AdmittedRequest,
  services: PromptServices,
  { serving, prompt, idempotency, isAsync, span }: RequestTerms,
): RequestContext {
  setRetirementHeaders(response, prompt, serving, services);
  const context = new RequestContext(services, serving, prompt, caller.account);
  context.correlationId = stateOf(response).requestId;
  context.span = span;
  context.idempotency = idempotency;
  context.isAsync = isAsync;
  if (idempotency === null)
    context.forgetClient = clientSignal.whenStopped(() => context.clientSignal.stop());
  return context;
}

/** Call it once the answer has been sent, or has failed. */
export function closeRequest(context: RequestContext, response: Response): void {
  context.leaveRunning();
  whenClosed(response, () => context.replies.release());
}

/** Has the response say when a model that its request names is shut down. */
export function setRetirementHeaders(
  response: Response,
  { request }: Prompt,
  { plans }: Pick<RequestServing, 'plans'>,
  { unixMs }: Pick<PromptServices, 'unixMs'>,
): void {
  const nowMs = unixMs();
  const retiring = [...request.models, ...(request.judges ?? [])]
    .map((id) => plans.get(id))
    .filter((plan) => plan !== undefined && plan.noticeFromMs <= nowMs);
  if (retiring.length === 0) return;
  const models = retiring.flatMap((plan) => plan?.model ?? []);
  for (const [name, value] of Object.entries(retirementHeaders(models, nowMs)))
    response.setHeader(name, value);
}
