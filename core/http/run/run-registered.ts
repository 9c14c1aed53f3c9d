import type { NamedCalibration } from '../../calibration/calibrations.ts';
import type { Response } from 'express';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Metrics } from '../../metrics.ts';
import type { PromptStarted } from '../../pipeline/follow/answer-events.ts';
import type { PromptServices } from '../../pipeline/plan/request-context.ts';
import type { PromptJob } from '../../pipeline/prompt-job.ts';
import { runPrompt, type PromptAnswer } from '../../pipeline/run-prompt.ts';
import type { Panel } from '../../panels/panels.ts';
import type { RunningRequests } from '../../pipeline/running/running-requests.ts';
import type { LoadedRegistry } from '../../registry/load-registry.ts';
import { retirementHeaders } from '../../registry/retirement.ts';
import type { Span, Tracing } from '../../tracing/span.ts';
import type { MemoryBudget, MemoryShare } from '../../stores/memory-budget.ts';
import { StopSource } from '../../upstream/stop-signal.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { WorkerPool } from '../../workers/pool.ts';
import { type AdmitServices, type AdmittedRequest, whenClosed } from '../admit/admit.ts';
import { givePromptLogId, identityOf } from '../answer/request-identity.ts';
import type { ReadPromptServices } from '../read/read-prompt.ts';

/** What a request keeps from its beginning to its end, whatever is swapped in meanwhile. */
export interface RequestServing extends LoadedRegistry {
  readonly calibrations: readonly NamedCalibration[];
  readonly panels: readonly Panel[];
  readonly upstream: Upstream;
}

/** What every address that runs prompts needs. */
export interface PromptRouteServices extends PromptServices, ReadPromptServices, AdmitServices {
  readonly ledger: Ledger;
  readonly metrics: Metrics;
  readonly pool: WorkerPool;
  readonly bodies: MemoryBudget;
  readonly replies: MemoryBudget;
  /** For an answer that is given at once. */
  readonly current: () => RequestServing;
  /** Runs a request on the registry and the connections of this moment. */
  readonly use: <T>(work: (serving: RequestServing) => Promise<T>) => Promise<T>;
  readonly tracing: Tracing;
  readonly running: RunningRequests;
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

/** A request with what stops it. */
export interface WatchedJob extends PromptJob {
  readonly services: PromptRouteServices;
  /** Given back once the request has ended and its response is closed. */
  readonly replies: MemoryShare;
  readonly stop: StopSource;
  /** From then on a client that leaves stops nothing. */
  readonly forgetClient: () => void;
}

export type GivenParts = Pick<PromptJob, 'serving' | 'prompt' | 'idempotency' | 'isAsync' | 'log' | 'span'>;

/**
 * A request that stops when its client leaves, until that is forgotten. One under an idempotency key never does: its
 * client repeats it for the whole answer, even if it left before it was told the ID.
 */
export function watchedJob(
  { response, caller, clientSignal }: AdmittedRequest,
  services: PromptRouteServices,
  given: GivenParts,
): WatchedJob {
  tellOfRetirement(response, given, services);
  const stop = new StopSource();
  return {
    ...given,
    services,
    account: caller.account,
    replies: services.replies.share(caller.account.id),
    correlationId: identityOf(response).requestId,
    stop,
    forgetClient: given.idempotency === null ? clientSignal.whenStopped(() => stop.stop()) : () => {},
    clientSignal: stop,
  };
}

/** Has the response say when a model that its request names is shut down. */
export function tellOfRetirement(
  response: Response,
  { prompt: { request }, serving: { registry } }: Pick<GivenParts, 'prompt' | 'serving'>,
  { unixMs }: Pick<PromptServices, 'unixMs'>,
): void {
  const ids = [...request.models, ...(request.judges ?? [])];
  const models = ids.flatMap((id) => registry.find(id)?.model ?? []);
  for (const [name, value] of Object.entries(retirementHeaders(models, unixMs())))
    response.setHeader(name, value);
}

/**
 * Runs a request that can be found, followed, cancelled and waited for until it is answered. Its ID is in the answer's
 * headers from the hold on.
 * @param onStarted called once the hold is durable, before any model is asked.
 * @param answer sends what the run comes to, or tells of its failure. @throws what that throws.
 */
export async function runRegistered<T>(
  response: Response,
  job: WatchedJob,
  onStarted: (started: PromptStarted) => void,
  answer: (run: Promise<PromptAnswer>) => Promise<T>,
): Promise<T> {
  const { log, stop, account, services } = job;
  let ended = (): void => {};
  const run = runPrompt(job, (started, keepsNothing) => {
    const { promptLogId } = started;
    givePromptLogId(response, promptLogId);
    const running = { promptLogId, accountId: account.id, keepsNothing, log };
    ended = services.running.add({ ...running, cancel: () => stop.stop() });
    onStarted(started);
  });
  try {
    return await answer(run);
  } finally {
    ended();
    whenClosed(response, () => job.replies.release());
  }
}
