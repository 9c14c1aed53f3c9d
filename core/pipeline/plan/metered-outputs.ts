import type { Ledger, MeteredOutput as LedgerOutput } from '../../ledger/ledger.ts';
import type { RunRole } from '../../metrics/run-metrics.ts';

export type { RunRole };

/** Output tokens of one model in one role, by the ledger's latest metering rows. */
export type MeteredOutput = Pick<LedgerOutput, 'likelyTokens' | 'meanTokens'>;

export interface MeteredOutputs {
  /** Undefined where the ledger knows fewer than `MIN_METERED_CALLS` calls. */
  find(modelId: string, role: RunRole): MeteredOutput | undefined;
  /** Reads the ledger again. Never rejects: where it cannot be read, the figures stay. */
  refresh(): Promise<void>;
  close(): void;
}

/** Fewer calls say little about the one in a hundred. */
export const MIN_METERED_CALLS = 200;
const REFRESH_MS = 10 * 60 * 1_000;
/** A start has more urgent questions to the ledger. */
const FIRST_REFRESH_MS = 30_000;

/** The ledger's own figures for holds, read off the event loop now and then. */
export function createMeteredOutputs(ledger: Pick<Ledger, 'outputsByModel'>): MeteredOutputs {
  let known: ReadonlyMap<string, MeteredOutput> = new Map();
  const refresh = async (): Promise<void> => {
    const rows = await ledger.outputsByModel(MIN_METERED_CALLS).catch(() => undefined);
    if (rows === undefined) return;
    known = new Map(
      rows.map(({ modelId, role, likelyTokens, meanTokens }) => [
        keyOf(modelId, role),
        { likelyTokens, meanTokens },
      ]),
    );
  };
  let timer: NodeJS.Timeout;
  let isClosed = false;
  const refreshIn = (delayMs: number): void => {
    if (isClosed) return;
    timer = setTimeout(() => void refresh().then(() => refreshIn(REFRESH_MS)), delayMs).unref();
  };
  refreshIn(FIRST_REFRESH_MS);
  return {
    find: (modelId, role) => known.get(keyOf(modelId, role)),
    refresh,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function keyOf(modelId: string, role: RunRole): string {
  return `${role} ${modelId}`;
}
