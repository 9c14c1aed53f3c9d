import { performance } from 'node:perf_hooks';
import type { NamedCalibration } from '../calibration/calibrations.ts';
import type { Attachment } from '../contract.ts';
import type { IdempotencyClaim, KeyHolder, Ledger } from '../ledger/ledger.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Registry } from '../registry/registry.ts';
import type { RecentReplies } from '../stores/recent-replies.ts';
import type { Text } from '../text/shared-text.ts';
import { NO_SPAN, type Span } from '../tracing/span.ts';
import type { MemoryBudget, MemoryShare } from '../stores/memory-budget.ts';
import type { Priority } from '../upstream/slots.ts';
import { type Deadline, type StopSignal, StopSource } from '../upstream/stop-signal.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { AskedDigests } from '../workers/digest-body.ts';
import type { WorkerPool } from '../workers/pool.ts';
import type { AskedRequest } from './asked-request.ts';
import type { AnswerListener } from './call/answer-listener.ts';
import type { Delivery } from './delivery.ts';
import type { AnswerLog } from './follow/answer-log.ts';
import type { ModelPlans } from './plan/model-plan.ts';
import type { MeteredOutputs } from './plan/typical-output.ts';
import type { RunningRequests } from './running/running-requests.ts';

/** What all requests share; made once, when the gateway starts. */
export interface PromptServices {
  readonly log: Logger;
  readonly ledger: Ledger;
  readonly pool: WorkerPool;
  readonly metrics: Metrics;
  /** The bound on what accounts' requests keep in memory. */
  readonly bodies: Pick<MemoryBudget, 'share'>;
  readonly replies: MemoryBudget;
  readonly recentReplies: RecentReplies;
  readonly running: RunningRequests;
  /** What models typically put out, for holds. */
  readonly meteredOutputs: MeteredOutputs;
  readonly microCreditsPerUsd: number;
  readonly requestTimeoutMs: number;
  readonly judgeTimeoutMs: number;
  readonly newId: () => string;
  /** The calendar's clock, Unix milliseconds: it decides which models are shut down. */
  readonly unixMs: () => number;
  /** 0 inclusive to 1 exclusive. */
  readonly random: () => number;
}

/** An answer that is judged without a model being run for it. */
export interface GivenAnswer {
  readonly modelId: string;
  readonly text: Text;
}

/** A validated request with its files. */
export interface Prompt {
  /** Of a comparison what a prompt request has too, and no models. */
  readonly request: AskedRequest;
  /** At least two, which are compared instead of what models answer; undefined for a prompt request. */
  readonly given?: readonly GivenAnswer[];
  /** Its models and judges are those of a panel: the operator chose them, and the caller can only name another model. */
  readonly isOfPanel?: boolean;
  readonly attachments: readonly Attachment[];
  /** Where the request asks for the cache. */
  readonly cacheDigests?: AskedDigests;
}

/** What the pipeline needs of the registry and the connections that a request began with. */
export interface ModelServing {
  readonly registry: Registry;
  /** Of the registry's models. */
  readonly plans: ModelPlans;
  readonly calibrations: readonly NamedCalibration[];
  readonly upstream: Upstream;
}

/**
 * One request that names models, from its checked body to its answer. Whoever learns something of it sets the field. Its
 * steps share the object; the calls of judges, and of models whose words are followed, have a copy: see `withOwn`. A quote
 * needs no more than the first four.
 */
export class RequestContext {
  /** By `performance.now()`. */
  readonly openedAt = performance.now();
  readonly services: PromptServices;
  readonly serving: ModelServing;
  readonly prompt: Prompt;
  account: KeyHolder;
  /** What its replies take of the gateway's memory; `closeRequest` gives it back. A quote takes none. */
  readonly replies: MemoryShare;
  /** Once it is stopped nothing new starts, what is in flight goes on, and what was spent is charged. */
  readonly clientSignal = new StopSource();
  /** From then on a client that leaves stops nothing. */
  forgetClient: () => void = () => {};
  /** The request's `X-Request-Id`. */
  correlationId = '';
  /** What its steps belong to. */
  span: Span = NO_SPAN;
  /** Null where the client sent no `Idempotency-Key`. */
  idempotency: IdempotencyClaim | null = null;
  /** Its client does not wait for the answer: it asks for it later. */
  isAsync = false;
  /** Its maker also ends it. Null where nothing of the answer leaves before all of it. */
  log: AnswerLog | null = null;

  /** Under zero data retention: no text of it is stored, and nothing that could quote it is logged. */
  keepsNothing: boolean;

  // Known once its hold stands.
  promptLogId = '';
  holdMicroCredits = 0;
  /** The most it is charged, infinite without a bound; the operator bears the rest. */
  maxChargeMicroCredits = 0;
  /** Others can find, follow and cancel it here until then. Whoever has its answer sent calls it. */
  leaveRunning: () => void = () => {};
  /** Undefined where nothing of the answer leaves before all of it. */
  delivery: Delivery | undefined;
  /** Ends every run, in flight or not. */
  deadline!: Deadline;
  /** The request's own `timeout_seconds`; the signal has stopped once they are over. Undefined where the gateway's time is no longer. */
  ownTimeout: { readonly seconds: number; readonly signal: Pick<StopSignal, 'isStopped'> } | undefined;

  // Of some calls, which have a copy with their own: see `withOwn`.
  readonly role: Priority = 'contestant';
  /** Undefined where nobody reads along. */
  readonly listener: AnswerListener | undefined;

  constructor(services: PromptServices, serving: ModelServing, prompt: Prompt, account: KeyHolder) {
    this.services = services;
    this.serving = serving;
    this.prompt = prompt;
    this.account = account;
    this.keepsNothing = prompt.request.zero_data_retention ?? account.zeroDataRetention;
    this.replies = services.replies.share(account.id);
  }
}

/** The request as some of its calls run it, with what is their own. What is set in one of both later is not in the other. */
export function withOwn<Own extends object>(context: RequestContext, own: Own): RequestContext & Own {
  return Object.assign({}, context, own);
}
