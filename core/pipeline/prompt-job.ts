import type { Span } from '../tracing/span.ts';
import type { Account, IdempotencyClaim, Ledger } from '../ledger/ledger.ts';
import type { Evaluation } from '../generated/prompt-response.ts';
import type { Metrics } from '../metrics.ts';
import type { Registry } from '../registry/registry.ts';
import type { RecentReplies } from '../stores/recent-replies.ts';
import type { WorkerPool } from '../workers/pool.ts';
import type { Prompt } from './call/ask-model.ts';
import type { Ending } from '../upstream/ending.ts';
import type { CheckedRun } from './call/run-checked.ts';
import type { JudgedPair } from './judge/judge-pair.ts';
import type { Upstream } from '../upstream/upstream.ts';

export interface PromptServices {
  readonly registry: Registry;
  readonly ledger: Ledger;
  readonly upstream: Upstream;
  readonly pool: WorkerPool;
  readonly metrics: Metrics;
  readonly recentReplies: RecentReplies;
  readonly microCreditsPerUsd: number;
  readonly requestTimeoutMs: number;
  readonly judgeTimeoutMs: number;
  readonly newId: () => string;
  readonly random: () => number;
}

export interface PromptJob {
  readonly prompt: Prompt;
  readonly account: Account;
  /** Null where the client sent no `Idempotency-Key`. */
  readonly idempotency: IdempotencyClaim | null;
  /** The client has gone: nothing new starts, and what was spent is charged. */
  readonly abandoned: Ending;
  /** Null where nothing of the answer leaves before all of it. */
  readonly watcher: PromptWatcher | null;
  readonly span: Span;
}

/** Told of progress as it happens; of a result or an evaluation once its cost is durable. */
export interface PromptWatcher {
  /** The hold is durable: from here on the request runs. */
  reserved(): void;
  result(checked: CheckedRun, index: number): void;
  evaluation(evaluation: Evaluation): void;
}

/** What a request came to, before it is paid for. */
export interface PromptOutcome {
  readonly runs: readonly CheckedRun[];
  readonly judged: readonly JudgedPair[];
}
