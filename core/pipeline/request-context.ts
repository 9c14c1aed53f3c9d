import type { KeyObject } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { NamedCalibration } from '../calibration/calibrations.ts';
import type { Attachment } from '../contract.ts';
import type { CompareRequest } from '../generated/compare-request.ts';
import type { HistoryElement, PromptRequest, SystemPromptBlock } from '../generated/prompt-request.ts';
import type { IdempotencyClaim, KeyHolder, Ledger } from '../ledger/ledger.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Registry } from '../registry/registry.ts';
import type { RecentReplies } from '../stores/recent-replies.ts';
import type { Text } from '../text/shared-text.ts';
import type { RequestTools } from '../tools/request-tools.ts';
import type { CallIds } from '../tools/call-id.ts';
import { NO_SPAN, type Span } from '../tracing/span.ts';
import type { MemoryBudget, MemoryShare } from '../stores/account-shares.ts';
import type { CallRole } from '../metrics/run-metrics.ts';
import { type Deadline, type StopSignal, StopSource } from '../upstream/stop-signal.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { QuestionDigests } from '../workers/digest-body.ts';
import type { WorkerPool } from '../workers/pool.ts';
import type { AnswerListener } from './call/answer-listener.ts';
import type { AnswerDelivery } from './answer-delivery.ts';
import type { AnswerLog } from './follow/answer-log.ts';
import { ReaderPace } from './follow/reader-pace.ts';
import type { MeteredOutputs } from './metered-outputs.ts';
import type { ModelPlans } from './plan/model-plan.ts';

/** The client left before anything was held or run for it, so no answer is sent and nothing is charged. */
export class ClientGone extends Error {
  constructor() {
    super('the client has gone');
    this.name = 'ClientGone';
  }
}

/** The services that all requests share. They are made once, when the gateway starts. */
export interface PromptServices {
  readonly log: Logger;
  readonly ledger: Ledger;
  /** The ledger's `secret`, which is read once. */
  readonly ledgerSecret: KeyObject;
  readonly pool: WorkerPool;
  readonly metrics: Metrics;
  /** Bounds the memory that the bodies and earlier answers of all requests take. */
  readonly bodies: Pick<MemoryBudget, 'share'>;
  readonly replies: MemoryBudget;
  readonly recentReplies: RecentReplies;
  readonly running: RunningRequests;
  /** The typical output lengths of models, which decide the size of a `likely` hold. */
  readonly meteredOutputs: MeteredOutputs;
  readonly microCreditsPerUsd: number;
  readonly requestTimeoutMs: number;
  readonly judgeTimeoutMs: number;
  readonly newId: () => string;
  /** The wall clock in Unix milliseconds, which decides which models are shut down. */
  readonly unixMs: () => number;
  /** 0 inclusive to 1 exclusive. */
  readonly random: () => number;
}

type WithText<Type, Field extends keyof Type> = Omit<Type, Field> & Readonly<Record<Field, Text>>;

interface LongTexts {
  readonly prompt: Text;
  readonly judge_prompt?: Text;
  readonly system_prompt?: Text | readonly WithText<SystemPromptBlock, 'text'>[];
  readonly history?: readonly WithText<HistoryElement, 'content'>[];
}

/** A prompt request of the contract whose texts may be long. */
export type LongPromptRequest = Omit<PromptRequest, keyof LongTexts> & LongTexts;

/** A comparison of the contract whose texts may be long. */
export type LongCompareRequest = Omit<CompareRequest, keyof LongTexts | 'answers'> &
  LongTexts & { readonly answers: readonly WithText<CompareRequest['answers'][number], 'text'>[] };

/** An answer that the caller sends for judges to compare. No model is run for it. */
export interface GivenAnswer {
  readonly modelId: string;
  readonly text: Text;
}

/** A validated request with its files. */
export interface Prompt {
  /** For a comparison, the fields that it shares with a prompt request, and an empty list of models. */
  readonly request: LongPromptRequest;
  /** At least two answers, which are compared instead of models' answers; undefined for a prompt request. */
  readonly givenAnswers?: readonly GivenAnswer[];
  /**
   * Its models and judges are a panel's. The operator chose them, so the only remedy for the caller is another model.
   */
  readonly isOfPanel?: boolean;
  readonly attachments: readonly Attachment[];
  /** The functions of the request, and the calls and results of its conversation; undefined if it has none. */
  readonly tools?: RequestTools;
  /** Set if the request asks for the cache. */
  readonly cacheDigests?: QuestionDigests;
}

/** The registry and the connections that a request began with. It keeps them if a reload replaces them. */
export interface PipelineSnapshot {
  readonly registry: Registry;
  /** The plans of the registry's models. */
  readonly plans: ModelPlans;
  readonly calibrations: readonly NamedCalibration[];
  readonly upstream: Upstream;
}

/**
 * One prompt request or comparison, from its checked body to its answer. Its steps share the object, and each step sets
 * the fields that it learns. A judge's calls, and the calls of a model whose words are followed, get a copy: see
 * `contextWith`. A quote needs only the constructor's arguments.
 */
export class RequestContext {
  /** By `performance.now()`. */
  readonly openedAt = performance.now();
  readonly services: PromptServices;
  readonly snapshot: PipelineSnapshot;
  readonly prompt: Prompt;
  account: KeyHolder;
  /** Counts the memory that its replies take; `closeRequest` releases it. A quote takes none. */
  readonly replies: MemoryShare;
  /**
   * Stops when the request is cancelled or fails, or when a client leaves that cannot fetch the answer later. Then no new
   * call starts. Unless the request failed, calls in flight go on to their end, and everything spent is charged.
   */
  readonly cancelSignal = new StopSource();
  /** Call it to stop listening for the client's leaving. Undefined if the request never listens. */
  forgetClient: (() => void) | undefined;
  /** The `X-Request-Id` of the HTTP request. The log calls it `requestId`. */
  correlationId = '';
  /** The trace span that the spans of its steps belong to. */
  span: Span = NO_SPAN;
  /** Null if the client sent no `Idempotency-Key`. */
  idempotency: IdempotencyClaim | null = null;
  /** Whether its client gets a 202 at once and fetches the answer later. */
  isAsync = false;
  /**
   * The events of its answer. The route sets it and ends it. Null if no part of the answer may leave before the whole.
   */
  answerLog: AnswerLog | null = null;

  /** Zero data retention: no text of the request is stored, and nothing that could quote it is logged. */
  zeroDataRetention: boolean;

  /** Set once the request is planned, if it has tools. */
  callIds: CallIds | undefined;

  /**
   * The `promptLogId` of the response, which the ledger calls `requestId`. It and the two amounts are set once the hold is
   * in the ledger.
   */
  promptLogId = '';
  holdMicroCredits = 0;
  /** Upper bound of the charge; infinite if no bound is known. The operator bears any cost above it. */
  maxChargeMicroCredits = 0;
  /** Undefined if no part of the answer may leave before the whole. */
  delivery: AnswerDelivery | undefined;
  /** The request's own time limit. It ends every call, in flight or waiting. Set by `runWithHold`; not read before. */
  deadline!: Deadline;
  /**
   * Set if `timeout_seconds` is shorter than the gateway's limit. Its signal is the deadline's, so that a fault can
   * name the cause.
   */
  ownTimeout: { readonly seconds: number; readonly signal: StopSignal } | undefined;

  // Fields that `contextWith` replaces for some calls.
  readonly role: CallRole = 'contestant';
  /** Undefined if no reader follows the text of the model. */
  readonly listener: AnswerListener | undefined;

  constructor(services: PromptServices, snapshot: PipelineSnapshot, prompt: Prompt, account: KeyHolder) {
    this.services = services;
    this.snapshot = snapshot;
    this.prompt = prompt;
    this.account = account;
    this.zeroDataRetention = prompt.request.zero_data_retention ?? account.zeroDataRetention;
    this.replies = services.replies.share(account.id);
  }
}

/**
 * Copies the context with separate fields for some calls. A field that is set later in one is not set in the other.
 */
export function contextWith<Own extends object>(context: RequestContext, own: Own): RequestContext & Own {
  return Object.assign({}, context, own);
}

/** The requests that this gateway runs. They can be found, followed, cancelled, and awaited when it stops. */
export class RunningRequests {
  /** One for each account whose answers were followed here. */
  readonly #paces = new Map<number, ReaderPace>();
  /**
   * Entries are cleared on removal, because V8 replaces the table of a map after some deletions. If the map has lived long,
   * the old table keeps its entries until the next full garbage collection, which is some 13 KB for each request.
   */
  readonly #entries = new Map<string, { context: RequestContext | undefined }>();
  #onIdle: (() => void)[] = [];

  /** Call it once the hold is in the ledger. */
  add(context: RequestContext): void {
    this.#entries.set(context.promptLogId, { context });
  }

  /** Call it once the answer has been handed over or has failed. Harmless for a request that is not here. */
  remove({ promptLogId }: RequestContext): void {
    const entry = this.#entries.get(promptLogId);
    if (entry === undefined) return;
    entry.context = undefined;
    this.#entries.delete(promptLogId);
    if (this.#entries.size > 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  /** The pace at which readers of the account's requests get texts. */
  paceOf(accountId: number): ReaderPace {
    const pace = this.#paces.get(accountId) ?? new ReaderPace();
    this.#paces.set(accountId, pace);
    return pace;
  }

  /** @returns undefined if this gateway does not run it, or it is another account's. */
  find(accountId: number, promptLogId: string): RequestContext | undefined {
    const context = this.#entries.get(promptLogId)?.context;
    return context?.account.id === accountId ? context : undefined;
  }

  /** The sum of the holds of all requests that run here. */
  get heldMicroCredits(): number {
    return this.#entries.values().reduce((sum, { context }) => sum + (context?.holdMicroCredits ?? 0), 0);
  }

  /** Resolves once nothing runs. */
  async idle(): Promise<void> {
    if (this.#entries.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle.push(resolve);
    });
  }
}
