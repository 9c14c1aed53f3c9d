import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LedgerError, type LedgerErrorCode } from '../../core/ledger/ledger-error.ts';
import { voidLater } from '../../core/pipeline/end-failed-request.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A ledger whose void fails with these codes before it succeeds. */
function ledgerFailing(...codes: readonly LedgerErrorCode[]) {
  let calls = 0;
  return {
    calls: () => calls,
    void: async (): Promise<void> => {
      const code = codes[calls];
      calls += 1;
      if (code !== undefined) throw new LedgerError(code, code);
    },
  };
}

describe('voidLater', () => {
  it('gives a hold back at once where the ledger can be written', async () => {
    const ledger = ledgerFailing();
    expect(await voidLater('r', ledger)).toBe(true);
    expect(ledger.calls()).toBe(1);
  });

  it('asks again while the ledger cannot be written', async () => {
    const ledger = ledgerFailing('unavailable', 'queue-full', 'unavailable');
    const done = voidLater('r', ledger);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(await done).toBe(true);
    expect(ledger.calls()).toBe(4);
  });

  it.each<LedgerErrorCode>(['not-reserved', 'closed', 'failed'])('takes %s for the end', async (code) => {
    const ledger = ledgerFailing(code);
    expect(await voidLater('r', ledger)).toBe(false);
    expect(ledger.calls()).toBe(1);
  });

  it('gives up in the end', async () => {
    const ledger = ledgerFailing(...Array.from({ length: 100 }, () => 'unavailable' as const));
    const done = voidLater('r', ledger);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await done).toBe(false);
    expect(ledger.calls()).toBe(21);
  });
});
