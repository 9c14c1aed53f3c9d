import type { OperationResult } from './ledger-operation.ts';

/** How long after a refused write it is tried again, milliseconds. */
const PROBE_MS = 1_000;

export interface WriteWatchSettings {
  /** Called with the reason once nothing can be written, and with undefined once it can again. */
  readonly onChange: (reason: string | undefined) => void;
  /** Tries to write; its result is observed as any other. */
  readonly probe: () => Promise<unknown>;
}

/**
 * Notices that a ledger cannot be written, as with a full disk, and when it can again: a gateway that is taken out of
 * service for it gets no request that would find out.
 */
export class WriteWatch {
  readonly #settings: WriteWatchSettings;
  #isRefused = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: WriteWatchSettings) {
    this.#settings = settings;
  }

  observe(results: readonly OperationResult[]): void {
    if (results.some(hasWritten)) {
      if (this.#isRefused) this.#settings.onChange(undefined);
      this.#isRefused = false;
      return;
    }
    const reason = results.map(reasonOf).find((found) => found !== undefined);
    if (reason === undefined) return;
    if (!this.#isRefused) this.#settings.onChange(reason);
    this.#isRefused = true;
    this.#probeLater();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #probeLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#isRefused) this.#settings.probe().catch(() => {});
    }, PROBE_MS);
    this.#timer.unref();
  }
}

/** An operation may succeed without a write, such as a hold that the balance does not cover. */
function hasWritten(result: OperationResult): boolean {
  if (!('value' in result)) return false;
  const { value } = result;
  if (value === null) return true;
  if (typeof value !== 'object') return false;
  return 'outcome' in value ? value.outcome === 'reserved' : 'chargeMicroCredits' in value;
}

function reasonOf(result: OperationResult): string | undefined {
  return 'refusal' in result && result.refusal.code === 'unavailable' ? result.refusal.message : undefined;
}
