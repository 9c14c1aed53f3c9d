import type { Response } from 'express';
import type { IdempotencyClaim } from '../../ledger/ledger.ts';
import {
  type PipelineSnapshot,
  type Prompt,
  type PromptServices,
  RequestContext,
} from '../../pipeline/request-context.ts';
import { quotePrompt } from '../../pipeline/quote-prompt.ts';
import type { Panel } from '../../panels/panels.ts';
import type { LoadedRegistry } from '../../registry/load-registry.ts';
import { retirementHeaders } from '../../registry/retirement.ts';
import type { Span, Tracing } from '../../tracing/span.ts';
import type { PeerGateways } from '../../pipeline/running/peer-gateways.ts';
import type { StopSignal } from '../../upstream/stop-signal.ts';
import { type AdmitServices, type AdmittedRequest, whenClosed } from '../admit/admit.ts';
import type { ReadPromptServices } from '../read/read-prompt.ts';

/**
 * The registry and connections that a request began with. It keeps them to its end, even if a reload replaces them
 * meanwhile.
 */
export interface HttpSnapshot extends LoadedRegistry, PipelineSnapshot {
  readonly panels: readonly Panel[];
}

/** The services of the public addresses. */
export interface RouteServices extends PromptServices, ReadPromptServices, AdmitServices {
  /** Returns the current registry, for an answer that needs no model. */
  readonly current: () => HttpSnapshot;
  /** Runs a request on the registry and the connections of this moment, which stay open until it ends. */
  readonly withSnapshot: <T>(work: (snapshot: HttpSnapshot) => Promise<T>) => Promise<T>;
  /** Undefined if tracing is off. */
  readonly tracing: Tracing | undefined;
  /** Undefined if no other gateway can share the ledger. */
  readonly gateways: PeerGateways | undefined;
  /** Set when the gateway stops. It then disconnects clients that follow a request of another gateway. */
  readonly stopping: StopSignal;
  /** The time between two comments of an event stream, in milliseconds. */
  readonly heartbeatMs: number;
}

/**
 * Begins the span of an admitted request, which ends with its response. Requests without a valid key are not traced.
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

/** The parts of a request that its address has read before it is opened. */
export interface RequestOptions {
  readonly snapshot: HttpSnapshot;
  readonly prompt: Prompt;
  /** Null if the client sent no `Idempotency-Key`. */
  readonly idempotency: IdempotencyClaim | null;
  readonly isAsync: boolean;
  readonly span: Span;
}

/**
 * Makes the context of a request. No new call starts once its client has left; calls in flight go on and are charged.
 * `forgetClient` ends this. A request with an idempotency key continues, because its client can come back for the whole
 * answer with the same key. Close it with `closeRequest`.
 */
export function openRequest(
  { response, caller, clientSignal }: AdmittedRequest,
  services: PromptServices,
  { snapshot, prompt, idempotency, isAsync, span }: RequestOptions,
): RequestContext {
  setRetirementHeaders(response, prompt, snapshot, services);
  const context = new RequestContext(services, snapshot, prompt, caller.account);
  context.correlationId = response.assay.correlationId;
  context.span = span;
  context.idempotency = idempotency;
  context.isAsync = isAsync;
  if (idempotency === null)
    context.forgetClient = clientSignal.whenStopped(() => context.cancelSignal.stop());
  return context;
}

/**
 * Closes a request. Call it once the answer has been handed over or has failed. Its memory is counted until the response
 * is closed and nobody reads its log.
 */
export function closeRequest(context: RequestContext, response: Response): void {
  const { answerLog, replies, services } = context;
  services.running.remove(context);
  whenClosed(response, () => {
    if (answerLog === null) replies.release();
    else answerLog.whenUnread(() => replies.release());
  });
}

/** Sets the headers with the dates on which models of the request are shut down. */
function setRetirementHeaders(
  response: Response,
  { request }: Prompt,
  { plans }: Pick<HttpSnapshot, 'plans'>,
  { unixMs }: Pick<PromptServices, 'unixMs'>,
): void {
  const nowMs = unixMs();
  const { models: contestants, judges = [], fuse } = request;
  const ids = [...contestants, ...judges, ...(fuse === undefined ? [] : [fuse])];
  const models = ids.flatMap((id) => {
    const plan = plans.get(id);
    return plan !== undefined && plan.noticeFromMs <= nowMs ? [plan.model] : [];
  });
  if (models.length === 0) return;
  for (const [name, value] of Object.entries(retirementHeaders(models, nowMs)))
    response.setHeader(name, value);
}

/** Estimates the cost of a request. @returns the answer to the client. */
export type Estimate = (context: RequestContext) => Promise<object>;

/** Answers with the hold that a request would take, or another estimate. @throws GatewayError as `quotePrompt`. */
export async function sendQuote(
  { response, caller }: AdmittedRequest,
  prompt: Prompt,
  { snapshot, services }: { readonly snapshot: HttpSnapshot; readonly services: RouteServices },
  estimate: Estimate = quotePrompt,
): Promise<void> {
  setRetirementHeaders(response, prompt, snapshot, services);
  const context = new RequestContext(services, snapshot, prompt, caller.account);
  response.set('Cache-Control', 'no-store').json(await estimate(context));
}
