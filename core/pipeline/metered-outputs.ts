import type { Ledger } from '../ledger/ledger.ts';
import type { MeteredOutput as LedgerOutput } from '../ledger/usage/usage.ts';
import type { CallRole } from '../metrics/run-metrics.ts';

/** Output tokens of one model in one role, by the ledger's latest metering rows. */
export type MeteredOutput = Pick<LedgerOutput, 'calls' | 'likelyTokens' | 'meanTokens' | 'commonTokens'>;

export interface MeteredOutputs {
  /** By role and model ID, without models of which the ledger has fewer than `MIN_MEAN_CALLS` calls. */
  readonly byRole: Readonly<Record<CallRole, ReadonlyMap<string, MeteredOutput>>>;
  /** Reads the ledger again. It never rejects: if the ledger cannot be read, the figures stay. */
  refresh(): Promise<void>;
  close(): void;
}

/** Fewer calls say little about the mean. */
const MIN_MEAN_CALLS = 20;
/** The first read waits, because a start has more urgent ones. Each pause doubles, because a new ledger soon has figures. */
const FIRST_REFRESH_MS = 30_000;
const MAX_REFRESH_MS = 10 * 60 * 1_000;

/** Reads the ledger's figures for holds from time to time, off the event loop. */
export function createMeteredOutputs(ledger: Pick<Ledger, 'outputsByModel'>): MeteredOutputs {
  let timer: NodeJS.Timeout;
  let isClosed = false;
  const outputs = {
    byRole: { contestant: new Map<string, MeteredOutput>(), judge: new Map<string, MeteredOutput>() },
    async refresh() {
      const rows = await ledger.outputsByModel(MIN_MEAN_CALLS).catch(() => undefined);
      if (rows === undefined) return;
      const outputsOf = (role: CallRole): Map<string, MeteredOutput> =>
        new Map(rows.filter((row) => row.role === role).map((row) => [row.modelId, row]));
      outputs.byRole = { contestant: outputsOf('contestant'), judge: outputsOf('judge') };
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
  const refreshIn = (delayMs: number): void => {
    if (isClosed) return;
    const nextMs = Math.min(2 * delayMs, MAX_REFRESH_MS);
    timer = setTimeout(() => void outputs.refresh().then(() => refreshIn(nextMs)), delayMs).unref();
  };
  refreshIn(FIRST_REFRESH_MS);
  return outputs;
}
