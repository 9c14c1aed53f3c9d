import type { LedgerAdmin } from '../ledger/ledger.ts';
import { openLedger, type LedgerAddress } from '../ledger/open-ledger.ts';
import type { Logger } from '../log.ts';

/**
 * The workers' ledger, opened for the administration API as a command opens it: with the first request, when the workers
 * have made it, and again after it failed.
 */
export class BorrowedLedger {
  readonly #address: LedgerAddress;
  readonly #log: Logger;
  #opened: Promise<LedgerAdmin> | undefined;

  constructor(address: LedgerAddress, log: Logger) {
    this.#address = address;
    this.#log = log;
  }

  /** @throws LedgerError `unusable` or `unavailable`. */
  open(): Promise<LedgerAdmin> {
    if (this.#opened !== undefined) return this.#opened;
    const opened: Promise<LedgerAdmin> = openLedger(this.#address, {
      recover: false,
      onFatal: (error) => {
        this.#log.error({ reason: error.message }, 'the ledger of the administration API failed');
        this.#forget(opened);
      },
    });
    this.#opened = opened;
    opened.catch(() => this.#forget(opened));
    return opened;
  }

  /** Ends what is pending. */
  async close(): Promise<void> {
    const ledger = await this.#opened?.catch(() => undefined);
    await ledger?.close();
  }

  #forget(opened: Promise<LedgerAdmin>): void {
    if (this.#opened === opened) this.#opened = undefined;
  }
}
