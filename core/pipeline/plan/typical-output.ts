import type { Ledger } from '../../ledger/ledger.ts';
import type { MeteredOutput as LedgerOutput } from '../../ledger/usage/metered-output.ts';
import type { RunRole } from '../../metrics/run-metrics.ts';
import type { PlannedCall } from './plan-call.ts';

/** A call rarely exceeds the declared figures, and the mean is about a third of them. */
const EXPECTED_SHARE = 1 / 3;
/** Accounts share the ledger's figures. This bounds how far the short calls of one account can lower the holds of others. */
const LEAST_METERED_SHARE = 1 / 2;
/** Bounds how far a few long calls can raise the holds, unless several accounts make such calls. */
const MOST_METERED_SHARE = 2;
/** A caller that asks for much room is likely to use some of it. */
const LEAST_SHARE_OF_CAP = 1 / 10;

/**
 * Estimates the output tokens of a call: the mean if `isExpected`, else a number that it rarely exceeds. The figures are
 * those of the ledger if it has enough calls, else those of the manifest. Reasoning that the caller asks for is added. The
 * result is at most the call's cap and, except for the mean, at least a tenth of the caller's own cap.
 * @param metered undefined if the ledger has too few calls.
 * @returns all billed tokens, and the visible ones, which judges read.
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
): { readonly billed: number; readonly visible: number } {
  const { answer, verdict, reasoning } = model.typicalOutputTokens;
  const declared = { visible: role === 'judge' ? verdict : answer, reasoning };
  const share = isExpected ? EXPECTED_SHARE : 1;
  const measured = metered && meteredTokens(metered, declared.visible + declared.reasoning, isExpected);
  // Metered calls include the reasoning that their callers asked for, so only the excess of this call is added.
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
 * The ledger's figure within the bounds above; undefined if it has too few calls. A mean needs no lower bound, because no
 * hold depends on it.
 * @param declaredTokens include the reasoning.
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
  /** Undefined if the ledger has fewer than `MIN_MEAN_CALLS` calls. */
  find(modelId: string, role: RunRole): MeteredOutput | undefined;
  /** Reads the ledger again. It never rejects: if the ledger cannot be read, the figures stay. */
  refresh(): Promise<void>;
  close(): void;
}

/** Fewer calls say little about the mean. */
const MIN_MEAN_CALLS = 20;
/** Fewer calls say little about the one in a hundred. */
const MIN_LIKELY_CALLS = 200;
/** The first read waits, because a start has more urgent ones. Each pause doubles, because a new ledger soon has figures. */
const FIRST_REFRESH_MS = 30_000;
const MAX_REFRESH_MS = 10 * 60 * 1_000;

const NOTHING_METERED = { contestant: new Map(), judge: new Map() };

/** Reads the ledger's figures for holds from time to time, off the event loop. */
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
