/** What ends a worker after so long does not speak against its start. */
const GOOD_LIFE_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** In a row, without ever taking a request: about 15 seconds. */
const MAX_FAILED_STARTS = 6;

export interface WorkerEnd {
  /** It has taken requests. */
  readonly wasReady: boolean;
  /** It ended as it was told to, with everything settled. */
  readonly wasOrderly: boolean;
  /** From its start, milliseconds. */
  readonly livedMs: number;
}

/** When the replacement worker starts, milliseconds from now; undefined where there is no use in one. */
export type ReplacementStart = number | undefined;

/**
 * One worker after another in one place. The first death is answered at once, the next ones with pauses that double,
 * so that what kills them all is not fed with starts.
 * @returns is told of each end.
 */
export function createRestartPlan(): (end: WorkerEnd) => ReplacementStart {
  let deaths = 0;
  let failedStarts = 0;
  return ({ wasReady, wasOrderly, livedMs }) => {
    failedStarts = wasReady ? 0 : failedStarts + 1;
    if (failedStarts >= MAX_FAILED_STARTS) return undefined;
    const wasWell = wasReady && (wasOrderly || livedMs >= GOOD_LIFE_MS);
    deaths = wasWell ? 1 : deaths + 1;
    return deaths === 1 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (deaths - 2));
  };
}
