import type { Ledger, MeteredOutput as LedgerOutput } from '../../ledger/ledger.ts';
import type { RunRole } from '../../metrics/run-metrics.ts';
import type { PlannedCall } from './plan-call.ts';

/** Output tokens of one call: all that is billed, and the part that others read. */
export interface TypicalOutput {
  readonly billed: number;
  readonly visible: number;
}

/** Declared figures are what a call rarely exceeds; the mean is about a third of that. */
const EXPECTED_SHARE = 1 / 3;
/** All accounts share the ledger's figures; many short calls of one lower the others' holds no further than this. */
const LEAST_METERED_SHARE = 1 / 2;
/** And few long ones raise them no further than this, unless several accounts show it. */
const MOST_METERED_SHARE = 2;
/** A caller that asks for much room is likely to use some of it. */
const LEAST_SHARE_OF_CAP = 1 / 10;

/**
 * Estimates the output tokens of a call: the mean if `isExpected`, else what it rarely exceeds. The figures are the ledger's
 * if it knows enough calls, else the manifest's. Reasoning that the caller asks for is added. Never above the call's cap, and, except
 * for the mean, never below a tenth of a cap that the caller asks for.
 * @param metered undefined where too few calls are known.
 */
export function typicalOutput(
  {
    call: { model, settings },
    reasoningTokens,
    callerMaxTokens,
  }: Pick<PlannedCall, 'call' | 'reasoningTokens' | 'callerMaxTokens'>,
  role: RunRole,
  metered: MeteredOutput | undefined,
  isExpected: boolean,
): TypicalOutput {
  const { answer, verdict, reasoning } = model.typicalOutputTokens;
  const declared = { visible: role === 'judge' ? verdict : answer, reasoning };
  const share = isExpected ? EXPECTED_SHARE : 1;
  const measured = metered && meteredTokens(metered, declared.visible + declared.reasoning, isExpected);
  // Metered calls thought as much as their callers asked them to; more than usual comes on top.
  const extra = Math.max(0, (reasoningTokens ?? 0) - declared.reasoning);
  const less = Math.max(0, declared.reasoning - (reasoningTokens ?? declared.reasoning));
  const isAllVisible = measured !== undefined && declared.reasoning === 0 && extra === 0;
  const visible = Math.ceil(
    isAllVisible ? measured : Math.min(declared.visible * share, measured ?? Infinity),
  );
  const thought =
    measured === undefined
      ? Math.ceil((declared.reasoning + extra - less) * share)
      : Math.ceil(measured + extra * share) - visible;
  const { uncappedReasoningTokens } = model.limits;
  const least = isExpected
    ? 0
    : Math.ceil(Math.min(callerMaxTokens ?? 0, settings.maxTokens) * LEAST_SHARE_OF_CAP);
  const shown = Math.max(least, Math.min(visible, settings.maxTokens));
  return uncappedReasoningTokens > 0
    ? { visible: shown, billed: shown + Math.min(thought, uncappedReasoningTokens) }
    : { visible: shown, billed: Math.max(least, Math.min(visible + thought, settings.maxTokens)) };
}

/**
 * What the ledger knows, as far as it is not beyond bounds: undefined where that is too little. A mean needs no lower bound,
 * since nothing is held by it.
 * @param declaredTokens thinking included.
 */
function meteredTokens(
  { calls, likelyTokens, meanTokens, commonTokens }: MeteredOutput,
  declaredTokens: number,
  isExpected: boolean,
): number | undefined {
  const most = Math.max(declaredTokens * MOST_METERED_SHARE, commonTokens);
  if (isExpected) return Math.min(most, meanTokens);
  if (calls < MIN_LIKELY_CALLS) return undefined;
  return Math.max(declaredTokens * LEAST_METERED_SHARE, Math.min(most, likelyTokens));
}

/** Output tokens of one model in one role, by the ledger's latest metering rows. */
export type MeteredOutput = Pick<LedgerOutput, 'calls' | 'likelyTokens' | 'meanTokens' | 'commonTokens'>;

export interface MeteredOutputs {
  /** Undefined where the ledger knows fewer than `MIN_MEAN_CALLS` calls. */
  find(modelId: string, role: RunRole): MeteredOutput | undefined;
  /** Reads the ledger again. Never rejects: where it cannot be read, the figures stay. */
  refresh(): Promise<void>;
  close(): void;
}

/** Fewer calls say little about the mean. */
const MIN_MEAN_CALLS = 20;
/** Fewer calls say little about the one in a hundred. */
const MIN_LIKELY_CALLS = 200;
/** A start has more urgent questions to the ledger. Each pause doubles: a young ledger soon has figures to offer. */
const FIRST_REFRESH_MS = 30_000;
const MAX_REFRESH_MS = 10 * 60 * 1_000;

const NOTHING_METERED = { contestant: new Map(), judge: new Map() };

/** The ledger's own figures for holds, read off the event loop now and then. */
export function createMeteredOutputs(ledger: Pick<Ledger, 'outputsByModel'>): MeteredOutputs {
  let known: Readonly<Record<RunRole, ReadonlyMap<string, MeteredOutput>>> = NOTHING_METERED;
  const refresh = async (): Promise<void> => {
    const rows = await ledger.outputsByModel(MIN_MEAN_CALLS).catch(() => undefined);
    if (rows === undefined) return;
    const outputsOf = (role: RunRole): ReadonlyMap<string, MeteredOutput> =>
      new Map(rows.filter((row) => row.role === role).map((row) => [row.modelId, row]));
    known = { contestant: outputsOf('contestant'), judge: outputsOf('judge') };
  };
  let timer: NodeJS.Timeout;
  let isClosed = false;
  const refreshIn = (delayMs: number): void => {
    if (isClosed) return;
    const nextMs = Math.min(2 * delayMs, MAX_REFRESH_MS);
    timer = setTimeout(() => void refresh().then(() => refreshIn(nextMs)), delayMs).unref();
  };
  refreshIn(FIRST_REFRESH_MS);
  return {
    find: (modelId, role) => known[role].get(modelId),
    refresh,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
