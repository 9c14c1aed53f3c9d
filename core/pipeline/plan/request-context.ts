import type { NamedCalibration } from '../../calibration/calibrations.ts';
import type { Attachment } from '../../contract.ts';
import type { PromptRequest } from '../../generated/prompt-request.ts';
import type { KeyHolder, Ledger } from '../../ledger/ledger.ts';
import type { Logger } from '../../log.ts';
import type { Metrics } from '../../metrics.ts';
import type { MeteredOutputs } from './typical-output.ts';
import type { Registry } from '../../registry/registry.ts';
import type { RecentReplies } from '../../stores/recent-replies.ts';
import type { TextStore } from '../../text/long-text.ts';
import type { Span } from '../../tracing/span.ts';
import type { MemoryBudget, MemoryShare } from '../../stores/memory-budget.ts';
import type { StopSignal } from '../../upstream/stop-signal.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { AskedDigests } from '../../workers/digest-body.ts';
import type { WorkerPool } from '../../workers/pool.ts';

/** What all requests share; made once, when the gateway starts. */
export interface PromptServices {
  readonly log: Logger;
  readonly ledger: Ledger;
  readonly pool: WorkerPool;
  readonly metrics: Metrics;
  /** The bound on what accounts' requests keep in memory. */
  readonly bodies: Pick<MemoryBudget, 'share'>;
  readonly recentReplies: RecentReplies;
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
  /** Short, or a mark. */
  readonly text: string;
}

/** A validated request with its files. Where the body was large, marks stand in it for its texts. */
export interface Prompt {
  /** Of a comparison what a prompt request has too, and no models. */
  readonly request: PromptRequest;
  /** At least two, which are compared instead of what models answer; undefined for a prompt request. */
  readonly given?: readonly GivenAnswer[];
  /** Its models and judges are those of a panel: the operator chose them, and the caller can only name another model. */
  readonly isOfPanel?: boolean;
  readonly attachments: readonly Attachment[];
  /** Where the request asks for the cache. */
  readonly cacheDigests?: AskedDigests;
  /** The long texts the marks stand for; long answers are added while the request runs. */
  readonly texts: TextStore;
}

/** A request and all it is planned with. */
export interface PlanContext {
  readonly services: PromptServices;
  /** What it keeps to its end, whatever is swapped in meanwhile. */
  readonly serving: {
    readonly registry: Registry;
    readonly calibrations: readonly NamedCalibration[];
    readonly upstream: Upstream;
  };
  readonly prompt: Prompt;
  readonly account: KeyHolder;
}

/** A request and all it runs with: made once, when its body has been read, and handed on as it is. */
export interface RequestContext extends PlanContext {
  /** What its replies take of the gateway's memory. */
  readonly replies: Pick<MemoryShare, 'take' | 'give' | 'holdsMost'>;
  /** The request's `X-Request-Id`. */
  readonly correlationId: string;
  /** The client has gone: nothing new starts, what is in flight goes on, and what was spent is charged. */
  readonly clientSignal: StopSignal;
  /** What its steps belong to. */
  readonly span: Span;
}
